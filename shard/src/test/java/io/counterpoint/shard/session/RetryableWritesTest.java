package io.counterpoint.shard.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.command.ShardFixture;
import java.util.List;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes that are sent twice, as a driver and a router send them. */
class RetryableWritesTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();
    private final ShardFixture.Peer router = shard.router();

    @BeforeEach
    void create() {
        client.run("{create: 'a', autoincrement: 'id'}");
    }

    @AfterEach
    void close() {
        client.validate("shop", "a");
        shard.close();
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    private static BsonDocument numbered(long session, long txnNumber, String command) {
        return json(command)
                .append("lsid", new BsonDocument("id", new BsonBinary(new UUID(0, session))))
                .append("txnNumber", new BsonInt64(txnNumber));
    }

    private BsonDocument send(long txnNumber, String command) {
        return client.run("shop", numbered(1, txnNumber, command));
    }

    private @Nullable BsonValue last() {
        return client.last("shop.a.id");
    }

    @Test
    void anInsertThatIsSentAgainTakesNoSecondNumber() {
        String insert = "{insert: 'a', documents: [{x: 1}, {x: 2}], reportAutoincrement: true}";
        BsonDocument first = send(1, insert);
        assertThat(send(1, insert)).isEqualTo(first);
        shard.restart();
        assertThat(send(1, insert)).isEqualTo(first);
        assertThat(client.all("a")).hasSize(2);
        assertThat(last()).isEqualTo(new BsonInt32(2));
    }

    @Test
    void aPlainInsertIsRememberedToo() {
        String insert = "{insert: 'a', documents: [{_id: 1}, {_id: 2}]}";
        BsonDocument first = send(1, insert);
        assertThat(send(1, insert)).isEqualTo(first).isEqualTo(json("{n: 2, ok: 1.0}"));
    }

    @Test
    void anUpdateThatIsSentAgainIsNotDoneAgain() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 1}]}");
        String update = "{update: 'a', updates: [{q: {_id: 1}, u: {$inc: {x: 1}}}, {q: {_id: 7}, u: {$inc: {x: 1}},"
                + " upsert: true}], reportAutoincrement: true}";
        BsonDocument first = send(1, update);
        assertThat(first)
                .isEqualTo(json("{n: 2, nModified: 1, upserted: [{index: 1, _id: 7}],"
                        + " autoincrement: [{index: 1, field: 'id', value: 2}], ok: 1.0}"));
        assertThat(send(1, update)).isEqualTo(first);
        assertThat(client.all("a")).containsExactly(json("{_id: 1, x: 2, id: 1}"), json("{_id: 7, x: 1, id: 2}"));
    }

    @Test
    void aDeleteThatIsSentAgainRemovesNoSecondDocument() {
        client.run("{insert: 'a', documents: [{_id: 1}, {_id: 2}]}");
        String delete = "{delete: 'a', deletes: [{q: {}, limit: 1}]}";
        assertThat(send(1, delete)).isEqualTo(json("{n: 1, ok: 1.0}"));
        assertThat(send(1, delete)).isEqualTo(json("{n: 1, ok: 1.0}"));
        assertThat(client.all("a")).hasSize(1);
    }

    @Test
    void aFindAndModifyThatIsSentAgainGivesTheSameDocument() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 1}]}");
        String change = "{findAndModify: 'a', query: {_id: 1}, update: {$inc: {x: 1}}, new: true}";
        BsonDocument first = send(1, change);
        client.run("{update: 'a', updates: [{q: {_id: 1}, u: {$set: {x: 50}}}]}");
        assertThat(send(1, change)).isEqualTo(first);
        assertThat(first.getDocument("value").get("x")).isEqualTo(new BsonInt32(2));
        String upsert = "{findAndModify: 'a', query: {y: 1}, update: {$set: {x: 1}}, upsert: true, new: true,"
                + " reportAutoincrement: true}";
        BsonDocument second = send(2, upsert);
        assertThat(send(2, upsert)).isEqualTo(second);
        assertThat(client.all("a")).hasSize(2);
        String remove = "{findAndModify: 'a', query: {_id: 1}, remove: true}";
        BsonDocument third = send(3, remove);
        assertThat(send(3, remove)).isEqualTo(third);
        assertThat(third.getDocument("value").get("x")).isEqualTo(new BsonInt32(50));
    }

    @Test
    void aLowerNumberIsTooOld() {
        send(5, "{insert: 'a', documents: [{_id: 1}]}");
        BsonDocument old = client.reply("shop", numbered(1, 4, "{insert: 'a', documents: [{_id: 2}]}"));
        assertThat(old.get("code")).isEqualTo(new BsonInt32(225));
        assertThat(old.getString("codeName").getValue()).isEqualTo("TransactionTooOld");
        client.run("shop", numbered(2, 1, "{insert: 'a', documents: [{_id: 3}]}"));
        assertThat(client.all("a")).hasSize(2);
    }

    @Test
    void aWriteThatFoundNothingMakesLowerNumbersTooOldAsWell() {
        send(5, "{update: 'a', updates: [{q: {_id: 9}, u: {$set: {x: 1}}}]}");
        BsonDocument old = client.reply("shop", numbered(1, 4, "{insert: 'a', documents: [{_id: 2}]}"));
        assertThat(old.get("code")).isEqualTo(new BsonInt32(225));
        send(6, "{findAndModify: 'a', query: {_id: 9}, remove: true}");
        old = client.reply("shop", numbered(1, 5, "{insert: 'a', documents: [{_id: 2}]}"));
        assertThat(old.get("code")).isEqualTo(new BsonInt32(225));
        assertThat(client.all("a")).isEmpty();
    }

    @Test
    void aStatementThatFailedIsTriedAgain() {
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        String insert = "{insert: 'a', documents: [{_id: 1}, {_id: 2}, {_id: 3}]}";
        BsonDocument first = send(1, insert);
        assertThat(first.get("n")).isEqualTo(new BsonInt32(1));
        client.run("{delete: 'a', deletes: [{q: {_id: 2}, limit: 1}]}");
        BsonDocument second = send(1, insert);
        assertThat(second).isEqualTo(json("{n: 3, ok: 1.0}"));
        assertThat(client.all("a")).hasSize(3);
    }

    @Test
    void aStatementThatFoundNothingLooksAgain() {
        String update = "{update: 'a', updates: [{q: {_id: 1}, u: {$set: {x: 1}}}]}";
        assertThat(send(1, update).get("n")).isEqualTo(new BsonInt32(0));
        client.run("{insert: 'a', documents: [{_id: 1}]}");
        assertThat(send(1, update).get("n")).isEqualTo(new BsonInt32(1));
        String remove = "{findAndModify: 'a', query: {_id: 2}, remove: true}";
        assertThat(send(2, remove).get("value")).isEqualTo(BsonNull.VALUE);
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        assertThat(send(2, remove).getDocument("value").get("_id")).isEqualTo(new BsonInt32(2));
    }

    @Test
    void writesOfManyDocumentsAreNotRetryable() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 1}, {_id: 2, x: 1}]}");
        String update = "{update: 'a', updates: [{q: {}, u: {$inc: {x: 1}}, multi: true}]}";
        String delete = "{delete: 'a', deletes: [{q: {x: 1}, limit: 0}]}";
        for (String write : List.of(update, delete)) {
            BsonDocument refusal = client.refused(numbered(1, 1, write).toJson());
            assertThat(refusal.get("code")).isEqualTo(new BsonInt32(72));
        }
        assertThat(client.all("a")).extracting(document -> document.get("x")).containsOnly(new BsonInt32(1));
    }

    private BsonDocument part(String documents, int... statements) {
        BsonArray numbers = new BsonArray();
        for (int statement : statements) {
            numbers.add(new BsonInt32(statement));
        }
        return router.run(
                "shop",
                numbered(
                                1,
                                1,
                                "{insert: 'a', documents: [" + documents
                                        + "], ordered: false, reportAutoincrement: true}")
                        .append("stmtIds", numbers));
    }

    @Test
    void partsOfOneWriteAreKnownByTheirStatements() {
        part("{_id: 0}, {_id: 3}", 0, 3);
        part("{_id: 1}", 1);
        BsonDocument again = part("{_id: 3}, {_id: 1}, {_id: 2}", 3, 1, 2);
        assertThat(again.get("n")).isEqualTo(new BsonInt32(3));
        assertThat(again.getArray("autoincrement"))
                .containsExactly(
                        json("{index: 0, field: 'id', value: 2}"),
                        json("{index: 1, field: 'id', value: 3}"),
                        json("{index: 2, field: 'id', value: 4}"));
        assertThat(client.all("a")).hasSize(4);
    }

    @Test
    void aWriteThatFailsAsAWholeIsNotRemembered() {
        client.reply("shop", numbered(1, 9, "{insert: 'a$b', documents: [{_id: 1}]}"));
        send(1, "{insert: 'a', documents: [{_id: 1}]}");
        assertThat(client.all("a")).hasSize(1);
    }

    @Test
    void txnNumberNeedsASession() {
        BsonDocument reply = client.reply(
                "shop", json("{insert: 'a', documents: [{_id: 1}]}").append("txnNumber", new BsonInt64(1)));
        assertThat(reply.getNumber("ok").intValue()).isZero();
        assertThat(client.all("a")).isEmpty();
    }
}
