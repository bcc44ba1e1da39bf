package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Indexes that are built in slices, with other commands between the slices. */
class IndexBuildTest {
    private static final int DOCUMENT_COUNT = 2_300;

    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();
    private final Deque<Runnable> steps = new ArrayDeque<>();

    @AfterEach
    void close() {
        shard.close();
    }

    private void store() {
        BsonArray documents = new BsonArray();
        for (int i = 0; i < DOCUMENT_COUNT; i++) {
            documents.add(new BsonDocument("_id", new BsonInt32(i)).append("x", new BsonInt32(i)));
        }
        client.run("shop", new BsonDocument("insert", new BsonString("c")).append("documents", documents));
    }

    private CompletableFuture<BsonDocument> build(String spec) {
        return client.sendOn(steps::add, "{createIndexes: 'c', indexes: [" + spec + "]}");
    }

    private void step() {
        steps.remove().run();
    }

    private void finish() {
        while (!steps.isEmpty()) {
            step();
        }
    }

    private List<String> listed() {
        return ShardFixture.documents(client.run("{listIndexes: 'c'}")).stream()
                .map(index -> index.getString("name").getValue())
                .toList();
    }

    private String plan(String filter) {
        return client.run("{explain: {find: 'c', filter: " + filter + "}, verbosity: 'queryPlanner'}")
                .toJson();
    }

    @Test
    void writesGoOnWhileAnIndexIsBuilt() {
        store();
        CompletableFuture<BsonDocument> built = build("{key: {x: 1}, name: 'x'}");
        step();
        step();
        assertThat(built).isNotDone();
        assertThat(listed()).containsExactly("_id_");
        assertThat(plan("{x: 5}")).contains("COLLSCAN");
        assertThat(client.refused("{find: 'c', hint: 'x'}").get("code")).isEqualTo(new BsonInt32(2));
        client.run("{insert: 'c', documents: [{_id: 'new', x: [1, 2]}]}");
        client.run("{update: 'c', updates: [{q: {_id: 5}, u: {$set: {x: 'early'}}},"
                + " {q: {_id: 2000}, u: {$set: {x: 'late'}}}]}");
        client.run("{delete: 'c', deletes: [{q: {_id: 6}, limit: 1}, {q: {_id: 2001}, limit: 1}]}");
        finish();
        assertThat(built)
                .isCompletedWithValueMatching(reply ->
                        reply.equals(BsonDocument.parse("{numIndexesBefore: 1, numIndexesAfter: 2, ok: 1.0}")));
        assertThat(listed()).containsExactly("_id_", "x");
        assertThat(plan("{x: 5}")).contains("IXSCAN");
        assertThat(ShardFixture.documents(client.run("{find: 'c', filter: {x: {$in: ['early', 'late']}}}")))
                .hasSize(2);
        client.validate("shop", "c");
    }

    @Test
    void aBuildThatFailsLeavesNothing() {
        store();
        client.run("{update: 'c', updates: [{q: {_id: 2200}, u: {$set: {x: 3}}}]}");
        CompletableFuture<BsonDocument> built =
                build("{key: {y: 1}, name: 'y'}, {key: {x: 1}, name: 'x', unique: true}");
        finish();
        assertThat(built)
                .isCompletedWithValueMatching(reply -> reply.get("code").equals(new BsonInt32(11000)));
        assertThat(listed()).containsExactly("_id_");
        client.validate("shop", "c");
        assertThat(shard.collection("shop.c").indexes()).hasSize(1);
    }

    @Test
    void aDuplicateThatGoesBeforeItIsFiledDoesNoHarm() {
        store();
        client.run(
                "{update: 'c', updates: [{q: {_id: 2200}, u: {$set: {x: 3}}}, {q: {_id: 2201}, u: {$set: {x: 4}}}]}");
        CompletableFuture<BsonDocument> built = build("{key: {x: 1}, name: 'x', unique: true}");
        step();
        step();
        client.run("{delete: 'c', deletes: [{q: {_id: 2200}, limit: 1}]}");
        client.run("{update: 'c', updates: [{q: {_id: 2201}, u: {$set: {x: 'other'}}}]}");
        finish();
        assertThat(built)
                .isCompletedWithValueMatching(reply -> reply.getNumber("ok").intValue() == 1);
        client.validate("shop", "c");
        assertThat(client.run("{insert: 'c', documents: [{_id: 'n', x: 3}]}").containsKey("writeErrors"))
                .isTrue();
    }

