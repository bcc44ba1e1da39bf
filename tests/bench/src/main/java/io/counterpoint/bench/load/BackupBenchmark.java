package io.counterpoint.bench.load;

import com.mongodb.client.MongoCollection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;

/**
 * Measures backups of a router with three shards: the first one against {@code cp} of the same data folder, made right
 * after it, and one after a twentieth of the documents were added, against the first. Times include the start of the
 * program, and both sides end with everything on the disk.
 *
 * <p>Usage: {@code BackupBenchmark LAUNCHER [megabytes=N]}.
 */
final class BackupBenchmark {
    private static final int MEGABYTES = 1_000;
    private static final int DOCUMENT_BYTES = 1_000;
    private static final int BATCH = 5_000;
    private static final double CHANGED = 0.05;

    private BackupBenchmark() {}

    /**
     * Runs the measurement and prints its table to standard output.
     *
     * @param arguments see the class
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path launcher = Path.of(arguments[0]);
        int megabytes = MEGABYTES;
        for (String argument : List.of(arguments).subList(1, arguments.length)) {
            if (!argument.startsWith("megabytes=")) {
                throw new IllegalArgumentException("unknown argument: " + argument);
            }
            megabytes = Integer.parseInt(argument.substring("megabytes=".length()));
        }
        Path folder = Files.createTempDirectory("counterpoint-bench");
        try {
            measure(launcher, folder, megabytes);
        } finally {
            try (Stream<Path> walk = Files.walk(folder)) {
                for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    private static void measure(Path launcher, Path folder, int megabytes) throws IOException, InterruptedException {
        int documents = megabytes * 1_000_000 / DOCUMENT_BYTES;
        List<String> up = List.of("up", "--shards", "3", "--port", "0", "--shard-port", "0", "--http-port", "0");
        try (BenchServer server = BenchServer.counterpoint("cluster", launcher, folder, up)) {
            MongoCollection<Document> collection =
                    server.client().getDatabase("bench").getCollection("documents");
            insert(collection, documents, 1);
            server.awaitQuiet();
            List<String> backup = List.of(
                    launcher.toString(),
                    "backup",
                    "--uri",
                    server.uri(),
                    "--out",
                    folder.resolve("backups").toString());
            double whole = seconds(backup);
            double copy = seconds(List.of(
                    "sh",
                    "-c",
                    "cp -r \"$1\" \"$2\" && sync \"$2\"",
                    "sh",
                    folder.resolve("cluster-data").toString(),
                    folder.resolve("copy").toString()));
            insert(collection, (int) (documents * CHANGED), 2);
            server.awaitQuiet();
            double changed = seconds(backup);
            System.out.printf(Locale.ROOT, "| step | seconds | |%n|---|---|---|%n");
            System.out.printf(Locale.ROOT, "| cp | %.1f | |%n", copy);
            System.out.printf(Locale.ROOT, "| first backup | %.1f | %.2f of cp's speed |%n", whole, copy / whole);
            System.out.printf(
                    Locale.ROOT,
                    "| backup after %.0f %% more | %.1f | %.2f of the first one's time |%n",
                    CHANGED * 100,
                    changed,
                    changed / whole);
        }
    }

    private static void insert(MongoCollection<Document> collection, int count, long seed) {
        // Bytes that no compression makes smaller.
        Random random = new Random(seed);
        List<Document> batch = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            byte[] bytes = new byte[DOCUMENT_BYTES];
            random.nextBytes(bytes);
            batch.add(new Document("n", i).append("bytes", new Binary(bytes)));
            if (batch.size() == BATCH || i == count) {
                collection.insertMany(batch);
                batch.clear();
            }
        }
    }

    private static double seconds(List<String> command) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(command + " failed");
        }
        return (System.nanoTime() - begin) / 1e9;
    }
}
