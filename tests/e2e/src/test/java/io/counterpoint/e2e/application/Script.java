package io.counterpoint.e2e.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One run of a program that is not Java, to its end.
 *
 * @param status its exit status
 * @param printed all it wrote, to either output
 */
record Script(int status, String printed) {
    /** Long enough for two busy cores and a slow package registry. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** The folder of the applications' sources. */
    static final Path SOURCES = Path.of("src", "test", "apps").toAbsolutePath();

    /**
     * Runs a command.
     *
     * @param folder where it runs
     * @param environment is added to this process's own
     */
    static Script run(Path folder, Map<String, String> environment, List<String> command) {
        try {
            Path output = Files.createTempFile("counterpoint-script-", ".out");
            try {
                ProcessBuilder builder = new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                process.getOutputStream().close();
                boolean ended = process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                if (!ended) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                }
                String printed = Files.readString(output, StandardCharsets.UTF_8);
                assertThat(ended).as("%s ends; it said:\n%s", command, printed).isTrue();
                return new Script(process.exitValue(), printed);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + command, e);
        }
    }

    /** Whether a command is there and ends well. */
    static boolean succeeds(String... command) {
        try {
            return run(SOURCES, Map.of(), List.of(command)).status() == 0;
        } catch (UncheckedIOException notThere) {
            return false;
        }
    }
}
