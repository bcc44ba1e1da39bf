package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** find, getMore, count, distinct, aggregate and explain. */
class ReadCommandsTest {
    private static final int COUNT = 250;

    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @BeforeEach
    void fill() {
        client.run("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x_1'}]}");
        client.run("{insert: 'a', documents: ["
                + IntStream.range(0, COUNT)
                        .mapToObj(i -> "{_id: " + i + ", x: " + i % 10 + ", y: " + (COUNT - i) + "}")
                        .collect(Collectors.joining(","))
                + "]}");
    }

    @AfterEach
    void close() {
        shard.close();
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    private List<BsonDocument> find(String arguments) {
        return ShardFixture.documents(client.run("{find: 'a', " + arguments + "}"));
    }

    private static List<Integer> ids(List<BsonDocument> documents) {
        return documents.stream()
                .map(document -> document.getInt32("_id").getValue())
                .toList();
    }

    @Test
    void findFiltersSortsSkipsLimitsAndProjects() {
        assertThat(ids(find("filter: {x: 3, _id: {$lt: 50}}"))).containsExactly(3, 13, 23, 33, 43);
        assertThat(ids(find("filter: {x: 3}, sort: {y: 1}, skip: 1, limit: 2"))).containsExactly(233, 223);
        assertThat(find("filter: {_id: 7}, projection: {y: 1, _id: 0}")).containsExactly(json("{y: 243}"));
        assertThat(ids(find("sort: {$natural: -1}, limit: 2"))).containsExactly(249, 248);
        assertThat(ids(find("filter: {$expr: {$eq: ['$y', '$$top']}}, let: {top: 250}")))
                .containsExactly(0);
    }

    @Test
    void aResultComesInBatches() {
        BsonDocument reply = client.run("{find: 'a', batchSize: 100}");
        assertThat(ShardFixture.documents(reply)).hasSize(100);
        BsonInt64 id = reply.getDocument("cursor").getInt64("id");
        List<BsonValue> rest = new ArrayList<>();
        client.run("{insert: 'a', documents: [{_id: 1000}]}");
        String more = "{getMore: {$numberLong: '" + id.getValue() + "'}, collection: 'a', batchSize: 100}";
        BsonDocument second = client.run(more);
        rest.addAll(second.getDocument("cursor").getArray("nextBatch"));
        assertThat(second.getDocument("cursor").get("id")).isEqualTo(id);
        BsonDocument third = client.run(more);
        rest.addAll(third.getDocument("cursor").getArray("nextBatch"));
        assertThat(third.getDocument("cursor").get("id")).isEqualTo(new BsonInt64(0));
        assertThat(rest).as("a cursor reads one moment").hasSize(150);
        assertThat(client.refused(more).get("code")).isEqualTo(new BsonInt32(43));
    }

    @Test
    void aCursorCanBeKilled() {
        BsonInt64 id =
                client.run("{find: 'a', batchSize: 0}").getDocument("cursor").getInt64("id");
        assertThat(id.getValue()).isNotZero();
        BsonDocument reply = client.run("{killCursors: 'a', cursors: [{$numberLong: '" + id.getValue() + "'}]}");
        assertThat(reply.getArray("cursorsKilled")).containsExactly(id);
        assertThat(client.refused("{getMore: {$numberLong: '" + id.getValue() + "'}, collection: 'a'}")
                        .get("code"))
                .isEqualTo(new BsonInt32(43));
    }

    @Test
    void singleBatchesLeaveNoCursor() {
        BsonDocument reply = client.run("{find: 'a', singleBatch: true, batchSize: 5}");
        assertThat(ShardFixture.documents(reply)).hasSize(5);
        assertThat(reply.getDocument("cursor").get("id")).isEqualTo(new BsonInt64(0));
        assertThat(client.refused("{find: 'a', limit: -5}").get("code")).isEqualTo(new BsonInt32(51024));
    }

    @Test
    void whatIsNotThereIsEmpty() {
        assertThat(client.all("none")).isEmpty();
        assertThat(client.run("{count: 'none'}").get("n")).isEqualTo(new BsonInt32(0));
        assertThat(client.run("{distinct: 'none', key: 'x'}").getArray("values"))
                .isEmpty();
        assertThat(ShardFixture.documents(client.run("{aggregate: 'none', pipeline: [], cursor: {}}")))
                .isEmpty();
        assertThat(shard.stored("shop.none")).isNull();
    }

    @Test
    void countAndDistinct() {
        assertThat(client.run("{count: 'a'}").get("n")).isEqualTo(new BsonInt32(COUNT));
        assertThat(client.run("{count: 'a', query: {x: 3}}").get("n")).isEqualTo(new BsonInt32(25));
        assertThat(client.run("{count: 'a', query: {x: 3}, skip: 20, limit: 10}")
                        .get("n"))
                .isEqualTo(new BsonInt32(5));
        assertThat(client.run("{distinct: 'a', key: 'x', query: {_id: {$lt: 3}}}")
                        .getArray("values"))
                .containsExactly(new BsonInt32(0), new BsonInt32(1), new BsonInt32(2));
    }

    @Test
    void aggregateRunsStages() {
        assertThat(ShardFixture.documents(client.run("{aggregate: 'a', pipeline: [{$match: {x: {$lt: 2}}},"
                        + " {$group: {_id: '$x', n: {$sum: 1}}}, {$sort: {_id: 1}}], cursor: {}}")))
                .containsExactly(json("{_id: 0, n: 25}"), json("{_id: 1, n: 25}"));
        client.run("{insert: 'b', documents: [{_id: 3, name: 'three'}]}");
        assertThat(
                        ShardFixture.documents(
                                client.run(
                                        "{aggregate: 'a', pipeline: [{$match: {_id: 3}}, {$lookup: {from: 'b',"
                                                + " localField: 'x', foreignField: '_id', as: 'b'}}, {$project: {b: 1}}], cursor: {}}")))
                .containsExactly(json("{_id: 3, b: [{_id: 3, name: 'three'}]}"));
    }

    @Test
    void aResultOfAnAggregateComesInBatches() {
        BsonDocument reply = client.run("{aggregate: 'a', pipeline: [{$match: {}}], cursor: {batchSize: 200}}");
        assertThat(ShardFixture.documents(reply)).hasSize(200);
        BsonInt64 id = reply.getDocument("cursor").getInt64("id");
        BsonDocument more = client.run("{getMore: {$numberLong: '" + id.getValue() + "'}, collection: 'a'}");
        assertThat(more.getDocument("cursor").getArray("nextBatch")).hasSize(50);
    }

    @Test
    void outReplacesAndKeepsIndexes() {
        client.run("{createIndexes: 'b', indexes: [{key: {x: 1}, name: 'x', unique: true}]}");
        client.run("{insert: 'b', documents: [{_id: 'old', x: 1}]}");
        client.run("{aggregate: 'a', pipeline: [{$match: {_id: {$lt: 3}}}, {$out: 'b'}], cursor: {}}");
        assertThat(ids(client.all("b"))).containsExactly(0, 1, 2);
        assertThat(shard.index("shop.b", "x").unique()).isTrue();
        client.validate("shop", "b");
        BsonDocument failed =
                client.refused("{aggregate: 'a', pipeline: [{$project: {x: 1}}, {$out: 'b'}], cursor: {}}");
        assertThat(failed.get("code")).isEqualTo(new BsonInt32(11000));
        assertThat(ids(client.all("b"))).as("a failed $out changes nothing").containsExactly(0, 1, 2);
        assertThat(ShardFixture.documents(client.run("{listCollections: 1, nameOnly: true}")))
                .as("and leaves nothing")
                .hasSize(2);
    }

    @Test
    void mergeFollowsItsModes() {
        client.run("{insert: 'b', documents: [{_id: 1, k: 1}]}");
        String source = "{aggregate: 'a', pipeline: [{$match: {_id: {$in: [1, 2]}}}, {$project: {x: 1}}, {$merge: ";
        client.run(source + "{into: 'b', whenMatched: 'keepExisting', whenNotMatched: 'insert'}}], cursor: {}}");
        assertThat(client.all("b")).containsExactly(json("{_id: 1, k: 1}"), json("{_id: 2, x: 2}"));
        client.run("{delete: 'b', deletes: [{q: {_id: 2}, limit: 1}]}");
        client.run(source + "{into: 'b', whenNotMatched: 'discard'}}], cursor: {}}");
        assertThat(client.all("b")).containsExactly(json("{_id: 1, k: 1, x: 1}"));
        client.run(source + "{into: 'b'}}], cursor: {}}");
        assertThat(client.all("b")).containsExactly(json("{_id: 1, k: 1, x: 1}"), json("{_id: 2, x: 2}"));
        client.run(source + "{into: 'b', whenMatched: 'replace'}}], cursor: {}}");
        assertThat(client.all("b")).containsExactly(json("{_id: 1, x: 1}"), json("{_id: 2, x: 2}"));
        BsonDocument failed =
                client.refused(source + "{into: 'b', whenMatched: 'fail', whenNotMatched: 'insert'}}], cursor: {}}");
        assertThat(failed.get("code")).isEqualTo(new BsonInt32(11000));
        client.run(source + "{into: {db: 'other', coll: 'c'}}}], cursor: {}}");
        assertThat(client.all("other", "c")).hasSize(2);
    }

    @Test
    void explainTellsThePlanThatRuns() {
        BsonDocument reply = client.run("{explain: {find: 'a', filter: {x: 3}}, verbosity: 'executionStats'}");
        BsonDocument winning = reply.getDocument("queryPlanner").getDocument("winningPlan");
        assertThat(winning.getString("stage").getValue()).isEqualTo("FETCH");
        assertThat(winning.getDocument("inputStage").getString("indexName").getValue())
                .isEqualTo("x_1");
        BsonDocument stats = reply.getDocument("executionStats");
        assertThat(stats.getNumber("nReturned").intValue()).isEqualTo(25);
        assertThat(stats.getNumber("totalKeysExamined").intValue()).isBetween(25, 26);
        assertThat(stats.getNumber("totalDocsExamined").intValue()).isEqualTo(25);
        for (String command : List.of(
                "count: 'a', query: {x: 3}",
                "distinct: 'a', key: 'x'",
                "update: 'a', updates: [{q: {x: 3}, u: {$set: {z: 1}}}]",
                "delete: 'a', deletes: [{q: {x: 3}, limit: 0}]",
                "findAndModify: 'a', query: {x: 3}, remove: true",
                "aggregate: 'a', pipeline: [{$match: {x: 3}}], cursor: {}")) {
            BsonDocument explained = client.run("{explain: {" + command + "}, verbosity: 'queryPlanner'}");
            assertThat(explained.toJson()).as(command).contains("winningPlan").contains("queryPlanner");
        }
        assertThat(client.run("{count: 'a'}").get("n")).as("nothing is done").isEqualTo(new BsonInt32(COUNT));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {find: 'a', x: 1} | 40415 | BSON field 'find.x' is an unknown field.
                    {find: 'a', filter: 1} | 14 | BSON field 'find.filter' is the wrong type 'int', expected type 'object'
                    {find: 'a', filter: {$bad: 1}} | 2 | unknown top level operator: $bad
                    {find: 'a', limit: 'x'} | 14 | BSON field 'find.limit' is the wrong type 'string'
                    {find: 'a', skip: -1} | 51024 | BSON field 'skip' value must be >= 0, actual value '-1'
                    {find: 'a', batchSize: -1} | 51024 | BSON field 'batchSize' value must be >= 0, actual value '-1'
                    {find: 'a', tailable: true} | 2 | tailable
                    {find: 'a', returnKey: true} | 115 | returnKey
                    {find: 'a', min: {x: 1}} | 51173 | When using min()/max() a hint of which index to use must be provided
                    {find: 'a', hint: 'none'} | 2 | hint
                    {find: 'a', collation: {locale: 'xx'}} | 2 | Field 'locale' is invalid in: { locale: "xx" }
                    {find: 'a', readConcern: {level: 'fuzzy'}} | 2 | Enumeration value 'fuzzy' for field 'readConcern.level' is not a valid value.
                    {find: 1} | 73 | collection name has invalid type int
                    {aggregate: 'a', pipeline: []} | 9 | The 'cursor' option is required, except for aggregate with the explain argument
                    {aggregate: 'a', cursor: {}} | 40414 | BSON field 'aggregate.pipeline' is missing but a required field
                    {aggregate: 'a', pipeline: [{$bad: 1}], cursor: {}} | 40324 | Unrecognized pipeline stage name: '$bad'
                    {aggregate: 1, pipeline: [{$match: {}}], cursor: {}} | 73 | {aggregate: 1} is not valid for '$match'; a collection is required.
                    {aggregate: 'a', pipeline: [{$currentOp: {}}], cursor: {}} | 73 | $currentOp must be run against the 'admin' database with {aggregate: 1}
                    {aggregate: 'a', pipeline: [{$documents: []}], cursor: {}} | 73 | can only be run with {aggregate: 1}
                    {distinct: 'a'} | 40414 | BSON field 'distinct.key' is missing but a required field
                    {explain: {drop: 'a'}} | 20 | Cannot explain cmd: drop
                    {explain: {insert: 'a', documents: [{}]}} | 20 | Cannot explain cmd: insert
                    {explain: {find: 'a', foo: 1}} | 40415 | BSON field 'find.foo' is an unknown field.
                    {explain: {nothing: 'a'}} | 59 | Explain failed due to unknown command: nothing
                    {explain: {}} | 9 | explain command requires a nested object
                    {nothing: 1} | 59 | no such command: 'nothing'
                    """)
    void malformedCommandsAreRefused(String command, int code, String text) {
        BsonDocument reply = client.refused(command);
        assertThat(reply.getInt32("code").getValue()).as(reply.toString()).isEqualTo(code);
        assertThat(reply.getString("errmsg").getValue()).contains(text);
    }

    @Test
    void recordsAreNumberedInTheirOrder() {
        BsonArray shown = client.run(
                        "{find: 'a', limit: 2, sort: {$natural: 1}, projection: {_id: 1}, showRecordId: true}")
                .getDocument("cursor")
                .getArray("firstBatch");
        long first = shown.get(0).asDocument().getInt64("$recordId").getValue();
        assertThat(shown.get(1).asDocument().getInt64("$recordId").getValue()).isGreaterThan(first);
        assertThat(shown.get(0).asDocument()).containsOnlyKeys("_id", "$recordId");
    }

    @Test
    void timeEndsAScan() {
        BsonInt64 id = client.run("{find: 'a', batchSize: 0, maxTimeMS: 20}")
                .getDocument("cursor")
                .getInt64("id");
        shard.timers().advance(21);
        BsonDocument reply = client.refused("{getMore: {$numberLong: '" + id.getValue() + "'}, collection: 'a'}");
        assertThat(reply.get("code")).isEqualTo(new BsonInt32(50));
    }

    @Test
    void idleCursorsEnd() {
        BsonInt64 id =
                client.run("{find: 'a', batchSize: 0}").getDocument("cursor").getInt64("id");
        shard.timers().advance(12 * 60 * 1000);
        BsonDocument reply = client.refused("{getMore: {$numberLong: '" + id.getValue() + "'}, collection: 'a'}");
        assertThat(reply.get("code")).isEqualTo(new BsonInt32(43));
    }

    @Test
    void aTransactionReadsItsMoment() {
        BsonDocument session = new BsonDocument("id", new BsonBinary(new UUID(1, 1)));
        String statement = "txnNumber: {$numberLong: '1'}, autocommit: false";
        BsonDocument count = json("{aggregate: 'a', pipeline: [{$count: 'n'}], cursor: {}, " + statement + "}")
                .append("lsid", session);
        BsonDocument first = count.clone().append("startTransaction", BsonBoolean.TRUE);
        assertThat(ShardFixture.documents(client.run("shop", first))).containsExactly(json("{n: 250}"));
        client.run("{delete: 'a', deletes: [{q: {x: 3}, limit: 0}]}");
        assertThat(ShardFixture.documents(client.run("shop", count))).containsExactly(json("{n: 250}"));
        client.run(
                "shop",
                json("{delete: 'a', deletes: [{q: {_id: 0}, limit: 1}], " + statement + "}")
                        .append("lsid", session));
        assertThat(ShardFixture.documents(client.run("shop", count))).containsExactly(json("{n: 249}"));
        client.run("admin", json("{abortTransaction: 1, " + statement + "}").append("lsid", session));
        assertThat(client.run("{count: 'a'}").get("n")).isEqualTo(new BsonInt32(225));
    }
}
