package io.counterpoint.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** A router with three shards in a process of its own, which ends with this JVM at the latest. */
final class SpecCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Path folder;
    private final Process process;
    private final String uri;

    /** Starts it and returns once it answers. */
    SpecCluster() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("counterpoint-spec-");
        Path ready = folder.resolve("ready.json");
        Path output = folder.resolve("output");
        // Surefire starts this JVM with a jar that only names the real class path.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "io.counterpoint.cli.Main",
                "up",
                "--shards",
                "3",
                "--port",
                "0",
                "--shard-port",
                "0",
                "--http-port",
                "0",
                "--data",
                folder.resolve("data").toString(),
                "--ready-file",
                ready.toString(),
                // The pipe ends with this JVM, also when that is killed.
                "--stop-with-stdin");
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Instant end = Instant.now().plus(PATIENCE);
        while (!Files.exists(ready)) {
            if (!process.isAlive() || Instant.now().isAfter(end)) {
                process.destroyForcibly();
                throw new IllegalStateException("not ready:\n" + Files.readString(output));
            }
            Thread.sleep(POLL.toMillis());
        }
        uri = BsonDocument.parse(Files.readString(ready)).getString("router").getValue();
    }

    /** Where clients find the router. */
    String uri() {
        return uri;
    }

    /** Ends it and removes its data. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        List<Path> inside;
        try (Stream<Path> walk = Files.walk(folder)) {
            inside = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : inside) {
            Files.deleteIfExists(file);
        }
    }
}
