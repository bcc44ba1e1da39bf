package io.counterpoint.router.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.router.fake.FakeCluster;
import io.counterpoint.router.fake.FakeShard;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches as clients send them, against fake shards. */
class WriteExecutorTest {
    private static final int DUPLICATE_KEY = 11000;

    private FakeCluster cluster = new FakeCluster(3, 1);
    private FakeCluster.Router router = cluster.router("r1:1");

    @BeforeEach
    void makeCollection() {
        assertOk(router.run("db", "{create: 'c'}"));
    }

    private static void assertOk(BsonDocument reply) {
        assertThat(reply.getNumber("ok").intValue()).as("%s", reply).isEqualTo(1);
    }

    private BsonDocument insert(boolean ordered, int... ids) {
        BsonArray documents = new BsonArray();
        for (int id : ids) {
            documents.add(new BsonDocument("_id", new BsonInt32(id)));
        }
        return router.run(
                "db",
                new BsonDocument("insert", new BsonString("c"))
                        .append("documents", documents)
                        .append("ordered", BsonBoolean.valueOf(ordered)));
    }

    private List<Integer> stored() {
        TreeSet<Integer> ids = new TreeSet<>();
        cluster.shards()
                .forEach(shard -> shard.documents("db.c")
                        .forEach(document -> ids.add(document.getInt32("_id").getValue())));
        return List.copyOf(ids);
    }

    private BsonDocument run(String json) {
        return router.run("db", json);
    }

    private List<BsonDocument> all() {
        return cluster.shards().stream()
                .flatMap(shard -> shard.documents("db.c").stream())
                .map(document -> document.toTree())
                .toList();
    }

    private FakeShard ownerOf(int id) {
        return cluster.shards().stream()
                .filter(shard -> shard.documents("db.c").stream()
                        .anyMatch(document -> document.getInt32("_id").getValue() == id))
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> errorIndexes(BsonDocument reply) {
        return reply.getArray("writeErrors", new BsonArray()).stream()
                .map(error -> error.asDocument().getInt32("index").getValue())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void spreadsABatchAndAddsUpTheAnswers(boolean ordered) {
        int[] ids = new int[60];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = i;
        }

        BsonDocument reply = insert(ordered, ids);

        assertThat(reply.getInt32("n").getValue()).isEqualTo(60);
        assertThat(reply.containsKey("writeErrors")).isFalse();
        assertThat(stored()).hasSize(60);
        assertThat(cluster.shards())
                .allSatisfy(shard -> assertThat(shard.documents("db.c")).isNotEmpty());
    }

    @Test
    void anOrderedBatchStoresNothingAfterItsFirstErrorOnAnyShard() {
        insert(true, 20, 30);

        BsonDocument reply = insert(true, 1, 2, 3, 20, 4, 5, 30, 6, 7, 8, 9, 10);

        assertThat(reply.getInt32("n").getValue()).isEqualTo(3);
        assertThat(errorIndexes(reply)).containsExactly(3);
        assertThat(reply.getArray("writeErrors")
                        .get(0)
                        .asDocument()
                        .getInt32("code")
                        .getValue())
                .isEqualTo(DUPLICATE_KEY);
        assertThat(stored()).containsExactly(1, 2, 3, 20, 30);
    }

    @Test
    void anUnorderedBatchStoresAllButTheErrors() {
        insert(true, 20, 30);

        BsonDocument reply = insert(false, 1, 2, 3, 20, 4, 5, 30, 6, 7, 8, 9, 10);

        assertThat(reply.getInt32("n").getValue()).isEqualTo(10);
        assertThat(errorIndexes(reply)).containsExactly(3, 6);
        assertThat(stored()).hasSize(12);
    }

    @Test
    void anyOrderedBatchComesOutAsOnOneShard() {
        Seeds.run(WriteExecutorTest.class, 100, random -> {
            cluster = new FakeCluster(random.between(1, 4), random.nextLong());
            router = cluster.router("r1:1");
            makeCollection();
            int[] ids = random.nextInt(30) == 0 ? new int[] {1} : new int[random.between(1, 25)];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = random.nextInt(60);
            }
            List<Integer> expected = new ArrayList<>();
            int firstError = -1;
            for (int i = 0; i < ids.length && firstError < 0; i++) {
                if (expected.contains(ids[i])) {
                    firstError = i;
                } else {
                    expected.add(ids[i]);
                }
            }

            BsonDocument reply = insert(true, ids);

            assertThat(reply.getInt32("n").getValue()).isEqualTo(expected.size());
            assertThat(errorIndexes(reply)).isEqualTo(firstError < 0 ? List.of() : List.of(firstError));
            assertThat(stored()).isEqualTo(List.copyOf(new TreeSet<>(expected)));
        });
    }

