package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.RawConnection;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;

/** The largest things that are allowed, and the smallest that are not. */
@OnEveryTarget
final class LimitTest extends TargetTest {
    private static final int DOCUMENT_BYTES_MAX = 16 * 1024 * 1024;
    private static final int BATCH_COUNT_MAX = 100_000;
    private static final int MESSAGE_BYTES_MAX = 48_000_000;
    private static final int INVALID_LENGTH = 16;
    private static final int OVERFLOW = 15;
    private static final int BSON_OBJECT_TOO_LARGE = 10334;
    private static final int UPDATE_TOO_LARGE = 17419;

    LimitTest(Target target) {
        super(target);
    }

    /** A document of exactly this many bytes. */
    private static Document ofBytes(int id, int bytes) {
        int empty = RawConnection.encode(new Document("_id", id)
                        .append("b", new Binary(new byte[0]))
                        .toBsonDocument())
                .length;
        return new Document("_id", id).append("b", new Binary(new byte[bytes - empty]));
    }

    @Test
    void aDocumentOf16MegabytesIsStoredAndFound() {
        Document largest = ofBytes(1, DOCUMENT_BYTES_MAX);

        things.insertOne(largest);

        assertThat(things.find(Filters.eq("_id", 1)).first()).isEqualTo(largest);
        things.updateOne(Filters.eq("_id", 1), Updates.unset("b"));
        assertThat(things.find().first()).isEqualTo(new Document("_id", 1));
    }

    @Test
    void aDocumentThatGrowsTooLargeIsRefused() {
        things.insertOne(ofBytes(1, DOCUMENT_BYTES_MAX - 10));

        assertRefused(
                UPDATE_TOO_LARGE,
                "Resulting document after update is larger than 16777216",
                () -> things.updateOne(Filters.eq("_id", 1), Updates.set("more", "text that does not fit")));
        assertThat(things.find().projection(new Document("more", 1)).first()).isEqualTo(new Document("_id", 1));
    }

    @Test
    void aDocumentThatIsTooLargeIsRefused() {
        // The driver would refuse it by itself, so it goes over a bare socket.
        BsonDocument insert =
                new BsonDocument("insert", new BsonString("things")).append("$db", new BsonString(database.getName()));
        try (RawConnection connection = RawConnection.to(target.uri())) {
            connection.send(connection.message(
                    0,
                    insert,
                    "documents",
                    List.of(ofBytes(1, DOCUMENT_BYTES_MAX + 1).toBsonDocument())));
            BsonDocument reply = connection.receive().body();
            int code = reply.containsKey("writeErrors")
                    ? reply.getArray("writeErrors")
                            .get(0)
                            .asDocument()
                            .getInt32("code")
                            .getValue()
                    : reply.getInt32("code").getValue();
            assertThat(code).isIn(BSON_OBJECT_TOO_LARGE, 2);
        }
        assertThat(things.countDocuments()).isZero();
    }

    @Test
    void severalLargeDocumentsComeInSeveralBatches() {
        for (int i = 0; i < 6; i++) {
            things.insertOne(ofBytes(i, 5 * 1024 * 1024));
        }

        List<Integer> ids = new ArrayList<>();
        things.find().sort(new Document("_id", 1)).forEach(found -> ids.add(found.getInteger("_id")));

        assertThat(ids).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void aBatchOf100000DocumentsIsStored() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < BATCH_COUNT_MAX; i++) {
            documents.add(new Document("_id", i));
        }

        things.insertMany(documents, new InsertManyOptions().ordered(false));

        assertThat(things.countDocuments()).isEqualTo(BATCH_COUNT_MAX);
        assertThat(things.deleteMany(new Document()).getDeletedCount()).isEqualTo(BATCH_COUNT_MAX);
    }

    @Test
    void anOrderedBatchOf100000DocumentsIsStored() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < BATCH_COUNT_MAX; i++) {
            documents.add(new Document("_id", i));
        }

        things.insertMany(documents);

        assertThat(things.countDocuments()).isEqualTo(BATCH_COUNT_MAX);
    }

    @Test
    void aBatchOfMoreIsRefused() {
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i <= BATCH_COUNT_MAX; i++) {
            documents.add(new BsonDocument("_id", new BsonInt32(i)));
        }
        BsonDocument insert =
                new BsonDocument("insert", new BsonString("things")).append("$db", new BsonString(database.getName()));
        try (RawConnection connection = RawConnection.to(target.uri())) {
            connection.send(connection.message(0, insert, "documents", documents));
            assertThat(connection.receive().body().getInt32("code").getValue()).isEqualTo(INVALID_LENGTH);
        }
        assertRefused(
                INVALID_LENGTH,
                () -> database.runCommand(new Document("insert", "things").append("documents", List.of())));
        assertThat(things.countDocuments()).isZero();
    }

    @Test
    void aMessageThatIsTooLongEndsItsConnection() {
        try (RawConnection connection = RawConnection.to(target.uri())) {
            byte[] message = connection.message(
                    0, new BsonDocument("ping", new BsonInt32(1)).append("$db", new BsonString("admin")));
            int length = MESSAGE_BYTES_MAX + 1;
            for (int i = 0; i < 4; i++) {
                message[i] = (byte) (length >>> (8 * i));
            }
            connection.send(message);
            assertThat(connection.closedByServer()).isTrue();
        }
        assertThat(database.runCommand(new Document("ping", 1)).getDouble("ok")).isEqualTo(1);
    }

    @Test
    void nestingDeeperThanAllowedIsRefused() {
        BsonDocument deep = new BsonDocument();
        for (int i = 0; i < 250; i++) {
            deep = new BsonDocument("a", deep);
        }
        BsonDocument insert = new BsonDocument("insert", new BsonString("things"))
                .append("$db", new BsonString(database.getName()))
                .append("documents", new BsonArray(List.of(deep)));
        try (RawConnection connection = RawConnection.to(target.uri())) {
            connection.send(connection.message(0, insert));
            BsonDocument reply = connection.receive().body();
            int code = reply.containsKey("writeErrors")
                    ? reply.getArray("writeErrors")
                            .get(0)
                            .asDocument()
                            .getInt32("code")
                            .getValue()
                    : reply.getInt32("code").getValue();
            assertThat(code).isEqualTo(OVERFLOW);
            BsonDocument ping = new BsonDocument("ping", new BsonInt32(1)).append("$db", new BsonString("admin"));
            assertThat(connection.command(ping).getNumber("ok").doubleValue()).isEqualTo(1);
        }
    }
}
