package io.counterpoint.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerType;
import io.counterpoint.wire.command.CommandEntry;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the official driver makes of the server. */
class JavaDriverTest {
    private TestServer server;

    @BeforeEach
    void start() {
        server = new TestServer(CommandEntry.command("echo", "Gives back what it got.")
                .fields("value")
                .handledBy(request -> CompletableFuture.completedFuture(
                        new BsonDocument("value", request.body().get("value")))));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void takesTheServerForARouter() {
        try (MongoClient client = MongoClients.create(server.uri("appName=test"))) {
            client.getDatabase("admin").runCommand(new Document("ping", 1));

            var description = client.getClusterDescription();
            assertThat(description.getType()).isEqualTo(ClusterType.SHARDED);
            assertThat(description.getServerDescriptions()).singleElement().satisfies(one -> {
                assertThat(one.getType()).isEqualTo(ServerType.SHARD_ROUTER);
                assertThat(one.getMaxWireVersion()).isEqualTo(25);
                assertThat(one.getLogicalSessionTimeoutMinutes()).isEqualTo(30);
                assertThat(one.isHelloOk()).isTrue();
            });
        }
    }

    @Test
    void usesSessions() {
        try (MongoClient client = MongoClients.create(server.uri(""))) {
            try (ClientSession session = client.startSession()) {
                client.getDatabase("test").runCommand(session, new Document("ping", 1));
                assertThat(server.sessions().count()).isEqualTo(1);
            }
        }
        // The driver ends its sessions as it closes.
        assertThat(server.sessions().count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd", "zstd,snappy,zlib"})
    void compresses(String compressors) {
        String text = "abcdefgh".repeat(20_000);
        try (MongoClient client = MongoClients.create(server.uri("compressors=" + compressors))) {
            Document reply = client.getDatabase("test").runCommand(new Document("echo", 1).append("value", text));
            assertThat(reply.getString("value")).isEqualTo(text);
        }
    }

    @Test
    void watchesTheServerWithAStreamOfHellos() throws InterruptedException {
        try (MongoClient client =
                MongoClients.create(server.uri("heartbeatFrequencyMS=500&serverMonitoringMode=stream"))) {
            MongoDatabase database = client.getDatabase("test");
            for (int i = 0; i < 4; i++) {
                assertThat(database.runCommand(new Document("ping", 1)).getDouble("ok"))
                        .isEqualTo(1.0);
                Thread.sleep(400);
            }
            assertThat(client.getClusterDescription().getServerDescriptions())
                    .allSatisfy(one -> assertThat(one.isOk()).isTrue());
        }
    }

    @Test
    void isToldOfUnknownCommandsAndFields() {
        try (MongoClient client = MongoClients.create(server.uri(""))) {
            MongoDatabase database = client.getDatabase("test");
            assertThatThrownBy(() -> database.runCommand(new Document("noSuchCommand", 1)))
                    .isInstanceOfSatisfying(MongoCommandException.class, refusal -> {
                        assertThat(refusal.getErrorCode()).isEqualTo(59);
                        assertThat(refusal.getErrorMessage()).isEqualTo("no such command: 'noSuchCommand'");
                    });
            assertThatThrownBy(() -> database.runCommand(new Document("ping", 1).append("foo", 1)))
                    .isInstanceOfSatisfying(MongoCommandException.class, refusal -> {
                        assertThat(refusal.getErrorCode()).isEqualTo(40415);
                        assertThat(refusal.getErrorMessage()).isEqualTo("BSON field 'ping.foo' is an unknown field.");
                    });
        }
    }

    @Test
    void asksForTheBasics() {
        try (MongoClient client = MongoClients.create(server.uri(""))) {
            MongoDatabase admin = client.getDatabase("admin");
            assertThat(admin.runCommand(new Document("buildInfo", 1)).getString("version"))
                    .isEqualTo("8.0.0");
            Document status = admin.runCommand(new Document("serverStatus", 1).append("mem", 0));
            assertThat(status.getString("process")).isEqualTo("mongos");
            assertThat(status).doesNotContainKey("mem");
            assertThat(status.get("connections", Document.class).getInteger("current"))
                    .isPositive();
            assertThat(admin.runCommand(new Document("listCommands", 1)).get("commands", Document.class))
                    .containsKeys("ping", "echo", "hello", "listCommands");
            assertThat(admin.runCommand(new Document("getLog", "startupWarnings"))
                            .getInteger("totalLinesWritten"))
                    .isZero();
            assertThat(admin.runCommand(new Document("getParameter", 1).append("featureCompatibilityVersion", 1)))
                    .containsEntry("featureCompatibilityVersion", new Document("version", "8.0"));
            assertThat(admin.runCommand(new Document("hostInfo", 1))).containsKeys("system", "os");
            assertThat(admin.runCommand(new Document("connectionStatus", 1))).containsKey("authInfo");
        }
    }
}