    @Test
    void aBatchForOneShardIsOneOrdinaryCommand() {
        insert(true, 1);
        cluster.shards().forEach(shard -> shard.received().clear());

        insert(true, 5);

        assertThat(cluster.shards().stream().flatMap(shard -> shard.commands().stream()))
                .containsExactly("insert");
        assertThat(ownerOf(5).received().get(0).body().containsKey("stage")).isFalse();
    }

    @Test
    void documentsWithoutAnIdGetOneAsTheirFirstField() {
        run("{insert: 'c', documents: [{x: 1}, {x: 2}]}");

        assertThat(all()).hasSize(2).allSatisfy(document -> {
            assertThat(document.getFirstKey()).isEqualTo("_id");
            assertThat(document.isObjectId("_id")).isTrue();
        });
    }

    @Test
    void theFirstInsertMakesTheCollectionOnEveryShard() {
        assertThat(router.run("db", "{insert: 'new', documents: [{_id: 1}]}")
                        .getInt32("n")
                        .getValue())
                .isEqualTo(1);

        assertThat(cluster.shards()).allMatch(shard -> shard.has("db.new"));
        assertThat(router.routing("db.new").shards()).containsExactly("s1", "s2", "s3");
    }

    @Test
    void anUpdateWithTheKeyGoesToOneShardOnly() {
        insert(true, 1, 2, 3, 4, 5, 6);
        cluster.shards().forEach(shard -> shard.received().clear());

        BsonDocument reply = run("{update: 'c', updates: [{q: {_id: 3}, u: {$set: {x: 1}}}]}");

        assertThat(reply.getInt32("nModified").getValue()).isEqualTo(1);
        assertThat(cluster.shards().stream().flatMap(shard -> shard.commands().stream()))
                .containsExactly("update");
    }

    @Test
    void aSingleUpdateWithoutTheKeyChangesOneDocumentOfTheCluster() {
        run("{insert: 'c', documents: [{_id: 1, a: 1}, {_id: 2, a: 1}, {_id: 3, a: 1}, {_id: 4, a: 1}]}");

        BsonDocument reply = run("{update: 'c', updates: [{q: {a: 1}, u: {$set: {a: 2}}, sort: {_id: -1}}]}");

        assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
        assertThat(all().stream().filter(document -> document.getInt32("a").getValue() == 2))
                .containsExactly(BsonDocument.parse("{_id: 4, a: 2}"));
    }

    @Test
    void aDocumentThatVanishedIsLookedForAgain() {
        run("{insert: 'c', documents: [{_id: 1, a: 1}, {_id: 2, a: 1}]}");
        FakeShard first = ownerOf(1);
        boolean[] gone = new boolean[1];
        first.beforeEach(() -> {
            boolean updating = !first.received().isEmpty()
                    && FakeShard.commandOf(first.received().get(first.received().size() - 1))
                            .equals("find");
            if (updating && !gone[0]) {
                gone[0] = true;
                first.documents("db.c")
                        .removeIf(document -> document.getInt32("_id").getValue() == 1);
            }
        });

        BsonDocument reply = run("{update: 'c', updates: [{q: {a: 1}, u: {$set: {a: 2}}, sort: {_id: 1}}]}");

        assertThat(gone[0]).isTrue();
        assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
        assertThat(all()).containsExactly(BsonDocument.parse("{_id: 2, a: 2}"));
    }

    @Test
    void aRetriedWriteWithoutTheKeyIsAnsweredByTheShardThatDidIt() {
        run("{insert: 'c', documents: [{_id: 1, a: 1}, {_id: 2, a: 1}, {_id: 3, a: 1}, {_id: 4, a: 1}]}");
        String lsid = "lsid: {id: {$uuid: '00000000-0000-4000-8000-000000000001'}}, txnNumber: {$numberLong: '5'}";
        String update = "{update: 'c', updates: [{q: {a: 1}, u: {$set: {a: 2}}}], " + lsid + "}";
        cluster.shards().forEach(shard -> shard.rememberStatements());

        BsonDocument first = run(update);
        BsonDocument again = run(update);

        assertThat(first.getInt32("n").getValue()).isEqualTo(1);
        assertThat(again.getInt32("n").getValue()).isEqualTo(1);
        assertThat(all().stream().filter(document -> document.getInt32("a").getValue() == 2))
                .hasSize(1);
    }

    @Test
    void anUpsertWithoutTheKeyInsertsWhereItsIdBelongs() {
        for (int i = 0; i < 20; i++) {
            BsonDocument reply = run("{update: 'c', updates: [{q: {n: " + i + "}, u: {$set: {x: 1}}, upsert: true}]}");
            assertThat(reply.getArray("upserted")).hasSize(1);
        }

        assertThat(all()).hasSize(20);
        for (FakeShard shard : cluster.shards()) {
            assertThat(shard.documents("db.c"))
                    .isNotEmpty()
                    .allSatisfy(document -> assertThat(router.routing("db.c")
                                    .table()
                                    .shardOf(router.routing("db.c").pattern().keyOf(document)))
                            .isEqualTo(shard.shard()));
        }
        assertThat(run("{update: 'c', updates: [{q: {n: 3}, u: {$set: {x: 2}}, upsert: true}]}")
                        .containsKey("upserted"))
                .isFalse();
    }