    @Test
    void aUniqueIndexRefusesWhatItHasAlreadyWhileItIsBuilt() {
        store();
        build("{key: {x: 1}, name: 'x', unique: true}");
        step();
        step();
        assertThat(client.run("{insert: 'c', documents: [{_id: 'n', x: 3}]}").getArray("writeErrors"))
                .extracting(error -> error.asDocument().get("code"))
                .containsExactly(new BsonInt32(11000));
        finish();
    }

    @Test
    void aSecondRequestWaitsForTheFirst() {
        store();
        CompletableFuture<BsonDocument> first = build("{key: {x: 1}, name: 'x'}");
        step();
        CompletableFuture<BsonDocument> second =
                client.sendOn(Runnable::run, "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x'}]}");
        assertThat(second).isNotDone();
        finish();
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
    }

    @Test
    void aDropEndsABuild() {
        store();
        CompletableFuture<BsonDocument> built = build("{key: {x: 1}, name: 'x'}");
        step();
        client.run("{dropIndexes: 'c', index: 'x'}");
        finish();
        assertThat(built)
                .isCompletedWithValueMatching(reply -> reply.get("code").equals(new BsonInt32(276)));
        CompletableFuture<BsonDocument> again = build("{key: {x: 1}, name: 'x'}");
        step();
        client.run("{drop: 'c'}");
        finish();
        assertThat(again)
                .isCompletedWithValueMatching(reply -> reply.get("code").equals(new BsonInt32(276)));
    }

    @Test
    void aBuildThatTheProcessDidNotFinishIsGoneAtTheStart() {
        store();
        build("{key: {x: 1}, name: 'x'}");
        step();
        assertThat(shard.index("shop.c", "x").building()).isTrue();
        shard.restart();
        assertThat(shard.collection("shop.c").indexes()).hasSize(1);
        client.validate("shop", "c");
        client.run("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x'}]}");
        client.validate("shop", "c");
    }

    @Test
    void aTransactionDoesNotUseAnIndexThatItsSnapshotHasInPart() {
        store();
        CompletableFuture<BsonDocument> built = build("{key: {x: 1}, name: 'x'}");
        step();
        String session = ", lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAQ==', subType: '04'}}},"
                + " txnNumber: {$numberLong: '1'}, autocommit: false}";
        client.run("{find: 'c', filter: {x: 2000}, startTransaction: true" + session);
        finish();
        assertThat(built).isCompleted();
        assertThat(client.refused("{find: 'c', filter: {x: 2000}" + session).get("errorLabels"))
                .isEqualTo(new BsonArray(List.of(new BsonString("TransientTransactionError"))));
    }

    /** Goal: after any writes between any slices the index is what a build at the end would have made. */
    @Test
    void anyWritesBetweenSlicesLeaveACompleteIndex() {
        Seeds.run(IndexBuildTest.class, 8, this::randomBuild);
    }

    private void randomBuild(SeededRandom random) {
        client.run("{drop: 'c'}");
        steps.clear();
        store();
        String kind = random.pick(List.of(
                "{key: {x: 1}, name: 'i'}",
                "{key: {x: -1}, name: 'i', unique: true, sparse: true}",
                "{key: {'$**': 1}, name: 'i'}",
                "{key: {x: 'hashed'}, name: 'i'}",
                "{key: {x: 1}, name: 'i', partialFilterExpression: {x: {$gt: 1000}}}"));
        CompletableFuture<BsonDocument> built = build(kind);
        while (!steps.isEmpty()) {
            for (int i = random.between(0, 20); i > 0; i--) {
                write(random);
            }
            step();
        }
        assertThat(built).isDone();
        client.validate("shop", "c");
    }

    private void write(SeededRandom random) {
        int id = random.between(0, DOCUMENT_COUNT + 100);
        int x = random.between(0, DOCUMENT_COUNT + 100);
        String command = switch (random.between(0, 2)) {
            case 0 -> "{insert: 'c', documents: [{_id: " + id + ", x: " + x + "}]}";
            case 1 -> "{update: 'c', updates: [{q: {_id: " + id + "}, u: {$set: {x: " + x + "}}}]}";
            default -> "{delete: 'c', deletes: [{q: {_id: " + id + "}, limit: 1}]}";
        };
        client.run(command);
    }
}
