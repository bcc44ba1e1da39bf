package io.counterpoint.e2e.deployment;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of the program that comes to an end by itself, such as {@code restore}.
 *
 * @param status its exit status
 * @param output what it wrote to standard output
 * @param errors what it wrote to standard error
 */
public record ProgramRun(int status, String output, String errors) {
    /** Runs the program to its end, with nothing on standard input. */
    public static ProgramRun of(List<String> arguments) {
        return of(List.of(), null, arguments);
    }

    /**
     * Runs the program to its end.
     *
     * @param jvm options of its JVM, such as a smaller heap
     * @param input what is piped in; null: nothing
     */
    public static ProgramRun of(List<String> jvm, @Nullable Path input, List<String> arguments) {
        try {
            Path output = Files.createTempFile("counterpoint-run-", ".out");
            Path errors = Files.createTempFile("counterpoint-run-", ".err");
            try {
                Process process = builder(jvm, arguments)
                        .redirectInput(input == null ? new File("/dev/null") : input.toFile())
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile())
                        .start();
                if (!process.waitFor(4 * ServerProcess.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError(arguments + " did not end; it said:\n" + Files.readString(errors));
                }
                return new ProgramRun(
                        process.exitValue(),
                        Files.readString(output, StandardCharsets.UTF_8),
                        Files.readString(errors, StandardCharsets.UTF_8));
            } finally {
                Files.deleteIfExists(output);
                Files.deleteIfExists(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + arguments, e);
        }
    }

    /** A process that was not started yet, for tests that kill it or write into it. */
    public static ProcessBuilder builder(List<String> jvm, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8"));
        command.addAll(jvm);
        command.addAll(List.of("-cp", ServerProcess.classPath(), ServerProcess.MAIN_CLASS));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("COUNTERPOINT_"));
        return builder;
    }

    /** Everything it said. */
    public String printed() {
        return output + errors;
    }
}
