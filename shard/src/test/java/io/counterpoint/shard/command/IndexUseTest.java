package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.StoreBatch;
import io.counterpoint.shard.storage.StoreCursor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What commands make of indexes and of the counts that are kept, and how {@code explain} shows it. */
class IndexUseTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @BeforeEach
    void store() {
        client.run("{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a'}, {key: {b: -1, c: 1}, name: 'bc'}]}");
        BsonArray documents = new BsonArray();
        for (int i = 0; i < 100; i++) {
            documents.add(new BsonDocument("_id", new BsonInt32(i))
                    .append("a", new BsonInt32(i % 10))
                    .append("b", new BsonString("b" + i % 5))
                    .append("c", new BsonInt32(i)));
        }
        client.run("shop", new BsonDocument("insert", new BsonString("c")).append("documents", documents));
    }

    @AfterEach
    void close() {
        shard.close();
    }

    private BsonDocument explain(String command) {
        return client.run("{explain: " + command + ", verbosity: 'executionStats'}");
    }

    /** Names of the winning plan's stages from the outermost in. */
    private static String stages(BsonDocument explained) {
        return stages(explained.getDocument("queryPlanner").get("winningPlan"));
    }

    private static String stages(BsonValue stage) {
        BsonDocument plan = stage.asDocument();
        String name = plan.getString("stage").getValue();
        if (plan.containsKey("inputStages")) {
            List<String> inputs = plan.getArray("inputStages").stream()
                    .map(IndexUseTest::stages)
                    .toList();
            return name + inputs;
        }
        return plan.containsKey("inputStage") ? name + " " + stages(plan.get("inputStage")) : name;
    }

    private static long executed(BsonDocument explained, String counter) {
        return explained.getDocument("executionStats").getNumber(counter).longValue();
    }

    private static List<Integer> ids(BsonDocument reply) {
        return ShardFixture.documents(reply).stream()
                .map(document -> document.getInt32("_id").getValue())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {find: 'c', filter: {a: 5}}                                  | FETCH IXSCAN                | 10 | 10
            {find: 'c', filter: {_id: 5}}                                | EXPRESS_IXSCAN              | 1  | 1
            {find: 'c', filter: {$or: [{a: 5}, {_id: 7}, {a: 99}]}}      | FETCH OR[IXSCAN, IXSCAN, IXSCAN] | 11 | 11
            {find: 'c', filter: {c: {$gte: 0}, $or: [{a: 5}, {_id: 5}]}} | FETCH OR[IXSCAN, IXSCAN]    | 11 | 10
            {find: 'c', filter: {$or: [{a: 5}, {c: 7}]}}                 | COLLSCAN                    | 0  | 100
            {find: 'c', filter: {a: {$gte: 0}}, sort: {a: 1}, limit: 3}  | LIMIT FETCH IXSCAN          | 3  | 3
            {find: 'c', filter: {}, sort: {b: 1, c: -1}, limit: 3}       | LIMIT FETCH IXSCAN          | 3  | 3
            {find: 'c', filter: {}, sort: {c: 1}, skip: 1}               | SKIP SORT COLLSCAN          | 0  | 100
            {count: 'c', query: {}}                                      | RECORD_STORE_FAST_COUNT     | 0  | 0
            {count: 'c', query: {a: {$gt: 7}}}                           | COUNT COUNT_SCAN            | 20 | 0
            {count: 'c', query: {a: 5, c: 5}}                            | COUNT FETCH IXSCAN          | 10 | 10
            {distinct: 'c', key: 'a'}                                    | FETCH DISTINCT_SCAN         | 10 | 10
            {distinct: 'c', key: 'c', query: {b: 'b1'}}                  | FETCH DISTINCT_SCAN         | 20 | 20
            {distinct: 'c', key: 'b', query: {b: {$gt: 'b1'}}}           | FETCH DISTINCT_SCAN         | 3  | 3
            {distinct: 'c', key: 'c', query: {a: 5}}                     | FETCH IXSCAN                | 10 | 10
            {find: 'c', filter: {}, hint: 'a', min: {a: 3}, max: {a: 5}} | FETCH IXSCAN                | 20 | 20
            """)
    void plansAndWhatTheyRead(String command, String stages, int keys, int documents) {
        BsonDocument explained = explain(command);
        assertThat(stages(explained)).isEqualTo(stages);
        assertThat(executed(explained, "totalKeysExamined")).isEqualTo(keys);
        assertThat(executed(explained, "totalDocsExamined")).isEqualTo(documents);
    }

    @Test
    void theFilterIsNotShownWhereTheBoundsSayAll() {
        BsonDocument exact = explain("{find: 'c', filter: {a: {$gt: 3, $lt: 5}}}");
        assertThat(exact.getDocument("queryPlanner").getDocument("winningPlan").containsKey("filter"))
                .isFalse();
        BsonDocument inexact = explain("{find: 'c', filter: {a: {$mod: [2, 0], $lt: 5}}}");
        assertThat(inexact.getDocument("queryPlanner")
                        .getDocument("winningPlan")
                        .containsKey("filter"))
                .isTrue();
    }

    @Test
    void plansThatCostMoreAreShown() {
        BsonDocument planner =
                explain("{find: 'c', filter: {a: 5, b: {$gt: 'b2'}}}").getDocument("queryPlanner");
        assertThat(planner.getDocument("winningPlan")
                        .getDocument("inputStage")
                        .getString("indexName")
                        .getValue())
                .isEqualTo("a");
        assertThat(planner.getArray("rejectedPlans"))
                .extracting(plan -> plan.asDocument()
                        .getDocument("inputStage")
                        .getString("indexName")
                        .getValue())
                .containsExactly("bc");
    }

    @Test
    void anOrGivesEachDocumentOnce() {
        assertThat(ids(client.run("{find: 'c', filter: {$or: [{a: 1}, {_id: {$lt: 12}}]}, sort: {_id: 1}}")))
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 21, 31, 41, 51, 61, 71, 81, 91);
    }

    @Test
    void minAndMaxLimitTheHintedIndex() {
        assertThat(ids(client.run("{find: 'c', hint: {b: -1, c: 1}, min: {b: 'b2', c: 90}, max: {b: 'b1', c: 11}}")))
                .containsExactly(92, 97, 1, 6);
        assertThat(ids(client.run("{find: 'c', hint: {b: -1, c: 1}, min: {b: 'b0', c: 90}}")))
                .containsExactly(90, 95);
        assertThat(ids(client.run("{find: 'c', hint: 'a', max: {a: 1}, filter: {_id: {$gt: 80}}, sort: {a: 1}}")))
                .containsExactly(90);
        BsonDocument bounds = explain("{find: 'c', hint: 'a', min: {a: 3}, max: {a: 5}}")
                .getDocument("queryPlanner")
                .getDocument("winningPlan")
                .getDocument("inputStage")
                .getDocument("indexBounds");
        assertThat(bounds)
                .isEqualTo(BsonDocument.parse(
                        "{startKeyInclusive: true, startKey: {a: 3}, endKey: {a: 5}, endKeyInclusive: false}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {find: 'c', min: {a: 1}}                                        | 51173
            {find: 'c', min: {a: 1}, hint: {$natural: 1}}                   | 51173
            {find: 'c', min: {b: 1}, hint: 'bc'}                            | 51174
            {find: 'c', min: {c: 1, b: 1}, hint: 'bc'}                      | 51174
            {find: 'c', min: {a: 1, b: 1}, hint: 'a'}                       | 51174
            {find: 'c', min: {a: 5}, max: {a: 5}, hint: 'a'}                | 51175
            {find: 'c', min: {a: 5}, max: {b: 5}, hint: 'a'}                | 51176
            {find: 'c', hint: 'none'}                                       | 2
            {find: 'c', hint: {a: -1}}                                      | 2
            {find: 'c', hint: 5}                                            | 9
            """)
    void hintsAndLimitsThatDoNotFitAreRefused(String command, int code) {
        assertThat(client.refused(command).get("code")).isEqualTo(new BsonInt32(code));
    }

    @Test
    void distinctTellsNullFromMissing() {
        client.run("{insert: 'd', documents: [{_id: 1}, {_id: 2}, {_id: 3, x: 1}, {_id: 4, x: 1.0}]}");
        client.run("{createIndexes: 'd', indexes: [{key: {x: 1}, name: 'x'}]}");
        assertThat(client.run("{distinct: 'd', key: 'x'}").getArray("values")).containsExactly(new BsonInt32(1));
        client.run("{insert: 'd', documents: [{_id: 5, x: null}, {_id: 6}]}");
        assertThat(client.run("{distinct: 'd', key: 'x'}").getArray("values")).hasSize(2);
    }

    @Test
    void arraysInArraysHaveNoEntriesForTheirElements() {
        client.run("{createIndexes: 'n', indexes: [{key: {x: 1}, name: 'x'}, {key: {'$**': 1}, name: 'all'}]}");
        client.run("{insert: 'n', documents: [{_id: 1, x: [[6]]}, {_id: 2, x: [6]}, {_id: 3, x: [[{y: 6}]]}]}");
        assertThat(ids(client.run("{find: 'n', filter: {x: {$elemMatch: {$elemMatch: {$gt: 5, $lt: 7}}}}}")))
                .containsExactly(1);
        assertThat(ids(client.run("{find: 'n', filter: {x: {$elemMatch: {$elemMatch: {y: 6}}}}}")))
                .containsExactly(3);
        assertThat(ids(client.run("{find: 'n', filter: {x: {$elemMatch: {$eq: 6}}}}")))
                .containsExactly(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {find: 'w', filter: {x: 5}}                                 | FETCH IXSCAN | 1 2
            {find: 'w', filter: {'y.z': {$gt: 'a'}}}                    | FETCH IXSCAN | 1 4
            {find: 'w', filter: {'y.z': 'c'}, sort: {'y.z': 1}}         | SORT FETCH IXSCAN | 4
            {find: 'w', filter: {x: {$in: [5, 6]}, 'y.z': 'b'}}         | FETCH IXSCAN | 1
            {find: 'w', filter: {$or: [{x: 6}, {'y.z': 'c'}]}}          | FETCH OR[IXSCAN, IXSCAN] | 3 4
            {find: 'w', filter: {x: null}}                              | COLLSCAN     | 4
            {find: 'w', filter: {x: {$exists: false}}}                  | COLLSCAN     | 4
            {find: 'w', filter: {y: {z: 'b'}}}                          | COLLSCAN     | 1
            {find: 'w', filter: {x: {$ne: 5}}}                          | COLLSCAN     | 3 4
            {find: 'w', filter: {}, sort: {x: 1}}                       | SORT COLLSCAN | 4 1 2 3
            {find: 'w', filter: {no: 1}}                                | COLLSCAN     |
            """)
    void aWildcardIndexServesAnyPath(String command, String stages, String ids) {
        client.run("{createIndexes: 'w', indexes: [{key: {'$**': 1}, name: 'all', wildcardProjection: {no: 0}}]}");
        client.run("{insert: 'w', documents: [{_id: 1, x: 5, y: {z: 'b'}}, {_id: 2, x: [5, 7]}, {_id: 3, x: 6},"
                + " {_id: 4, y: [{z: 'c'}, {z: 1}]}]}");
        assertThat(ids(client.run(command)))
                .isEqualTo(
                        ids == null
                                ? List.of()
                                : Stream.of(ids.split(" "))
                                        .map(Integer::valueOf)
                                        .toList());
        assertThat(stages(explain(command))).isEqualTo(stages);
        client.validate("shop", "w");
    }

    @Test
    void aWildcardIndexShowsThePathItIsUsedFor() {
        client.run("{createIndexes: 'w', indexes: [{key: {'a.$**': -1}, name: 'wa'}]}");
        client.run("{insert: 'w', documents: [{_id: 1, a: {b: 5}}]}");
        BsonDocument keys = explain("{find: 'w', filter: {'a.b': 5}}")
                .getDocument("queryPlanner")
                .getDocument("winningPlan")
                .getDocument("inputStage");
        assertThat(keys.getDocument("keyPattern")).isEqualTo(BsonDocument.parse("{$_path: 1, 'a.b': -1}"));
        assertThat(keys.getDocument("indexBounds"))
                .isEqualTo(BsonDocument.parse("{$_path: ['[\"a.b\", \"a.b\"]'], 'a.b': ['[5, 5]']}"));
        assertThat(client.refused("{find: 'w', filter: {b: 1}, hint: 'wa'}").get("code"))
                .isEqualTo(new BsonInt32(291));
        assertThat(ShardFixture.documents(client.run("{listIndexes: 'w'}")))
                .contains(BsonDocument.parse("{v: 2, key: {'a.$**': -1}, name: 'wa'}"));
        shard.restart();
        assertThat(ids(client.run("{find: 'w', filter: {'a.b': 5}, hint: 'wa'}")))
                .containsExactly(1);
    }

    private long counted() {
        return RecordCounts.read(shard.store(), shard.collection("shop.c").id()).orElseThrow();
    }

    @Test
    void countsAreKept() {
        assertThat(counted()).isEqualTo(100);
        client.run("{delete: 'c', deletes: [{q: {a: 3}, limit: 0}]}");
        client.run("{update: 'c', updates: [{q: {_id: 1000}, u: {$set: {x: 1}}, upsert: true}]}");
        client.run("{insert: 'c', documents: [{_id: 2000}, {_id: 0}, {_id: 2001}], ordered: false}");
        assertThat(counted()).isEqualTo(93);
        assertThat(client.run("{count: 'c'}").get("n")).isEqualTo(new BsonInt32(93));
        assertThat(client.run("{count: 'c', skip: 3, limit: 1000}").get("n")).isEqualTo(new BsonInt32(90));
        assertThat(client.run("{count: 'c', limit: 5}").get("n")).isEqualTo(new BsonInt32(5));
        client.validate("shop", "c");
        shard.restart();
        assertThat(counted()).isEqualTo(93);
    }

    @Test
    void transactionsCountWhenTheyCommit() {
        String session = ", lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAQ==', subType: '04'}}},"
                + " txnNumber: {$numberLong: '1'}, autocommit: false";
        client.run("{insert: 'c', documents: [{_id: 500}, {_id: 501}], startTransaction: true" + session + "}");
        client.run("{delete: 'c', deletes: [{q: {_id: 1}, limit: 1}, {q: {_id: 500}, limit: 1}]" + session + "}");
        client.run("{delete: 'c', deletes: [{q: {_id: 2}, limit: 1}]}");
        assertThat(counted()).isEqualTo(99);
        client.admin("{commitTransaction: 1" + session + "}");
        assertThat(counted()).isEqualTo(99);
        client.validate("shop", "c");
    }

    @Test
    void whatAnOlderFormatDidNotCountIsCountedAtTheStart() {
        byte[] first = "count.".getBytes(StandardCharsets.US_ASCII);
        byte[] end = "count/".getBytes(StandardCharsets.US_ASCII);
        StoreBatch batch = shard.store().newBatch();
        try (StoreCursor counts = shard.store().cursor(ColumnFamily.META, first, end, false)) {
            while (counts.next()) {
                batch.delete(ColumnFamily.META, counts.key());
            }
        }
        shard.store().write(batch);
        shard.restart();
        assertThat(counted()).isEqualTo(100);
    }

    @Test
    void aCountThatIsWrongIsFound() {
        StoreBatch batch = shard.store().newBatch();
        byte[] key = ByteBuffer.allocate(10)
                .put("count.".getBytes(StandardCharsets.US_ASCII))
                .putInt(shard.collection("shop.c").id())
                .array();
        batch.put(ColumnFamily.META, key, new byte[8]);
        shard.store().write(batch);
        BsonDocument reply = client.run("{validate: 'c'}");
        assertThat(reply.getArray("errors"))
                .containsExactly(new BsonString("the collection counts 0 documents and has 100"));
        assertThat(reply.get("nrecords")).isEqualTo(new BsonInt64(100));
    }

    @Test
    void aDroppedCollectionIsNotCountedAnyMore() {
        int id = shard.collection("shop.c").id();
        client.run("{drop: 'c'}");
        assertThat(RecordCounts.read(shard.store(), id)).isEmpty();
    }
}
