package io.counterpoint.e2e.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A command that is sent again with the same {@code lsid} and {@code txnNumber}, as drivers do when an answer was lost:
 * one effect, the same answer.
 */
@OnEveryTarget
final class RetriedWriteTest extends TargetTest {
    private static final int COUNT = 30;

    /** Sessions are used again, so their numbers only rise. */
    private static final AtomicLong TXN_NUMBERS = new AtomicLong();

    /** A client that numbers no writes of its own. */
    private final MongoClient plain = Clients.connect(target.uri(), settings -> settings.retryWrites(false));

    RetriedWriteTest(Target target) {
        super(target);
    }

    @AfterEach
    void closeClient() {
        plain.close();
    }

    private Document send(ClientSession session, Document command, long txnNumber) {
        return plain.getDatabase(database.getName())
                .runCommand(session, new Document(command).append("txnNumber", txnNumber));
    }

    /** Sends a command twice and demands that both answers say the same. */
    private Document twice(Document command) {
        try (ClientSession session = plain.startSession()) {
            long number = TXN_NUMBERS.incrementAndGet();
            Document first = withoutClusterTime(send(session, command, number));
            Document again = withoutClusterTime(send(session, command, number));
            // MongoDB marks the second answer with the statements that it did not run again.
            again.remove("retriedStmtIds");
            again.remove("retriedStmtId");
            assertThat(again).isEqualTo(first);
            return first;
        }
    }

    private static Document withoutClusterTime(Document reply) {
        Document bare = new Document(reply);
        bare.remove("$clusterTime");
        bare.remove("operationTime");
        return bare;
    }

    private static List<Document> documents(int count) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(new Document("_id", i).append("v", 0));
        }
        return documents;
    }

    @Test
    void insert() {
        database.runCommand(new Document("create", "things").append("autoincrement", "id"));

        Document reply = twice(new Document("insert", "things")
                .append("documents", documents(COUNT))
                .append("reportAutoincrement", true));

        assertThat(reply.getInteger("n")).isEqualTo(COUNT);
        assertThat(reply.getList("autoincrement", Document.class)).hasSize(COUNT);
        assertThat(things.countDocuments()).isEqualTo(COUNT);
    }

    @Test
    void insertWithADuplicate() {
        things.insertOne(new Document("_id", 10));

        Document reply = twice(new Document("insert", "things").append("documents", documents(COUNT)));

        assertThat(reply.getInteger("n")).isEqualTo(10);
        assertThat(things.countDocuments()).isEqualTo(11);
    }

    @Test
    void unorderedInsertWithADuplicate() {
        things.insertOne(new Document("_id", 10));

        Document reply = twice(new Document("insert", "things")
                .append("documents", documents(COUNT))
                .append("ordered", false));

        assertThat(reply.getInteger("n")).isEqualTo(COUNT - 1);
        assertThat(things.countDocuments()).isEqualTo(COUNT);
    }

    @Test
    void update() {
        things.insertMany(documents(COUNT));
        List<Document> updates = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            updates.add(
                    new Document("q", new Document("_id", i)).append("u", new Document("$inc", new Document("v", 1))));
        }

        Document reply = twice(new Document("update", "things").append("updates", updates));

        assertThat(reply.getInteger("nModified")).isEqualTo(COUNT);
        assertThat(things.countDocuments(new Document("v", 1))).isEqualTo(COUNT);
    }

    @Test
    void upsert() {
        Document reply = twice(new Document("update", "things")
                .append(
                        "updates",
                        List.of(new Document("q", new Document("name", "x"))
                                .append("u", new Document("$inc", new Document("v", 1)))
                                .append("upsert", true))));

        assertThat(reply.getList("upserted", Document.class)).hasSize(1);
        assertThat(things.countDocuments(new Document("v", 1))).isEqualTo(1);
    }

    @Test
    void delete() {
        things.insertMany(documents(COUNT));

        // By a field that is no key: without the record of the first, the second would take another document.
        Document reply = twice(new Document("delete", "things")
                .append("deletes", List.of(new Document("q", new Document("v", 0)).append("limit", 1))));

        assertThat(reply.getInteger("n")).isEqualTo(1);
        assertThat(things.countDocuments()).isEqualTo(COUNT - 1);
    }

    @Test
    void findAndModify() {
        things.insertMany(documents(1));

        Document reply = twice(new Document("findAndModify", "things")
                .append("query", new Document("_id", 0))
                .append("update", new Document("$inc", new Document("v", 1)))
                .append("new", true));

        assertThat(reply.get("value", Document.class).getInteger("v")).isEqualTo(1);
        assertThat(things.find().first()).isEqualTo(new Document("_id", 0).append("v", 1));
    }

    @Test
    void findAndModifyThatRemoves() {
        things.insertMany(documents(3));

        Document reply = twice(new Document("findAndModify", "things")
                .append("query", new Document("v", 0))
                .append("sort", new Document("_id", 1))
                .append("remove", true));

        assertThat(reply.get("value", Document.class)).isEqualTo(new Document("_id", 0).append("v", 0));
        assertThat(things.countDocuments()).isEqualTo(2);
    }

    @Test
    void anotherNumberIsAnotherCommand() {
        things.insertMany(documents(1));
        Document increment = new Document("update", "things")
                .append(
                        "updates",
                        List.of(new Document("q", new Document("_id", 0))
                                .append("u", new Document("$inc", new Document("v", 1)))));
        try (ClientSession session = plain.startSession()) {
            send(session, increment, TXN_NUMBERS.incrementAndGet());
            send(session, increment, TXN_NUMBERS.incrementAndGet());
        }

        assertThat(things.find().first()).isEqualTo(new Document("_id", 0).append("v", 2));
    }
}
