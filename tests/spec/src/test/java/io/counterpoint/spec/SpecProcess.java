package io.counterpoint.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/** One process of a cluster, which ends with this JVM at the latest. */
final class SpecProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Path ready;
    private final Path output;
    private final Process process;

    /**
     * Starts {@code counterpoint <arguments>} on free ports, with the commands that are there for tests.
     *
     * @param folder where its output goes
     * @param name unique in the folder
     */
    SpecProcess(Path folder, String name, List<String> arguments) throws IOException {
        ready = folder.resolve(name + ".json");
        output = folder.resolve(name + ".output");
        // Surefire starts this JVM with a jar that only names the real class path.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "io.counterpoint.cli.Main"));
        command.addAll(arguments);
        command.addAll(List.of(
                "--port",
                "0",
                "--http-port",
                "0",
                "--test-commands",
                "--ready-file",
                ready.toString(),
                // The pipe ends with this JVM, also when that is killed.
                "--stop-with-stdin"));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Waits until it answers; returns where it listens. */
    BsonDocument awaitReady() throws IOException, InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (!Files.exists(ready)) {
            if (!process.isAlive() || Instant.now().isAfter(end)) {
                throw new IllegalStateException("not ready:\n" + Files.readString(output));
            }
            Thread.sleep(POLL.toMillis());
        }
        return BsonDocument.parse(Files.readString(ready));
    }

    /** Ends it. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