    @Test
    void aMultiUpdateReachesAllShardsAndAddsUp() {
        insert(true, 1, 2, 3, 4, 5, 6, 7, 8, 9);

        BsonDocument reply = run("{update: 'c', updates: [{q: {_id: {$gt: 3}}, u: {$set: {x: 1}}, multi: true}]}");

        assertThat(reply.getInt32("n").getValue()).isEqualTo(6);
        assertThat(reply.getInt32("nModified").getValue()).isEqualTo(6);
    }

    @Test
    void anOrderedMixtureOfUpdatesStopsAtTheFirstError() {
        insert(true, 1, 2, 3);
        BsonDocument reply = run("{update: 'c', updates: ["
                + "{q: {_id: 2}, u: {$set: {x: 1}}},"
                + "{q: {_id: {$gt: 0}}, u: {$set: {y: 1}}, multi: true},"
                + "{q: {_id: 1}, u: {$set: {_id: 9}}},"
                + "{q: {_id: 3}, u: {$set: {z: 1}}}]}");

        assertThat(errorIndexes(reply)).containsExactly(2);
        assertThat(reply.getInt32("n").getValue()).isEqualTo(4);
        assertThat(all()).noneMatch(document -> document.containsKey("z"));
        assertThat(all()).allMatch(document -> document.containsKey("y"));
    }

    @Test
    void deletesOneOrAll() {
        run("{insert: 'c', documents: [{_id: 1, a: 1}, {_id: 2, a: 1}, {_id: 3, a: 1}, {_id: 4, a: 2}]}");

        assertThat(run("{delete: 'c', deletes: [{q: {a: 1}, limit: 1}]}")
                        .getInt32("n")
                        .getValue())
                .isEqualTo(1);
        assertThat(all()).hasSize(3);
        assertThat(run("{delete: 'c', deletes: [{q: {a: 1}, limit: 0}]}")
                        .getInt32("n")
                        .getValue())
                .isEqualTo(2);
        assertThat(all()).containsExactly(BsonDocument.parse("{_id: 4, a: 2}"));
    }

