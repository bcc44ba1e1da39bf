package io.counterpoint.e2e.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCompressor;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.RawConnection;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol below the commands, partly as no driver speaks it. */
@OnEveryTarget
final class WireTest extends TargetTest {
    WireTest(Target target) {
        super(target);
    }

    private BsonDocument ping() {
        return command("ping");
    }

    private BsonDocument command(String name) {
        return new BsonDocument(name, new BsonInt32(1)).append("$db", new BsonString(database.getName()));
    }

    private static void assertOk(BsonDocument reply) {
        assertThat(reply.getNumber("ok").doubleValue()).as("%s", reply).isEqualTo(1);
    }

    private void assertOthersAreServed() {
        assertThat(database.runCommand(new Document("ping", 1)).getDouble("ok")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void compressedMessages(String compressor) {
        MongoCompressor chosen = switch (compressor) {
            case "zlib" -> MongoCompressor.createZlibCompressor();
            case "snappy" -> MongoCompressor.createSnappyCompressor();
            default -> MongoCompressor.createZstdCompressor();
        };
        try (MongoClient compressed =
                Clients.connect(target.uri(), settings -> settings.compressorList(List.of(chosen)))) {
            MongoCollection<Document> collection =
                    compressed.getDatabase(database.getName()).getCollection("things");
            String text = "all work and no play ".repeat(5_000);
            List<Document> documents = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                documents.add(new Document("_id", i).append("text", text));
            }
            collection.insertMany(documents);

            assertThat(collection.find().sort(new Document("_id", 1)).into(new ArrayList<>()))
                    .isEqualTo(documents);
        }
    }

    @Test
    void theServerOffersTheCompressorsItWasAskedFor() {
        BsonDocument hello = command("hello")
                .append(
                        "compression",
                        new BsonArray(
                                List.of(new BsonString("zstd"), new BsonString("magic"), new BsonString("zlib"))));
        try (RawConnection connection = RawConnection.to(target.uri())) {
            assertThat(connection.command(hello).getArray("compression"))
                    .isEqualTo(new BsonArray(List.of(new BsonString("zstd"), new BsonString("zlib"))));
        }
    }

    @Test
    void unacknowledgedWritesArriveAndAreNotAnswered() {
        MongoCollection<Document> silent = things.withWriteConcern(WriteConcern.UNACKNOWLEDGED);
        for (int i = 0; i < 100; i++) {
            silent.insertOne(new Document("_id", i));
        }
        // One that fails must not answer either, or the next answer on that connection would be the wrong one.
        silent.insertOne(new Document("_id", 1));

        Awaitility.await()
                .untilAsserted(() -> assertThat(things.countDocuments()).isEqualTo(100));
        assertOthersAreServed();
    }

    @Test
    void moreToComeOnARawConnection() {
        BsonDocument insert =
                new BsonDocument("insert", new BsonString("things")).append("$db", new BsonString(database.getName()));
        try (RawConnection connection = RawConnection.to(target.uri())) {
            connection.send(connection.message(
                    RawConnection.MORE_TO_COME,
                    insert.append("writeConcern", new BsonDocument("w", new BsonInt32(0))),
                    "documents",
                    List.of(new BsonDocument("_id", new BsonInt32(1)))));
            assertOk(connection.command(ping()));
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(things.countDocuments()).isEqualTo(1));
    }

    @Test
    void checksumsAreTakenAndWrongOnesRefused() {
        try (RawConnection connection = RawConnection.to(target.uri())) {
            connection.send(connection.message(RawConnection.CHECKSUM_PRESENT, ping()));
            assertOk(connection.receive().body());

            byte[] wrong = connection.message(RawConnection.CHECKSUM_PRESENT, ping());
            wrong[wrong.length - 1] ^= 1;
            connection.send(wrong);
            assertThat(connection.closedByServer()).isTrue();
        }
        assertOthersAreServed();
    }

    @Test
    void documentSequencesAreTheArrayOfTheirName() {
        BsonDocument insert =
                new BsonDocument("insert", new BsonString("things")).append("$db", new BsonString(database.getName()));
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            documents.add(new BsonDocument("_id", new BsonInt32(i)));
        }
        try (RawConnection connection = RawConnection.to(target.uri())) {
            connection.send(connection.message(0, insert, "documents", documents));
            BsonDocument reply = connection.receive().body();
            assertOk(reply);
            assertThat(reply.getInt32("n").getValue()).isEqualTo(1_000);
        }
        assertThat(things.countDocuments()).isEqualTo(1_000);
    }

    @Test
    void theLegacyHelloIsAnsweredAndOtherLegacyQueriesAreNot() {
        try (RawConnection connection = RawConnection.to(target.uri())) {
            connection.send(connection.legacyQuery(
                    "admin.$cmd", new BsonDocument("isMaster", new BsonInt32(1)).append("helloOk", BsonBoolean.TRUE)));
            BsonDocument hello = connection.receive().body();
            assertOk(hello);
            assertThat(hello.getBoolean("ismaster").getValue()).isTrue();
            assertThat(hello.getBoolean("helloOk").getValue()).isTrue();

            connection.send(connection.legacyQuery("admin.$cmd", new BsonDocument("listDatabases", new BsonInt32(1))));
            BsonDocument refusal = connection.receive().body();
            assertThat(refusal.getNumber("ok").doubleValue()).isZero();
            assertThat(refusal.getInt32("code").getValue()).isEqualTo(352);
        }
    }

