package io.counterpoint.e2e.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One run of any program, to its end.
 *
 * @param status its exit status
 * @param printed all it wrote, to either output
 */
public record Script(int status, String printed) {
    /** Long enough for two busy cores and a slow package registry. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /**
     * Runs a command.
     *
     * @param folder where it runs
     * @param environment is added to this process's own
     */
    public static Script run(Path folder, Map<String, String> environment, List<String> command) {
        return run(PATIENCE, folder, environment, command);
    }

    /**
     * As {@link #run(Path, Map, List)}.
     *
     * @param patience how long it may take
     */
    public static Script run(Duration patience, Path folder, Map<String, String> environment, List<String> command) {
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
                boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
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

    /** Whether a program is on the path. */
    public static boolean isInstalled(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)))
                || Files.isExecutable(Path.of("/usr/sbin", program));
    }

    /** Whether a command is there and ends well. */
    public static boolean succeeds(String... command) {
        try {
            return run(Path.of("").toAbsolutePath(), Map.of(), List.of(command)).status() == 0;
        } catch (UncheckedIOException notThere) {
            return false;
        }
    }
}
