package io.counterpoint.shard.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.command.ShardFixture;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Staged parts of ordered batches, as a router asks for them. */
class StagedBatchTest {
    private static final long DECISION_MILLIS_MAX = 10_000;

    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();
    private final ShardFixture.Peer router = shard.router();
    private final ShardFixture.Peer other = shard.router();

    @BeforeEach
    void create() {
        client.run("{create: 'a', autoincrement: 'id'}");
    }

    @AfterEach
    void close() {
        client.validate("shop", "a");
        client.validate("admin", "counters");
        shard.close();
    }

    private static BsonDocument stage(long number, String command) {
        return BsonDocument.parse(command)
                .append("stage", new BsonInt64(number))
                .append("$db", new BsonString("shop"));
    }

    private static BsonDocument insert(long number, String documents) {
        return stage(number, "{insert: 'a', documents: [" + documents + "], reportAutoincrement: true}");
    }

    private static BsonDocument decide(ShardFixture.Peer peer, long number, int keep) {
        return peer.reply("admin", decision(number, keep));
    }

    private static BsonDocument decision(long number, int keep) {
        return new BsonDocument("_decideStage", new BsonInt64(number)).append("keep", new BsonInt32(keep));
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    private @Nullable BsonValue last() {
        return client.last("shop.a.id");
    }

    @Test
    void aStageIsInvisibleUntilItIsDecided() {
        BsonDocument reply = router.send(insert(1, "{_id: 1}, {_id: 2}")).join();
        assertThat(reply).isEqualTo(json("{n: 0, staged: 2, ok: 1.0}"));
        assertThat(client.all("a")).isEmpty();
        assertThat(last()).isEqualTo(new BsonInt32(0));
        assertThat(decide(router, 1, 2))
                .isEqualTo(json("{n: 2, autoincrement: [{index: 0, field: 'id', value: 1},"
                        + " {index: 1, field: 'id', value: 2}], ok: 1.0}"));
        assertThat(client.all("a")).containsExactly(json("{_id: 1, id: 1}"), json("{_id: 2, id: 2}"));
        assertThat(last()).isEqualTo(new BsonInt32(2));
        client.run("{insert: 'a', documents: [{_id: 3}]}");
        assertThat(client.all("a").get(2)).isEqualTo(json("{_id: 3, id: 3}"));
    }

    @Test
    void keepingSomeMakesTheFirstReal() {
        router.send(insert(1, "{_id: 1}, {_id: 2}, {_id: 3}")).join();
        assertThat(decide(router, 1, 2).get("n")).isEqualTo(new BsonInt32(2));
        assertThat(client.all("a")).hasSize(2);
        assertThat(last()).isEqualTo(new BsonInt32(2));
    }

    @Test
    void keepingNoneDropsAllAndTheNumbersToo() {
        router.send(insert(1, "{_id: 1}, {_id: 2}")).join();
        assertThat(decide(router, 1, 0)).isEqualTo(json("{ok: 1.0}"));
        assertThat(client.all("a")).isEmpty();
        client.run("{insert: 'a', documents: [{_id: 3}]}");
        assertThat(client.all("a")).containsExactly(json("{_id: 3, id: 1}"));
    }

    @Test
    void aPartRunsUpToItsFirstError() {
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        BsonDocument reply =
                router.send(insert(1, "{_id: 1}, {_id: 2}, {_id: 3}")).join();
        assertThat(reply.get("staged")).isEqualTo(new BsonInt32(1));
        BsonArray errors = reply.getArray("writeErrors");
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0).asDocument().get("index")).isEqualTo(new BsonInt32(1));
        assertThat(decide(router, 1, 1).get("n")).isEqualTo(new BsonInt32(1));
        assertThat(client.all("a")).hasSize(2);
        assertThat(last()).isEqualTo(new BsonInt32(2));
    }

    @Test
    void updatesAndDeletesAreStagedAlike() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 1}, {_id: 2, x: 1}]}");
        router.send(stage(
                        1,
                        "{update: 'a', updates: [{q: {_id: 1}, u: {$set: {x: 2}}}, {q: {_id: 9}, u: {$set: {x: 9}},"
                                + " upsert: true}]}"))
                .join();
        router.send(stage(2, "{delete: 'a', deletes: [{q: {_id: 2}, limit: 1}]}"))
                .join();
        assertThat(client.all("a")).hasSize(2);
        assertThat(decide(router, 1, 2))
                .isEqualTo(json("{n: 2, nModified: 1, upserted: [{index: 1, _id: 9}], ok: 1.0}"));
        assertThat(decide(router, 2, 1)).isEqualTo(json("{n: 1, ok: 1.0}"));
        assertThat(client.all("a")).containsExactly(json("{_id: 1, x: 2, id: 1}"), json("{_id: 9, x: 9, id: 3}"));
    }

    @Test
    void otherWritesWaitForTakenKeysOnly() {
        client.run("{create: 'b'}");
        router.send(insert(1, "{_id: 1}")).join();
        CompletableFuture<BsonDocument> waiting =
                client.send(json("{insert: 'a', documents: [{_id: 5}], $db: 'shop'}"));
        assertThat(waiting).as("the counter is taken").isNotDone();
        client.run("{insert: 'b', documents: [{_id: 1}]}");
        assertThat(client.all("a")).as("readers never wait").isEmpty();
        decide(router, 1, 1);
        assertThat(waiting.join().get("n")).isEqualTo(new BsonInt32(1));
        assertThat(client.all("a")).containsExactly(json("{_id: 1, id: 1}"), json("{_id: 5, id: 2}"));
    }

    @Test
    void aWriteThatWaitsForAStageGivesUpInTime() {
        router.send(insert(1, "{_id: 1}")).join();
        CompletableFuture<BsonDocument> waiting =
                client.send(json("{insert: 'a', documents: [{_id: 5}], maxTimeMS: 100, $db: 'shop'}"));
        shard.timers().advance(100);
        assertThat(waiting.join().get("code")).isEqualTo(new BsonInt32(50));
        decide(router, 1, 1);
        assertThat(client.all("a")).hasSize(1);
    }

    @Test
    void theOlderStageWaitsForTheYounger() {
        router.send(insert(7, "{_id: 1}")).join();
        CompletableFuture<BsonDocument> older = other.send(insert(3, "{_id: 2}"));
        assertThat(older).isNotDone();
        decide(router, 7, 1);
        assertThat(older.join().get("staged")).isEqualTo(new BsonInt32(1));
        assertThat(decide(other, 3, 1)
                        .getArray("autoincrement")
                        .get(0)
                        .asDocument()
                        .get("value"))
                .isEqualTo(new BsonInt32(2));
    }

    @Test
    void theYoungerStageGivesUpBeforeTheOlder() {
        router.send(insert(3, "{_id: 1}")).join();
        BsonDocument younger = other.send(insert(7, "{_id: 2}")).join();
        assertThat(younger.get("code")).isEqualTo(new BsonInt32(112));
        decide(router, 3, 1);
        assertThat(decide(other, 7, 0).get("code")).as("nothing is kept of it").isEqualTo(new BsonInt32(251));
        assertThat(other.send(insert(7, "{_id: 2}")).join().get("staged")).isEqualTo(new BsonInt32(1));
        assertThat(decide(other, 7, 1).get("n")).isEqualTo(new BsonInt32(1));
        assertThat(client.all("a")).hasSize(2);
    }

    @Test
    void aStageThatWasRefusedHoldsNoKeys() {
        router.send(insert(3, "{_id: 1}")).join();
        other.send(stage(7, "{update: 'a', updates: [{q: {_id: 9}, u: {$set: {id: 50}}, upsert: true}]}"))
                .join();
        decide(router, 3, 0);
        client.run("{insert: 'a', documents: [{_id: 9}]}");
    }

    @Test
    void numbersOfTwoRoutersAreNotMixedUp() {
        client.run("{create: 'b'}");
        router.send(stage(1, "{insert: 'a', documents: [{_id: 1}]}")).join();
        other.send(stage(1, "{insert: 'b', documents: [{_id: 1}]}")).join();
        decide(router, 1, 0);
        decide(other, 1, 1);
        assertThat(client.all("a")).isEmpty();
        assertThat(client.all("b")).hasSize(1);
    }

    @Test
    void theEndOfTheConnectionDropsItsStages() {
        router.send(insert(1, "{_id: 1}")).join();
        router.close();
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        assertThat(client.all("a")).containsExactly(json("{_id: 2, id: 1}"));
    }

    @Test
    void aRouterThatTakesTooLongLosesItsStage() {
        router.send(insert(1, "{_id: 1}")).join();
        shard.timers().advance(DECISION_MILLIS_MAX - 1);
        CompletableFuture<BsonDocument> waiting =
                client.send(json("{insert: 'a', documents: [{_id: 2}], $db: 'shop'}"));
        assertThat(waiting).isNotDone();
        shard.timers().advance(1);
        assertThat(waiting).isCompleted();
        assertThat(decide(router, 1, 1).get("code")).isEqualTo(new BsonInt32(251));
        assertThat(client.all("a")).containsExactly(json("{_id: 2, id: 1}"));
    }

    @Test
    void aDecidedStageLeavesNoTimer() {
        int before = shard.timers().pendingCount();
        router.send(insert(1, "{_id: 1}")).join();
        decide(router, 1, 1);
        assertThat(shard.timers().pendingCount()).isEqualTo(before);
    }

    @Test
    void aStageThatIsStillWaitingWhenItsConnectionEndsIsNeverKept() {
        router.send(insert(7, "{_id: 1}")).join();
        CompletableFuture<BsonDocument> older = other.send(insert(3, "{_id: 2}"));
        other.close();
        decide(router, 7, 0);
        assertThat(older.join().get("code")).isEqualTo(new BsonInt32(251));
        client.run("{insert: 'a', documents: [{_id: 3}]}");
        assertThat(client.all("a")).containsExactly(json("{_id: 3, id: 1}"));
    }

    @Test
    void aStageThatIsStillWaitingWhenItIsDecidedIsNeverKept() {
        router.send(insert(7, "{_id: 1}")).join();
        CompletableFuture<BsonDocument> older = other.send(insert(3, "{_id: 2}"));
        assertThat(decide(other, 3, 0).get("code")).isEqualTo(new BsonInt32(251));
        decide(router, 7, 0);
        assertThat(older.join().get("code")).isEqualTo(new BsonInt32(251));
        client.run("{insert: 'a', documents: [{_id: 3}]}");
        assertThat(client.all("a")).containsExactly(json("{_id: 3, id: 1}"));
    }

    @Test
    void aLaterWriteOfTheSessionWaitsForTheStage() {
        BsonDocument session = new BsonDocument("id", new BsonBinary(new UUID(1, 1)));
        client.run("{create: 'b'}");
        router.send(stage(1, "{insert: 'b', documents: [{_id: 1}], stmtIds: [0]}")
                        .append("lsid", session)
                        .append("txnNumber", new BsonInt64(6)))
                .join();
        BsonDocument next = json("{insert: 'b', documents: [{_id: 2}], $db: 'shop'}")
                .append("lsid", session)
                .append("txnNumber", new BsonInt64(7));
        CompletableFuture<BsonDocument> waiting = client.send(next);
        assertThat(waiting).isNotDone();
        decide(router, 1, 1);
        assertThat(waiting).isCompleted();
        assertThat(client.send(next).join().containsKey("writeErrors"))
                .as("it is remembered")
                .isFalse();
    }

    @Test
    void stagesAreRemembered() {
        BsonDocument session = new BsonDocument("id", new BsonBinary(new UUID(1, 1)));
        BsonDocument part = insert(1, "{_id: 1}, {_id: 2}")
                .append("stmtIds", new BsonArray(List.of(new BsonInt32(4), new BsonInt32(6))))
                .append("lsid", session)
                .append("txnNumber", new BsonInt64(6));
        router.send(part).join();
        BsonDocument first = decide(router, 1, 1);
        assertThat(first.getArray("autoincrement")).hasSize(1);
        part.put("stage", new BsonInt64(2));
        router.send(part).join();
        BsonDocument again = decide(router, 2, 2);
        assertThat(again.get("n")).isEqualTo(new BsonInt32(2));
        assertThat(again.getArray("autoincrement").get(0))
                .isEqualTo(first.getArray("autoincrement").get(0));
        assertThat(client.all("a")).containsExactly(json("{_id: 1, id: 1}"), json("{_id: 2, id: 2}"));
    }

    @Test
    void onlyRoutersStage() {
        assertThat(client.reply("shop", insert(1, "{_id: 1}")).get("code")).isEqualTo(new BsonInt32(40415));
        assertThat(client.reply("admin", decision(1, 1)).get("code")).isEqualTo(new BsonInt32(59));
    }

    @Test
    void thereIsNothingToDecideWithoutAStage() {
        assertThat(decide(router, 99, 1).get("code")).isEqualTo(new BsonInt32(251));
    }
}
