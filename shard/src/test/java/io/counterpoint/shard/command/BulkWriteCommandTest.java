package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.loop.FaultyStore;
import io.counterpoint.shard.storage.MemoryStore;
import java.util.List;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkWriteCommandTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @AfterEach
    void close() {
        shard.close();
    }

    private BsonDocument bulk(String ops, String more) {
        return client.admin(command(ops, more));
    }

    private static String command(String ops, String more) {
        return "{bulkWrite: 1, ops: [" + ops + "], nsInfo: [{ns: 'shop.a'}, {ns: 'shop.b'}]" + more + "}";
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    private static BsonDocument totals(BsonDocument reply) {
        BsonDocument totals = new BsonDocument();
        reply.forEach((field, value) -> {
            if (field.startsWith("n")) {
                totals.append(field, value);
            }
        });
        return totals;
    }

    @Test
    void kindsAndCollectionsMayBeMixed() {
        BsonDocument reply = bulk(
                "{insert: 0, document: {_id: 1, x: 1}}, {insert: 0, document: {_id: 2, x: 1}},"
                        + "{insert: 1, document: {_id: 1}},"
                        + "{update: 0, filter: {x: 1}, updateMods: {$inc: {x: 1}}, multi: true},"
                        + "{update: 0, filter: {_id: 9}, updateMods: {x: 9}, upsert: true},"
                        + "{update: 0, filter: {_id: 9}, updateMods: [{$set: {x: {$add: ['$x', '$$by']}}}],"
                        + " constants: {by: 3}},"
                        + "{update: 1, filter: {_id: 7}, updateMods: {$set: {x: 1}}},"
                        + "{delete: 0, filter: {_id: 1}}, {delete: 0, filter: {}, multi: true}",
                "");
        assertThat(ShardFixture.documents(reply))
                .containsExactly(
                        json("{ok: 1.0, idx: 0, n: 1}"),
                        json("{ok: 1.0, idx: 1, n: 1}"),
                        json("{ok: 1.0, idx: 2, n: 1}"),
                        json("{ok: 1.0, idx: 3, n: 2, nModified: 2}"),
                        json("{ok: 1.0, idx: 4, n: 1, nModified: 0, upserted: {_id: 9}}"),
                        json("{ok: 1.0, idx: 5, n: 1, nModified: 1}"),
                        json("{ok: 1.0, idx: 6, n: 0, nModified: 0}"),
                        json("{ok: 1.0, idx: 7, n: 1}"),
                        json("{ok: 1.0, idx: 8, n: 2}"));
        assertThat(totals(reply))
                .isEqualTo(json("{nErrors: 0, nInserted: 3, nMatched: 3, nModified: 3, nUpserted: 1, nDeleted: 3}"));
        assertThat(reply.getDocument("cursor").get("id")).isEqualTo(new BsonInt64(0));
        assertThat(reply.getDocument("cursor").getString("ns").getValue()).isEqualTo("admin.$cmd.bulkWrite");
        assertThat(client.all("a")).isEmpty();
        assertThat(client.all("b")).containsExactly(json("{_id: 1}"));
    }

    @Test
    void allOfItIsOneBatch() {
        FaultyStore store = new FaultyStore(new MemoryStore());
        try (ShardFixture fixture = ShardFixture.over(store, 1)) {
            String command = command(
                    "{insert: 0, document: {_id: 1}}, {insert: 1, document: {_id: 1}}, {insert: 0, document: {_id: 1}},"
                            + " {delete: 1, filter: {_id: 1}}",
                    ", ordered: false");
            int before = store.writes();
            fixture.client().admin(command);
            assertThat(store.writes()).isEqualTo(before + 1);
            store.refuseWrites(1);
            BsonDocument refused = fixture.client()
                    .reply(
                            "admin",
                            json(command("{insert: 0, document: {_id: 2}}, {delete: 0, filter: {_id: 1}}", "")));
            assertThat(refused.getNumber("ok").intValue()).isZero();
            assertThat(fixture.client().all("a")).containsExactly(json("{_id: 1}"));
        }
    }

    @Test
    void orderedStopsAtTheFirstError() {
        BsonDocument reply = bulk(
                "{insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 2}},"
                        + " {delete: 0, filter: {}}",
                "");
        List<BsonDocument> entries = ShardFixture.documents(reply);
        assertThat(entries).hasSize(2);
        assertThat(entries.get(0)).isEqualTo(json("{ok: 1.0, idx: 0, n: 1}"));
        assertThat(entries.get(1).getNumber("ok").intValue()).isZero();
        assertThat(entries.get(1).getInt32("code").getValue()).isEqualTo(11000);
        assertThat(entries.get(1).getString("errmsg").getValue())
                .contains("E11000 duplicate key error collection: shop.a index: _id_ dup key: { _id: 1 }");
        assertThat(entries.get(1).getDocument("keyPattern")).isEqualTo(json("{_id: 1}"));
        assertThat(entries.get(1).getInt32("n").getValue()).isZero();
        assertThat(entries.get(1).containsKey("nModified")).isFalse();
        assertThat(totals(reply))
                .isEqualTo(json("{nErrors: 1, nInserted: 1, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0}"));
        assertThat(client.all("a")).hasSize(1);
    }

    @Test
    void unorderedGoesOnAndTellsInOrder() {
        BsonDocument reply = bulk(
                "{insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: [1]}},"
                        + " {insert: 0, document: {_id: 2}}, {update: 0, filter: {_id: 1}, updateMods: {$set: {_id: 5}}},"
                        + " {delete: 0, filter: {_id: 2}}",
                ", ordered: false");
        assertThat(ShardFixture.documents(reply))
                .extracting(entry -> entry.getInt32("idx").getValue())
                .containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(ShardFixture.documents(reply))
                .extracting(entry -> entry.getNumber("ok").intValue())
                .containsExactly(1, 0, 0, 1, 0, 1);
        assertThat(ShardFixture.documents(reply).get(2).getInt32("code").getValue())
                .isEqualTo(53);
        assertThat(ShardFixture.documents(reply).get(4).getInt32("nModified").getValue())
                .isZero();
        assertThat(totals(reply))
                .isEqualTo(json("{nErrors: 3, nInserted: 2, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 1}"));
        assertThat(client.all("a")).containsExactly(json("{_id: 1}"));
    }

    @Test
    void errorsOnlyLeavesSuccessesOut() {
        BsonDocument reply = bulk(
                "{insert: 0, document: {_id: 1}}, {update: 0, filter: {_id: 2}, updateMods: {a: 1}, upsert: true},"
                        + " {insert: 0, document: {_id: 1}}",
                ", errorsOnly: true");
        assertThat(ShardFixture.documents(reply))
                .extracting(entry -> entry.getInt32("idx").getValue())
                .containsExactly(2);
        assertThat(totals(reply))
                .isEqualTo(json("{nErrors: 1, nInserted: 1, nMatched: 0, nModified: 0, nUpserted: 1, nDeleted: 0}"));
    }

    @Test
    void entriesComeInBatches() {
        BsonDocument reply = bulk(
                "{insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 2}}, {insert: 0, document: {_id: 3}}",
                ", cursor: {batchSize: 2}");
        assertThat(ShardFixture.documents(reply)).hasSize(2);
        BsonInt64 id = reply.getDocument("cursor").getInt64("id");
        BsonDocument more = client.admin(
                "{getMore: {$numberLong: '" + id.getValue() + "'}, collection: '$cmd.bulkWrite', batchSize: 5}");
        assertThat(more.getDocument("cursor").getArray("nextBatch"))
                .isEqualTo(new BsonArray(List.of(json("{ok: 1.0, idx: 2, n: 1}"))));
    }

    @Test
    void letReachesFiltersAndUpdates() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 5}, {_id: 2, x: 6}]}");
        bulk(
                "{update: 0, filter: {$expr: {$eq: ['$x', '$$five']}}, updateMods: [{$set: {y: '$$five'}}]},"
                        + " {delete: 0, filter: {$expr: {$eq: ['$x', '$$six']}}}",
                ", let: {five: 5, six: 6}");
        assertThat(client.all("a")).containsExactly(json("{_id: 1, x: 5, y: 5}"));
    }

    @Test
    void numbersAreReportedByThePositionInTheRequest() {
        client.run("{create: 'a', autoincrement: 'id'}");
        BsonDocument reply = bulk(
                "{insert: 1, document: {_id: 1}}, {insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 1}},"
                        + " {insert: 0, document: {_id: 2, id: 10}},"
                        + " {update: 0, filter: {_id: 3}, updateMods: {$set: {x: 1}}, upsert: true}",
                ", ordered: false, reportAutoincrement: true");
        assertThat(reply.getArray("autoincrement"))
                .containsExactly(json("{index: 1, field: 'id', value: 1}"), json("{index: 4, field: 'id', value: 11}"));
    }

    @Test
    void aRetriedBulkIsAnsweredAsTheFirstTime() {
        client.run("{create: 'a', autoincrement: 'id'}");
        BsonDocument command = json(command(
                        "{insert: 0, document: {x: 1}}, {update: 0, filter: {x: 1}, updateMods: {$inc: {x: 1}}},"
                                + " {update: 0, filter: {_id: 7}, updateMods: {$set: {x: 7}}, upsert: true},"
                                + " {delete: 0, filter: {x: 2}}, {insert: 1, document: {_id: 1}}",
                        ", reportAutoincrement: true"))
                .append("lsid", new BsonDocument("id", new BsonBinary(new UUID(1, 1))))
                .append("txnNumber", new BsonInt64(4));
        BsonDocument first = client.run("admin", command);
        assertThat(first.getArray("autoincrement")).hasSize(2);
        shard.restart();
        assertThat(client.run("admin", command)).isEqualTo(first);
        assertThat(client.all("a")).hasSize(1);
        assertThat(client.last("shop.a.id")).isEqualTo(new BsonInt32(2));
    }

    @Test
    void aRouterSaysWhichStatementsAPartHas() {
        ShardFixture.Peer router = shard.router();
        BsonDocument session = new BsonDocument("id", new BsonBinary(new UUID(1, 1)));
        BsonDocument part = json(command(
                        "{insert: 0, document: {_id: 1}}, {insert: 0, document: {_id: 2}}", ", stmtIds: [3, 8]"))
                .append("lsid", session)
                .append("txnNumber", new BsonInt64(4));
        router.run("admin", part);
        BsonDocument other = json(command(
                        "{insert: 0, document: {_id: 2}}, {insert: 0, document: {_id: 3}}", ", stmtIds: [8, 9]"))
                .append("lsid", session)
                .append("txnNumber", new BsonInt64(4));
        assertThat(router.run("admin", other).getInt32("nErrors").getValue()).isZero();
        assertThat(client.all("a")).hasSize(3);
    }

    @Test
    void aTransactionTakesAllOrNothing() {
        client.run("{create: 'a'}");
        client.run("{create: 'b'}");
        BsonDocument session = new BsonDocument("id", new BsonBinary(new UUID(1, 1)));
        String ops = "{insert: 0, document: {_id: 1}}, {insert: 1, document: {_id: 1}},"
                + " {update: 0, filter: {_id: 1}, updateMods: {$set: {x: 1}}}";
        BsonDocument bulk = json(command(
                        ops, ", txnNumber: {$numberLong: '1'}, startTransaction: true, autocommit: false"))
                .append("lsid", session);
        assertThat(totals(client.run("admin", bulk)))
                .isEqualTo(json("{nErrors: 0, nInserted: 2, nMatched: 1, nModified: 1, nUpserted: 0, nDeleted: 0}"));
        assertThat(client.all("a")).isEmpty();
        BsonDocument commit = json("{commitTransaction: 1, txnNumber: {$numberLong: '1'}, autocommit: false}")
                .append("lsid", session);
        client.run("admin", commit);
        assertThat(client.all("a")).containsExactly(json("{_id: 1, x: 1}"));
        assertThat(client.all("b")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {bulkWrite: 1, ops: [], nsInfo: [{ns: 'shop.a'}]} | 16 | Write batch sizes must be between 1 and 100000. Got 0 operations.
                    {bulkWrite: 1, nsInfo: [{ns: 'shop.a'}]} | 40414 | BSON field 'bulkWrite.ops' is missing but a required field
                    {bulkWrite: 1, ops: [{insert: 1, document: {}}], nsInfo: [{ns: 'shop.a'}]} | 2 | BulkWrite ops entry { insert: 1, document: {} } has an invalid nsInfo index.
                    {bulkWrite: 1, ops: [{insert: -1, document: {}}], nsInfo: [{ns: 'shop.a'}]} | 2 | has an invalid nsInfo index.
                    {bulkWrite: 1, ops: [{insert: 'a', document: {}}], nsInfo: [{ns: 'shop.a'}]} | 14 | BSON field 'bulkWrite.ops.insert' is the wrong type 'string'
                    {bulkWrite: 1, ops: [{}], nsInfo: [{ns: 'shop.a'}]} | 40414 | BSON field 'bulkWrite.ops.insert' is missing but a required field
                    {bulkWrite: 1, ops: [{replace: 0}], nsInfo: [{ns: 'shop.a'}]} | 40415 | BSON field 'bulkWrite.ops.replace' is an unknown field.
                    {bulkWrite: 1, ops: [{insert: 0}], nsInfo: [{ns: 'shop.a'}]} | 40414 | BSON field 'bulkWrite.ops.document' is missing but a required field
                    {bulkWrite: 1, ops: [{insert: 0, document: {}, x: 1}], nsInfo: [{ns: 'shop.a'}]} | 40415 | BSON field 'bulkWrite.ops.x' is an unknown field.
                    {bulkWrite: 1, ops: [{insert: 0, document: {}, filter: {}}], nsInfo: [{ns: 'shop.a'}]} | 40415 | BSON field 'bulkWrite.ops.filter' is an unknown field.
                    {bulkWrite: 1, ops: [{update: 0, updateMods: {}}], nsInfo: [{ns: 'shop.a'}]} | 40414 | BSON field 'bulkWrite.ops.filter' is missing but a required field
                    {bulkWrite: 1, ops: [{update: 0, filter: {}}], nsInfo: [{ns: 'shop.a'}]} | 40414 | BSON field 'bulkWrite.ops.updateMods' is missing but a required field
                    {bulkWrite: 1, ops: [{delete: 0, filter: 1}], nsInfo: [{ns: 'shop.a'}]} | 14 | BSON field 'bulkWrite.ops.filter' is the wrong type 'int', expected type 'object'
                    {bulkWrite: 1, ops: [{insert: 0, document: {}}], nsInfo: [{ns: 'shop'}]} | 73 | Invalid namespace specified 'shop'
                    {bulkWrite: 1, ops: [{insert: 0, document: {}}], nsInfo: [{ns: 'shop.a', x: 1}]} | 40415 | BSON field 'bulkWrite.nsInfo.x' is an unknown field.
                    {bulkWrite: 1, ops: [{insert: 0, document: {}}], nsInfo: [{ns: 'shop.a', collectionUUID: 1}]} | 115 | collectionUUID
                    {bulkWrite: 1, ops: [{insert: 0, document: {}}], nsInfo: [{ns: 'shop.a'}], x: 1} | 40415 | BSON field 'bulkWrite.x' is an unknown field.
                    {bulkWrite: 1, ops: [{insert: 0, document: {}}], nsInfo: [{ns: 'shop.a'}], stmtIds: [0]} | 40415 | BSON field 'bulkWrite.stmtIds' is an unknown field.
                    """)
    void malformedCommandsDoNothing(String command, int code, String text) {
        BsonDocument reply = client.reply("admin", json(command));
        assertThat(reply.getInt32("code").getValue()).as(reply.toString()).isEqualTo(code);
        assertThat(reply.getString("errmsg").getValue()).contains(text);
        assertThat(shard.stored("shop.a")).isNull();
    }

    @Test
    void itRunsOnAdminOnly() {
        BsonDocument reply = client.refused(command("{insert: 0, document: {}}", ""));
        assertThat(reply.getInt32("code").getValue()).isEqualTo(13);
        assertThat(reply.getString("errmsg").getValue())
                .isEqualTo("bulkWrite may only be run against the admin database.");
    }
}