    @Test
    void findAndModifyFindsItsDocumentOnAnyShard() {
        // The fake shards know no findAndModify; what matters is which of them is asked, and for what.
        run("{insert: 'c', documents: [{_id: 1, a: 1}, {_id: 2, a: 2}, {_id: 3, a: 3}]}");
        cluster.shards().forEach(shard -> shard.received().clear());

        run("{findAndModify: 'c', query: {a: {$gt: 0}}, sort: {a: -1}, update: {$set: {x: 1}}, txnNumber: 5}");
        run("{findAndModify: 'c', query: {a: {$gt: 0}}, sort: {a: -1}, update: {$set: {x: 1}}}");

        List<BsonDocument> sent = cluster.shards().stream()
                .flatMap(shard -> shard.received().stream())
                .filter(request -> FakeShard.commandOf(request).equals("findAndModify"))
                .map(request -> (BsonDocument) request.body())
                .toList();
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).getDocument("query")).isEqualTo(BsonDocument.parse("{a: {$gt: 0}, _id: {$eq: 3}}"));
        assertThat(sent.get(0).containsKey("sort")).isFalse();
        assertThat(ownerOf(3).commands()).contains("findAndModify");
    }

    @Test
    void aShardThatIsAwayFailsItsPartOnly() {
        List<Integer> ids = Stream.iterate(1, i -> i + 1).limit(30).toList();
        cluster.shard(1).setDown(true);

        BsonDocument reply =
                insert(false, ids.stream().mapToInt(Integer::intValue).toArray());

        int failed = errorIndexes(reply).size();
        assertThat(failed).isPositive();
        assertThat(reply.getInt32("n").getValue()).isEqualTo(30 - failed);
        assertThat(reply.getArray("writeErrors")
                        .get(0)
                        .asDocument()
                        .getString("errmsg")
                        .getValue())
                .contains("s2");
    }

    @Test
    void anOrderedBatchStoresNothingWhenAShardIsAway() {
        cluster.shard(1).setDown(true);

        BsonDocument reply = insert(true, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);

        assertThat(reply.getNumber("ok").intValue()).isZero();
        assertThat(reply.getString("errmsg").getValue()).contains("s2");
        cluster.shard(1).setDown(false);
        assertThat(stored()).isEmpty();
    }

    @Test
    void oldKnowledgeIsRenewedUnseen() {
        insert(true, 1);
        FakeCluster.Router other = cluster.router("r2:1");
        assertOk(other.run("db", "{drop: 'c'}"));
        assertOk(other.run("db", "{create: 'c', shardKey: {a: 1}}"));

        BsonDocument reply = insert(true, 1, 2, 3, 4, 5, 6);

        assertThat(reply.getInt32("n").getValue()).isEqualTo(6);
        assertThat(cluster.shard(0).documents("db.c").size()
                        + cluster.shard(1).documents("db.c").size()
                        + cluster.shard(2).documents("db.c").size())
                .isEqualTo(6);
    }

    @Test
    void anUnorderedPartThatWasRoutedByOldKnowledgeIsDoneAgainAndNoOther() {
        int[] ids = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        insert(false, 99);
        FakeShard stale = cluster.shard(2);
        UUID uuid = router.routing("db.c").uuid();
        boolean[] once = new boolean[1];
        stale.beforeEach(() -> {
            if (!once[0]) {
                once[0] = true;
                stale.unmake("db.c");
            } else if (!stale.has("db.c")) {
                stale.make("db.c", uuid);
            }
        });

        BsonDocument reply = insert(false, ids);

        assertThat(reply.getInt32("n").getValue()).isEqualTo(12);
        assertThat(reply.containsKey("writeErrors")).isFalse();
    }

    @Test
    void aShardKeyCannotBeChanged() {
        assertOk(run("{create: 'k', shardKey: {a: 'hashed'}}"));
        run("{insert: 'k', documents: [{_id: 1, a: 1, b: 1}, {_id: 2, a: 2, b: 2}]}");

        BsonDocument byOperator = run("{update: 'k', updates: [{q: {_id: 1}, u: {$set: {a: 5}}}]}");
        BsonDocument byReplacement = run("{update: 'k', updates: [{q: {a: 2}, u: {b: 7}}]}");
        BsonDocument sameKey = run("{update: 'k', updates: [{q: {a: 2}, u: {a: 2, b: 7}}]}");
        BsonDocument pipeline = run("{update: 'k', updates: [{q: {a: 1}, u: [{$set: {b: 9}}, {$unset: 'c'}]}]}");
        BsonDocument pipelineOnKey = run("{update: 'k', updates: [{q: {a: 1}, u: [{$set: {'a.x': 9}}]}]}");
        BsonDocument multi = run("{update: 'k', updates: [{q: {}, u: {$set: {a: 5}}, multi: true}]}");

        assertThat(errorCode(byOperator)).isEqualTo(115);
        assertThat(errorCode(byReplacement)).isEqualTo(115);
        assertThat(sameKey.getInt32("nModified").getValue()).isEqualTo(1);
        assertThat(errorCode(multi)).isEqualTo(72);
        assertThat(pipeline.getInt32("nModified").getValue()).isEqualTo(1);
        assertThat(errorCode(pipelineOnKey)).isEqualTo(115);
    }

    private static int errorCode(BsonDocument reply) {
        return reply.getArray("writeErrors")
                .get(0)
                .asDocument()
                .getInt32("code")
                .getValue();
    }

    @Test
    void bulkWriteRunsKindsAndCollectionsInOrder() {
        BsonDocument command = BsonDocument.parse("{bulkWrite: 1, ops: ["
                + "{insert: 0, document: {_id: 1, a: 1}},"
                + "{insert: 1, document: {_id: 1}},"
                + "{update: 0, filter: {_id: 1}, updateMods: {$set: {a: 2}}},"
                + "{update: 0, filter: {_id: 7}, updateMods: {$set: {a: 3}}, upsert: true},"
                + "{insert: 1, document: {_id: 1}},"
                + "{delete: 0, filter: {_id: 1}}],"
                + "nsInfo: [{ns: 'db.c'}, {ns: 'db.d'}], ordered: true}");

        BsonDocument reply = router.run("admin", command);

        assertOk(reply);
        assertThat(reply.getInt32("nInserted").getValue()).isEqualTo(2);
        assertThat(reply.getInt32("nModified").getValue()).isEqualTo(1);
        assertThat(reply.getInt32("nUpserted").getValue()).isEqualTo(1);
        assertThat(reply.getInt32("nDeleted").getValue()).isZero();
        assertThat(reply.getInt32("nErrors").getValue()).isEqualTo(1);
        List<BsonValue> results = reply.getDocument("cursor").getArray("firstBatch");
        assertThat(results).hasSize(5);
        assertThat(results.get(3).asDocument().getDocument("upserted")).isEqualTo(BsonDocument.parse("{_id: 7}"));
        assertThat(results.get(4).asDocument().getInt32("idx").getValue()).isEqualTo(4);
        assertThat(results.get(4).asDocument().getInt32("code").getValue()).isEqualTo(DUPLICATE_KEY);
    }
}
