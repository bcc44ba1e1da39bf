package io.counterpoint.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** A start that cannot be: status 1 and one line that says why. */
final class StartTest {
    private static void assertRefused(Cluster cluster, List<String> arguments, String... texts) {
        try (ServerProcess process = ServerProcess.start(cluster.scratch(), arguments)) {
            int status = process.awaitExit();
            assertThat(status)
                    .as("exit status; it said:\n%s", process.printed())
                    .isEqualTo(1);
            assertThat(process.errors().strip().lines().toList())
                    .as("lines on standard error")
                    .hasSize(1);
            assertThat(process.errors()).contains(texts);
        }
    }

    @Test
    void aDataFolderThatIsInUse() {
        try (Cluster shard = Cluster.shard("alone").start()) {
            assertRefused(shard, shard.arguments(), shard.data().toString(), "in use");

            try (MongoClient client = shard.connect()) {
                client.getDatabase("shop").getCollection("orders").insertOne(new Document());
            }
        }
    }

    @Test
    void aDataFolderOfAClusterThatIsInUse() {
        try (Cluster cluster = Cluster.up(1).start()) {
            assertRefused(cluster, cluster.arguments(), "in use");
        }
    }

    @Test
    void aPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Cluster shard = Cluster.shard("alone")) {
            String port = "" + taken.getLocalPort();
            for (String flag : List.of("--port", "--grpc-port", "--http-port")) {
                assertRefused(shard, with(shard.arguments(), flag, port), port);
            }
        }
    }

    @Test
    void aPortOfTheClusterThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Cluster cluster = Cluster.up(1)) {
            String port = "" + taken.getLocalPort();
            for (String flag : List.of("--port", "--shard-port", "--http-port")) {
                assertRefused(cluster, with(cluster.arguments(), flag, port), port);
            }
        }
    }

    private static List<String> with(List<String> arguments, String flag, String value) {
        List<String> changed = new ArrayList<>(arguments);
        changed.set(changed.indexOf(flag) + 1, value);
        return changed;
    }

    @Test
    void aDataFolderOfANewerVersion() throws IOException {
        try (Cluster shard = Cluster.shard("alone").start()) {
            shard.stop();
            Path properties = propertiesIn(shard.data());
            String before = Files.readString(properties);
            Files.writeString(properties, before.replaceFirst("format=\\d+", "format=9999"));

            assertRefused(shard, shard.arguments(), "9999", "newer");

            // Nothing was touched: with the right number it opens as before.
            Files.writeString(properties, before);
            shard.start();
        }
    }

    private static Path propertiesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".properties"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aDataFolderOfAnotherShard() {
        try (Cluster shard = Cluster.shard("alone").start()) {
            shard.stop();

            assertRefused(shard, with(shard.arguments(), "--name", "other"), "alone", "other");
        }
    }

    @Test
    void anotherNumberOfShardsThanTheFolderHolds() {
        try (Cluster cluster = Cluster.up(2).start()) {
            cluster.stop();

            assertRefused(cluster, with(cluster.arguments(), "--shards", "3"), "2", "3");
        }
    }

    @Test
    void aStopIsCleanAndSoonDone() {
        try (Cluster cluster = Cluster.up(2).start()) {
            assertThat(cluster.stop()).isIn(0, Cluster.SIGTERM_STATUS);
            assertThat(cluster.process().errors()).doesNotContain("ERROR");
        }
    }

    @Test
    void aClusterOfProcessesStartsAndStops() {
        try (Cluster cluster = Cluster.up(2, "--processes").start()) {
            try (MongoClient client = cluster.connect()) {
                client.getDatabase("shop").getCollection("orders").insertOne(new Document("_id", 1));
                assertThat(client.getDatabase("shop").getCollection("orders").countDocuments())
                        .isEqualTo(1);
            }
            assertThat(cluster.stop()).isIn(0, Cluster.SIGTERM_STATUS);
        }
    }
}
