package io.counterpoint.shard.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.command.ShardFixture;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A write loop that stands still, as routers and {@code fsync} ask for it. */
final class WriteHoldsTest {
    private static final String HOLDER = "{$oid: '65a000000000000000000001'}";
    private static final String OTHER = "{$oid: '65a000000000000000000002'}";
    private static final int LIMIT_MILLIS = 5_000;

    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();
    private final ShardFixture.Peer router = shard.router();

    @BeforeEach
    void create() {
        client.run("{create: 'a', autoincrement: 'id'}");
        client.run("{insert: 'a', documents: [{_id: 1}]}");
    }

    @AfterEach
    void close() {
        shard.close();
    }

    private BsonDocument hold(String holder) {
        return router.admin("{_holdWrites: " + holder + ", millisMax: " + LIMIT_MILLIS + "}");
    }

    private boolean release(String holder) {
        return router.admin("{_releaseWrites: " + holder + "}")
                .getBoolean("held")
                .getValue();
    }

    private CompletableFuture<BsonDocument> insert(int id) {
        return client.send(BsonDocument.parse("{insert: 'a', documents: [{_id: " + id + "}]}")
                .append("$db", new BsonString("shop")));
    }

    @Test
    void writesWaitAndReadsGoOn() {
        assertThat(hold(HOLDER)).isEqualTo(BsonDocument.parse("{staged: 0, prepared: 0, ok: 1.0}"));
        CompletableFuture<BsonDocument> second = insert(2);
        CompletableFuture<BsonDocument> third = insert(3);
        assertThat(second).isNotDone();
        assertThat(client.all("a")).hasSize(1);
        assertThat(release(HOLDER)).isTrue();
        assertThat(second).isCompleted();
        assertThat(third).isCompleted();
        assertThat(client.all("a")).hasSize(3);
        assertThat(release(HOLDER)).isFalse();
    }

    @Test
    void theLastHolderLetsGo() {
        hold(HOLDER);
        hold(OTHER);
        CompletableFuture<BsonDocument> waiting = insert(2);
        assertThat(release(HOLDER)).isTrue();
        assertThat(waiting).isNotDone();
        assertThat(release(OTHER)).isTrue();
        assertThat(waiting).isCompleted();
    }

    @Test
    void aHoldEndsByItselfAndSaysSo() {
        hold(HOLDER);
        CompletableFuture<BsonDocument> waiting = insert(2);
        shard.timers().advance(LIMIT_MILLIS);
        assertThat(waiting).isCompleted();
        assertThat(release(HOLDER)).isFalse();
        assertThat(router.reply("admin", BsonDocument.parse("{_makeCheckpoint: " + HOLDER + "}"))
                        .getString("codeName")
                        .getValue())
                .isEqualTo("LockBusy");
    }

    @Test
    void theLoopCanBeHeldAgain() {
        for (int round = 2; round < 5; round++) {
            hold(HOLDER);
            CompletableFuture<BsonDocument> waiting = insert(round);
            assertThat(waiting).isNotDone();
            assertThat(release(HOLDER)).isTrue();
            assertThat(waiting).isCompleted();
        }
        assertThat(client.all("a")).hasSize(4);
    }

    @Test
    void undecidedPartsAreCountedAndNewOnesRefusedWhileTheGateIsClosed() {
        assertThat(stage(1, 2).getNumber("ok").intValue()).isEqualTo(1);
        assertThat(hold(HOLDER).getInt32("staged").getValue()).isEqualTo(1);
        assertThat(release(HOLDER)).isTrue();
        router.admin("{_holdWrites: " + HOLDER + ", millisMax: 1000, gateMillis: 2000}");
        router.admin("{_releaseWrites: " + HOLDER + ", keepGate: true}");
        assertThat(stage(2, 3).getInt32("code").getValue()).isEqualTo(112);
        router.run("admin", new BsonDocument("_decideStage", new BsonInt64(1)).append("keep", new BsonInt64(1)));
        assertThat(hold(HOLDER).getInt32("staged").getValue()).isZero();
        assertThat(release(HOLDER)).isTrue();
        assertThat(stage(3, 4).getNumber("ok").intValue()).isEqualTo(1);
    }

    @Test
    void aGateThatNobodyOpensOpensByItself() {
        router.admin("{_holdWrites: " + HOLDER + ", millisMax: 1000, gateMillis: 2000}");
        shard.timers().advance(2_000);
        assertThat(stage(2, 3).getNumber("ok").intValue()).isEqualTo(1);
    }

    private BsonDocument stage(long number, int id) {
        return router.send(BsonDocument.parse("{insert: 'a', documents: [{_id: " + id + "}]}")
                        .append("stage", new BsonInt64(number))
                        .append("$db", new BsonString("shop")))
                .join();
    }

    @Test
    void fsyncLocksAreCounted() {
        assertThat(client.admin("{fsync: 1}").getInt32("numFiles").getValue()).isEqualTo(1);
        assertThat(client.admin("{fsync: 1, lock: true}").getInt64("lockCount").getValue())
                .isEqualTo(1);
        assertThat(client.admin("{fsync: 1, lock: true}").getInt64("lockCount").getValue())
                .isEqualTo(2);
        CompletableFuture<BsonDocument> waiting = insert(2);
        assertThat(client.admin("{fsyncUnlock: 1}").getInt64("lockCount").getValue())
                .isEqualTo(1);
        assertThat(waiting).isNotDone();
        assertThat(client.admin("{fsyncUnlock: 1}"))
                .isEqualTo(
                        BsonDocument.parse("{info: 'fsyncUnlock completed', lockCount: {$numberLong: '0'}, ok: 1.0}"));
        assertThat(waiting).isCompleted();
        BsonDocument refused = client.reply("admin", BsonDocument.parse("{fsyncUnlock: 1}"));
        assertThat(refused.getInt32("code").getValue()).isEqualTo(20);
        assertThat(refused.getString("errmsg").getValue()).isEqualTo("fsyncUnlock called when not locked");
    }

    @Test
    void aShardThatIsHeldStops() {
        client.admin("{fsync: 1, lock: true}");
        CompletableFuture<BsonDocument> waiting = insert(2);
        shard.restart();
        assertThat(waiting).isCompleted();
        client.run("{insert: 'a', documents: [{_id: 3}]}");
    }
}
