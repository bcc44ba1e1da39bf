package io.counterpoint.shard.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.command.ShardFixture;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** States at cluster times, as routers keep and read them. */
class ClusterCutsTest {
    private static final int SNAPSHOT_UNAVAILABLE = 246;

    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();
    private final ShardFixture.Peer router = shard.router();

    @BeforeEach
    void create() {
        client.run("{create: 'a'}");
        client.run("{insert: 'a', documents: [{_id: 1}]}");
    }

    @AfterEach
    void close() {
        shard.close();
    }

    private BsonTimestamp now() {
        return client.clusterTime();
    }

    private static BsonTimestamp after(BsonTimestamp time, int steps) {
        return new BsonTimestamp(time.getValue() + steps);
    }

    private BsonDocument keep(BsonTimestamp time) {
        return router.reply("admin", command("_keepSnapshot", time));
    }

    private static BsonDocument command(String name, BsonTimestamp time) {
        return new BsonDocument(name, new BsonInt32(1)).append("time", time);
    }

    private List<BsonDocument> read(BsonTimestamp time) {
        return ShardFixture.documents(router.run("shop", find(time)));
    }

    private static BsonDocument find(BsonTimestamp time) {
        return BsonDocument.parse("{find: 'a', sort: {_id: 1}}")
                .append(
                        "readConcern",
                        new BsonDocument("level", new BsonString("snapshot")).append("atClusterTime", time));
    }

    private BsonDocument inTransaction(String json, boolean starts) {
        BsonDocument statement = BsonDocument.parse(json)
                .append("lsid", new BsonDocument("id", new BsonBinary(new UUID(0, 1))))
                .append("txnNumber", new BsonInt64(1))
                .append("autocommit", BsonBoolean.FALSE);
        return starts ? statement.append("startTransaction", BsonBoolean.TRUE) : statement;
    }

    private BsonTimestamp prepareAnInsert() {
        router.run("shop", inTransaction("{insert: 'a', documents: [{_id: 2}]}", true));
        return router.run("admin", inTransaction("{_prepareTransaction: 1, coordinator: 'shard01'}", false))
                .getTimestamp("prepareTime");
    }

    private void decide(boolean commit, BsonTimestamp time) {
        router.run(
                "admin",
                inTransaction("{_decideTransaction: 1, coordinator: true}", false)
                        .append("commit", BsonBoolean.valueOf(commit))
                        .append("commitTime", time));
    }

    private static BsonDocument document(int id) {
        return new BsonDocument("_id", new BsonInt32(id));
    }

    @Test
    void readsWhatWasWrittenByATime() {
        BsonTimestamp time = after(now(), 10);
        assertThat(keep(time)).doesNotContainKey("code");
        client.run("{insert: 'a', documents: [{_id: 2}]}");

        assertThat(read(time)).containsExactly(document(1));
        assertThat(client.all("a")).hasSize(2);
        assertThat(now().getValue()).isGreaterThan(time.getValue());
    }

    @Test
    void refusesATimeThatHasPassed() {
        BsonTimestamp time = now();
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        client.run("{insert: 'a', documents: [{_id: 3}]}");

        assertThat(keep(time)).containsEntry("code", new BsonInt32(SNAPSHOT_UNAVAILABLE));
        assertThat(router.reply("shop", find(time))).containsEntry("code", new BsonInt32(SNAPSHOT_UNAVAILABLE));
    }

    @Test
    void forgetsWhatNobodyNeeds() {
        BsonTimestamp time = after(now(), 10);
        keep(time);
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        router.run("admin", command("_forgetSnapshot", time));

        assertThat(router.reply("shop", find(time))).containsEntry("code", new BsonInt32(SNAPSHOT_UNAVAILABLE));
    }

    @Test
    void forgetsByItselfAfterAWhile() {
        BsonTimestamp time = after(now(), 10);
        keep(time);
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        shard.timers().advance(299_000);
        assertThat(read(time)).hasSize(1);
        shard.timers().advance(30_000);

        assertThat(router.reply("shop", find(time))).containsEntry("code", new BsonInt32(SNAPSHOT_UNAVAILABLE));
    }

    @Test
    void waitsForATransactionThatMayHaveBeenCommittedByThen() {
        BsonTimestamp prepared = prepareAnInsert();
        BsonTimestamp time = after(prepared, 10);
        CompletableFuture<BsonDocument> kept =
                router.send(command("_keepSnapshot", time).append("$db", new BsonString("admin")));
        assertThat(kept).isNotDone();

        decide(true, after(prepared, 5));

        assertThat(kept).isCompleted();
        client.run("{insert: 'a', documents: [{_id: 3}]}");
        assertThat(read(time)).containsExactly(document(1), document(2));
    }

    @Test
    void leavesOutATransactionThatWasCommittedLater() {
        BsonTimestamp prepared = prepareAnInsert();
        BsonTimestamp time = after(prepared, 10);
        CompletableFuture<BsonDocument> kept =
                router.send(command("_keepSnapshot", time).append("$db", new BsonString("admin")));

        decide(true, after(time, 5));

        assertThat(kept).isCompleted();
        assertThat(read(time)).containsExactly(document(1));
        assertThat(client.all("a")).hasSize(2);
        assertThat(now().getValue()).isGreaterThanOrEqualTo(time.getValue() + 5);
    }

    @Test
    void leavesOutATransactionThatWasAborted() {
        BsonTimestamp time = after(prepareAnInsert(), 10);
        CompletableFuture<BsonDocument> kept =
                router.send(command("_keepSnapshot", time).append("$db", new BsonString("admin")));
        decide(false, new BsonTimestamp(0));

        assertThat(kept).isCompleted();
        assertThat(read(time)).containsExactly(document(1));
    }

    @Test
    void aTransactionReadsWhatIsKept() {
        BsonTimestamp time = after(now(), 10);
        keep(time);
        client.run("{update: 'a', updates: [{q: {_id: 1}, u: {$set: {x: 1}}}]}");

        BsonDocument first = inTransaction("{find: 'a'}", true)
                .append("readConcern", find(time).get("readConcern"));
        assertThat(ShardFixture.documents(router.run("shop", first))).containsExactly(document(1));
        assertThat(router.reply(
                        "shop", inTransaction("{update: 'a', updates: [{q: {_id: 1}, u: {$set: {x: 2}}}]}", false)))
                .containsEntry("code", new BsonInt32(112));
    }

    @Test
    void aRestartGoesOnWithALaterTime() {
        BsonTimestamp time = after(now(), 1_000);
        keep(time);
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        shard.restart();

        assertThat(now().getValue()).isGreaterThan(time.getValue());
        assertThat(keep(time)).containsEntry("code", new BsonInt32(SNAPSHOT_UNAVAILABLE));
    }
}
