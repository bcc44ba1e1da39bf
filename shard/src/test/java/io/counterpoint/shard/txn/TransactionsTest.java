package io.counterpoint.shard.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.command.ShardFixture;
import io.counterpoint.shard.loop.FaultyStore;
import io.counterpoint.shard.storage.MemoryStore;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Multi-document transactions on one shard, as clients and routers drive them. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of commands that may have to wait is looked up afterwards
class TransactionsTest {
    private static final long LIFETIME_MILLIS_MAX = 60_000;

    private final FaultyStore store = new FaultyStore(new MemoryStore());
    private final ShardFixture shard = ShardFixture.over(store, 1);
    private final ShardFixture.Peer client = shard.client();
    private final ShardFixture.Peer router = shard.router();

    @BeforeEach
    void create() {
        client.run("{create: 'a', autoincrement: 'id'}");
        client.run("{create: 'b'}");
    }

    @AfterEach
    void close() {
        client.validate("shop", "a");
        client.validate("shop", "b");
        client.validate("admin", "counters");
        shard.close();
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    /** One transaction of one session. */
    private static final class Txn {
        private final ShardFixture.Peer peer;
        private final UUID session;
        private final long number;
        private boolean started;

        private Txn(ShardFixture.Peer peer, long session, long number) {
            this.peer = peer;
            this.session = new UUID(0, session);
            this.number = number;
        }

        private BsonDocument statement(String command) {
            BsonDocument statement = json(command)
                    .append("lsid", new BsonDocument("id", new BsonBinary(session)))
                    .append("txnNumber", new BsonInt64(number))
                    .append("autocommit", BsonBoolean.FALSE);
            if (!started) {
                statement.append("startTransaction", BsonBoolean.TRUE);
                started = true;
            }
            return statement;
        }

        BsonDocument run(String command) {
            return peer.run("shop", statement(command));
        }

        BsonDocument reply(String command) {
            return peer.reply("shop", statement(command));
        }

        BsonDocument admin(String command) {
            started = true;
            return peer.reply("admin", statement(command));
        }

        void commit() {
            assertThat(admin("{commitTransaction: 1}")).isEqualTo(json("{ok: 1.0}"));
        }

        void abort() {
            assertThat(admin("{abortTransaction: 1}")).isEqualTo(json("{ok: 1.0}"));
        }

        List<BsonDocument> find(String collection) {
            return ShardFixture.documents(run("{find: '" + collection + "', sort: {_id: 1}}"));
        }
    }

    private Txn txn(long session, long number) {
        return new Txn(client, session, number);
    }

    private Txn routed(long session, long number) {
        return new Txn(router, session, number);
    }

    private static void assertCode(BsonDocument reply, int code) {
        assertThat(reply.get("code")).as(reply.toString()).isEqualTo(new BsonInt32(code));
    }

    private static void assertTransient(BsonDocument reply, int code) {
        assertCode(reply, code);
        assertThat(reply.getArray("errorLabels")).contains(new BsonString("TransientTransactionError"));
    }

    private @Nullable BsonValue last() {
        return client.last("shop.a.id");
    }

    @Test
    void changesAreSeenInsideAtOnceAndOutsideAfterTheCommit() {
        client.run("{insert: 'b', documents: [{_id: 1, x: 1}, {_id: 2, x: 1}]}");
        Txn txn = txn(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 3}]}");
        txn.run("{update: 'b', updates: [{q: {_id: 1}, u: {$set: {x: 9}}}]}");
        txn.run("{delete: 'b', deletes: [{q: {_id: 2}, limit: 1}]}");
        assertThat(txn.find("b")).containsExactly(json("{_id: 1, x: 9}"), json("{_id: 3}"));
        assertThat(client.all("b")).containsExactly(json("{_id: 1, x: 1}"), json("{_id: 2, x: 1}"));
        txn.commit();
        assertThat(client.all("b")).containsExactly(json("{_id: 1, x: 9}"), json("{_id: 3}"));
        shard.restart();
        assertThat(client.all("b")).hasSize(2);
    }

    @Test
    void anAbortLeavesNothingButAGapInTheNumbers() {
        client.run("{insert: 'a', documents: [{_id: 1}]}");
        Txn txn = txn(1, 1);
        txn.run("{insert: 'a', documents: [{_id: 2}, {_id: 3}]}");
        assertThat(last()).as("taken at once").isEqualTo(new BsonInt32(3));
        assertThat(ShardFixture.documents(txn.peer.run("admin", txn.statement("{find: 'counters'}"))))
                .as("the snapshot is older")
                .containsExactly(json("{_id: 'shop.a.id', collection: 'shop.a', field: 'id', last: 1}"));
        client.run("{insert: 'a', documents: [{_id: 4}]}");
        txn.abort();
        client.run("{insert: 'a', documents: [{_id: 5}]}");
        assertThat(client.all("a"))
                .containsExactly(json("{_id: 1, id: 1}"), json("{_id: 4, id: 4}"), json("{_id: 5, id: 5}"));
    }

    @Test
    void twoTransactionsTakeNumbersSideBySide() {
        Txn first = txn(1, 1);
        Txn second = txn(2, 1);
        first.run("{insert: 'a', documents: [{_id: 1}]}");
        second.run("{insert: 'a', documents: [{_id: 2}]}");
        first.run("{insert: 'a', documents: [{_id: 3}]}");
        second.commit();
        first.commit();
        assertThat(client.all("a"))
                .containsExactly(json("{_id: 1, id: 1}"), json("{_id: 2, id: 2}"), json("{_id: 3, id: 3}"));
    }

    @Test
    void anExplicitNumberRaisesTheCounterAtOnce() {
        Txn txn = txn(1, 1);
        txn.run("{insert: 'a', documents: [{_id: 1, id: 50}]}");
        assertThat(last()).isEqualTo(new BsonInt32(50));
        txn.abort();
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        assertThat(client.all("a")).containsExactly(json("{_id: 2, id: 51}"));
    }

    @Test
    void whoeverComesSecondConflictsAtOnce() {
        client.run("{insert: 'b', documents: [{_id: 1, x: 1}]}");
        Txn first = txn(1, 1);
        Txn second = txn(2, 1);
        second.find("b");
        first.run("{update: 'b', updates: [{q: {_id: 1}, u: {$inc: {x: 1}}}]}");
        assertTransient(second.reply("{update: 'b', updates: [{q: {_id: 1}, u: {$inc: {x: 1}}}]}"), 112);
        assertTransient(second.reply("{find: 'b'}"), 251);
        first.commit();
        assertThat(client.all("b")).containsExactly(json("{_id: 1, x: 2}"));
    }

    @Test
    void whatChangedSinceTheSnapshotConflicts() {
        client.run("{insert: 'b', documents: [{_id: 1, x: 1}]}");
        Txn txn = txn(1, 1);
        txn.find("b");
        client.run("{update: 'b', updates: [{q: {_id: 1}, u: {$inc: {x: 1}}}]}");
        assertThat(txn.find("b")).containsExactly(json("{_id: 1, x: 1}"));
        assertTransient(txn.reply("{delete: 'b', deletes: [{q: {_id: 1}, limit: 1}]}"), 112);
    }

    @Test
    void twoTransactionsCannotStoreTheSameUniqueKey() {
        Txn first = txn(1, 1);
        Txn second = txn(2, 1);
        first.run("{insert: 'b', documents: [{_id: 1}]}");
        assertTransient(second.reply("{insert: 'b', documents: [{_id: 1}]}"), 112);
        first.commit();
        assertCode(txn(3, 1).reply("{insert: 'b', documents: [{_id: 1}]}"), 11000);
    }

    @Test
    void aPlainWriteWaitsForATransaction() {
        client.run("{insert: 'b', documents: [{_id: 1, x: 1}]}");
        Txn txn = txn(1, 1);
        txn.run("{update: 'b', updates: [{q: {_id: 1}, u: {$inc: {x: 1}}}]}");
        CompletableFuture<BsonDocument> waiting =
                client.send(json("{update: 'b', updates: [{q: {_id: 1}, u: {$inc: {x: 10}}}], $db: 'shop'}"));
        assertThat(waiting).isNotDone();
        txn.commit();
        assertThat(waiting).isCompleted();
        assertThat(client.all("b")).containsExactly(json("{_id: 1, x: 12}"));
    }

    @Test
    void aRefusedStatementEndsTheTransaction() {
        client.run("{insert: 'b', documents: [{_id: 1}]}");
        Txn txn = txn(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 2}]}");
        assertCode(txn.reply("{insert: 'b', documents: [{_id: 3}, {_id: 1}]}"), 11000);
        assertTransient(txn.admin("{commitTransaction: 1}"), 251);
        assertThat(client.all("b")).hasSize(1);
    }

    @Test
    void commitAndAbortMayBeRepeated() {
        Txn txn = txn(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1}]}");
        txn.commit();
        txn.commit();
        assertCode(txn.admin("{abortTransaction: 1}"), 256);
        shard.restart();
        txn.commit();
        assertTransient(txn(1, 2).admin("{commitTransaction: 1}"), 251);
    }

    @Test
    void aSessionGoesOn() {
        Txn first = txn(1, 1);
        first.run("{insert: 'b', documents: [{_id: 1}]}");
        Txn second = txn(1, 2);
        second.run("{insert: 'b', documents: [{_id: 2}]}");
        assertCode(first.reply("{insert: 'b', documents: [{_id: 3}]}"), 225);
        second.commit();
        assertThat(client.all("b")).containsExactly(json("{_id: 2}"));
        assertCode(txn(1, 1).reply("{insert: 'b', documents: [{_id: 4}]}"), 225);
    }

    @Test
    void aTransactionThatTakesTooLongIsAborted() {
        Txn txn = txn(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1}]}");
        CompletableFuture<BsonDocument> waiting =
                client.send(json("{insert: 'b', documents: [{_id: 1}], $db: 'shop'}"));
        assertThat(waiting).isNotDone();
        shard.timers().advance(LIFETIME_MILLIS_MAX);
        assertThat(waiting).isCompleted();
        assertTransient(txn.admin("{commitTransaction: 1}"), 251);
    }

    @Test
    void aPreparedTransactionSurvivesARestartWithItsKeys() {
        Txn txn = routed(1, 1);
        txn.run("{insert: 'a', documents: [{_id: 1}]}");
        assertThat(txn.admin("{_prepareTransaction: 1, coordinator: 'shard01'}").keySet())
                .containsExactly("prepareTime", "ok");
        assertCode(txn.reply("{find: 'a'}"), 267);
        shard.timers().advance(LIFETIME_MILLIS_MAX);
        shard.restart();
        assertThat(client.all("a")).isEmpty();
        BsonDocument inDoubt = router.admin("{_transactionsInDoubt: 1}");
        assertThat(inDoubt.getArray("transactions")).hasSize(1);
        CompletableFuture<BsonDocument> waiting =
                client.send(json("{insert: 'a', documents: [{_id: 1}], $db: 'shop'}"));
        assertThat(waiting).as("the key is held again").isNotDone();
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        assertThat(txn.admin("{_decideTransaction: 1, commit: true, coordinator: true}"))
                .isEqualTo(json("{ok: 1.0}"));
        assertThat(waiting.join().containsKey("writeErrors")).isTrue();
        assertThat(client.all("a")).containsExactly(json("{_id: 1, id: 1}"), json("{_id: 2, id: 2}"));
        assertThat(txn.admin("{_decideTransaction: 1, commit: true, coordinator: true}"))
                .as("a decision may be repeated")
                .isEqualTo(json("{ok: 1.0}"));
        assertThat(txn.admin("{_transactionDecision: 1}").get("commit")).isEqualTo(BsonBoolean.TRUE);
        assertThat(router.admin("{_transactionsInDoubt: 1}").getArray("transactions"))
                .isEmpty();
    }

    @Test
    void aPreparedTransactionMayBeDropped() {
        Txn txn = routed(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1}]}");
        txn.admin("{_prepareTransaction: 1, coordinator: 'shard01'}");
        txn.admin("{_decideTransaction: 1, commit: false}");
        client.run("{insert: 'b', documents: [{_id: 1}]}");
        assertThat(client.all("b")).hasSize(1);
    }

    @Test
    void whoAsksForADecisionThatWasNotMadeGetsAnAbort() {
        Txn txn = routed(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1}]}");
        txn.admin("{_prepareTransaction: 1, coordinator: 'shard01'}");
        assertThat(txn.admin("{_transactionDecision: 1}").get("commit")).isEqualTo(BsonBoolean.FALSE);
        assertThat(txn.admin("{_decideTransaction: 1, commit: true, coordinator: true}")
                        .getNumber("ok")
                        .intValue())
                .isZero();
        assertThat(client.all("b")).isEmpty();
    }

    @Test
    void whatCannotRunInATransactionIsRefusedByName() {
        assertCode(txn(1, 1).reply("{create: 'c'}"), 263);
        assertCode(txn(1, 2).reply("{aggregate: 'b', pipeline: [{$out: 'c'}], cursor: {}}"), 263);
        assertCode(client.reply("admin", json("{commitTransaction: 1}")), 72);
    }

    @Test
    void aCommitThatCannotBeWrittenIsNoCommit() {
        Txn txn = txn(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1}]}");
        store.refuseWrites(1);
        assertThat(txn.admin("{commitTransaction: 1}").getNumber("ok").intValue())
                .isZero();
        assertThat(client.all("b")).isEmpty();
        BsonDocument again = txn.admin("{commitTransaction: 1}");
        assertThat(again.getNumber("ok").intValue() == 1)
                .isEqualTo(!client.all("b").isEmpty());
    }

    @Test
    void aPreparationThatCannotBeWrittenIsNone() {
        Txn txn = routed(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1}]}");
        store.refuseWrites(1);
        String prepare = "{_prepareTransaction: 1, coordinator: 'shard01'}";
        assertThat(txn.admin(prepare).getNumber("ok").intValue()).isZero();
        BsonDocument again = txn.admin(prepare);
        shard.restart();
        assertThat(router.admin("{_transactionsInDoubt: 1}")
                                .getArray("transactions")
                                .size()
                        == 1)
                .isEqualTo(again.getNumber("ok").intValue() == 1);
    }

    @Test
    void anIndexThatIsMadeMeanwhileIsComplete() {
        Txn txn = txn(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1, x: 1}]}");
        client.send(json("{createIndexes: 'b', indexes: [{key: {x: 1}, name: 'x'}], $db: 'shop'}"));
        txn.admin("{commitTransaction: 1}");
        client.validate("shop", "b");
    }

    @Test
    void anIndexThatIsMadeWhileABatchIsStagedIsComplete() {
        router.send(json("{insert: 'b', documents: [{_id: 1, x: 1}], stage: {$numberLong: '1'}, $db: 'shop'}"))
                .join();
        client.send(json("{createIndexes: 'b', indexes: [{key: {x: 1}, name: 'x'}], $db: 'shop'}"));
        router.reply("admin", json("{_decideStage: {$numberLong: '1'}, keep: 1}"));
        client.validate("shop", "b");
    }

    @Test
    void aCounterThatIsDeclaredMeanwhileKnowsTheNumbersOfATransaction() {
        Txn txn = txn(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1, no: 70}]}");
        CompletableFuture<BsonDocument> declared =
                client.send(json("{collMod: 'b', autoincrement: 'no', $db: 'shop'}"));
        assertThat(declared).as("it waits for the end of the transaction").isNotDone();
        txn.commit();
        assertThat(declared.join()).isEqualTo(json("{ok: 1.0}"));
        assertThat(client.last("shop.b.no")).isEqualTo(new BsonInt32(70));
    }

    @Test
    void aDecisionThatCannotBeWrittenIsMadeAgain() {
        Txn txn = routed(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1}]}");
        txn.admin("{_prepareTransaction: 1, coordinator: 'shard01'}");
        store.refuseWrites(1);
        String decide = "{_decideTransaction: 1, commit: true, coordinator: true}";
        assertThat(txn.admin(decide).getNumber("ok").intValue()).isZero();
        CompletableFuture<BsonDocument> waiting =
                client.send(json("{insert: 'b', documents: [{_id: 1}], $db: 'shop'}"));
        assertThat(waiting).as("its keys are still held").isNotDone();
        assertThat(txn.admin(decide)).isEqualTo(json("{ok: 1.0}"));
        assertThat(waiting.join().containsKey("writeErrors")).isTrue();
        assertThat(client.all("b")).hasSize(1);
    }

    @Test
    void aStatementThatCannotBeWrittenEndsTheTransaction() {
        Txn txn = txn(1, 1);
        store.refuseWrites(1);
        assertThat(txn.reply("{insert: 'a', documents: [{_id: 1}]}")
                        .getNumber("ok")
                        .intValue())
                .isZero();
        assertTransient(txn.admin("{commitTransaction: 1}"), 251);
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        assertThat(client.all("a")).containsExactly(json("{_id: 2, id: 1}"));
    }

    @Test
    void noSnapshotStaysOpen() {
        Txn committed = txn(1, 1);
        committed.run("{insert: 'b', documents: [{_id: 1}]}");
        committed.commit();
        Txn aborted = txn(2, 1);
        aborted.find("b");
        aborted.abort();
        assertThat(store.openSnapshots()).isZero();
        txn(3, 1).run("{find: 'b', batchSize: 0}");
        Txn prepared = routed(4, 1);
        prepared.run("{insert: 'b', documents: [{_id: 2}]}");
        prepared.admin("{_prepareTransaction: 1, coordinator: 'shard01'}");
        client.run("{find: 'b', batchSize: 0}");
        assertThat(store.openSnapshots()).isEqualTo(3);
        shard.restart();
        assertThat(store.openSnapshots()).isZero();
    }

    @Test
    void aDroppedCollectionStaysEmpty() {
        Txn txn = txn(1, 1);
        txn.run("{insert: 'b', documents: [{_id: 1, x: 1}]}");
        client.send(json("{drop: 'b', $db: 'shop'}"));
        txn.admin("{commitTransaction: 1}");
        client.run("{create: 'b'}");
        assertThat(client.all("b")).hasSizeLessThan(2);
    }
}