    @Test
    void requestsOnOneConnectionAreAnsweredInOrder() {
        try (RawConnection connection = RawConnection.to(target.uri())) {
            for (int i = 0; i < 50; i++) {
                connection.send(connection.message(0, i % 2 == 0 ? ping() : command("nosuch" + i)));
            }
            for (int i = 0; i < 50; i++) {
                BsonDocument reply = connection.receive().body();
                if (i % 2 == 0) {
                    assertOk(reply);
                } else {
                    assertThat(reply.getString("errmsg").getValue()).contains("nosuch" + i);
                }
            }
        }
    }

    @Test
    void aMessageInSmallPiecesIsOneMessage() throws InterruptedException {
        try (RawConnection connection = RawConnection.to(target.uri())) {
            byte[] message = connection.message(0, ping());
            for (int i = 0; i < message.length; i++) {
                connection.send(new byte[] {message[i]});
                if (i % 16 == 0) {
                    Thread.sleep(1);
                }
            }
            assertOk(connection.receive().body());
        }
    }

    @Test
    void garbageEndsItsConnectionAndHarmsNobodyElse() {
        List<byte[]> garbage = new ArrayList<>(
                List.of(RawConnection.text("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), new byte[64], new byte[] {
                    -1, -1, -1, 127, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xdd, 7, 0, 0, 0, 0, 0, 0
                }));
        Random random = new Random(20_251_130);
        for (int i = 0; i < 50; i++) {
            byte[] bytes = new byte[16 + random.nextInt(200)];
            random.nextBytes(bytes);
            // A length that can be true makes the reader look at what follows.
            bytes[0] = (byte) bytes.length;
            bytes[1] = 0;
            bytes[2] = 0;
            bytes[3] = 0;
            garbage.add(bytes);
        }
        for (byte[] bytes : garbage) {
            try (RawConnection connection = RawConnection.to(target.uri())) {
                connection.send(bytes);
                assertThat(connection.closedByServer()).isTrue();
            }
        }
        assertOthersAreServed();
    }

    @Test
    void aTornMessageHarmsNobodyElse() {
        BsonDocument insert = new BsonDocument("insert", new BsonString("things"))
                .append("$db", new BsonString(database.getName()))
                .append(
                        "documents",
                        new BsonArray(List.of(new BsonDocument("_id", new BsonInt32(1))
                                .append("text", new BsonString("x".repeat(10_000))))));
        for (int i = 0; i < 10; i++) {
            try (RawConnection connection = RawConnection.to(target.uri())) {
                byte[] whole = connection.message(0, insert);
                connection.send(Arrays.copyOf(whole, whole.length - 1 - i * 997));
            }
        }
        assertOthersAreServed();
        assertThat(things.countDocuments()).isZero();
    }

    @Test
    void brokenBsonIsRefusedAndTheConnectionGoesOn() {
        try (RawConnection connection = RawConnection.to(target.uri())) {
            BsonDocument insert = new BsonDocument("insert", new BsonString("things"))
                    .append("$db", new BsonString(database.getName()))
                    .append("documents", new BsonArray(List.of(new BsonDocument("a", new BsonString("bcdefgh")))));
            byte[] message = connection.message(0, insert);
            String text = new String(message, StandardCharsets.ISO_8859_1);
            int at = text.indexOf("bcdefgh");
            // The length of the string in front of it no longer fits.
            message[at - 4] = 100;
            connection.send(message);
            BsonDocument refusal = connection.receive().body();
            assertThat(refusal.getNumber("ok").doubleValue()).isZero();
            assertThat(refusal.getInt32("code").getValue()).isEqualTo(22);
            assertOk(connection.command(ping()));
        }
        assertThat(things.countDocuments()).isZero();
    }

    @Test
    void helloStreamsWhenTheClientTakesAStream() {
        BsonDocument hello = command("hello")
                .append("topologyVersion", topologyVersion())
                .append("maxAwaitTimeMS", new BsonInt64(100));
        try (RawConnection connection = RawConnection.to(target.uri())) {
            connection.send(connection.message(RawConnection.EXHAUST_ALLOWED, hello));
            for (int i = 0; i < 3; i++) {
                RawConnection.Reply reply = connection.receive();
                assertOk(reply.body());
                assertThat(reply.flags() & RawConnection.MORE_TO_COME).isNotZero();
            }
        }
    }

    private BsonDocument topologyVersion() {
        try (RawConnection connection = RawConnection.to(target.uri())) {
            return connection.command(command("hello")).getDocument("topologyVersion");
        }
    }
}
