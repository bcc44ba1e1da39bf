package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.fake.FakeClock;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indexes with {@code expireAfterSeconds}: what is removed and when, and what may be asked for. */
class TtlIndexTest {
    private static final int MINUTE = 60_000;

    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @AfterEach
    void close() {
        shard.close();
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    /** A date so many seconds after the clock's start. */
    private static String at(int seconds) {
        return "{$date: {$numberLong: '" + (FakeClock.START_MILLIS + seconds * 1_000L) + "'}}";
    }

    private List<BsonValue> ids() {
        return client.all("c").stream().map(document -> document.get("_id")).toList();
    }

    @Test
    void documentsGoAfterTheirDate() {
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 30}]}");
        client.run("{insert: 'c', documents: [{_id: 1, at: " + at(0) + "}, {_id: 2, at: " + at(60)
                + "}, {_id: 3}, {_id: 4, at: 5}, {_id: 5, at: null}, {_id: 6, at: 'x'}]}");
        shard.timers().advance(MINUTE - 1);
        assertThat(ids()).hasSize(6);
        shard.timers().advance(1);
        assertThat(ids())
                .extracting(BsonValue::asInt32)
                .extracting(BsonInt32::getValue)
                .containsExactly(2, 3, 4, 5, 6);
        shard.timers().advance(MINUTE);
        assertThat(ids())
                .extracting(BsonValue::asInt32)
                .extracting(BsonInt32::getValue)
                .containsExactly(3, 4, 5, 6);
        client.validate("shop", "c");
        assertThat(client.admin("{serverStatus: 1}").getDocument("metrics").getDocument("ttl"))
                .isEqualTo(json("{deletedDocuments: {$numberLong: '2'}, passes: {$numberLong: '2'},"
                        + " subPasses: {$numberLong: '2'}}"));
    }

    @Test
    void theEarliestDateOfAnArrayCounts() {
        client.run("{createIndexes: 'c', indexes: [{key: {'a.at': -1}, name: 'at', expireAfterSeconds: 0}]}");
        client.run("{insert: 'c', documents: [{_id: 1, a: [{at: " + at(600) + "}, {at: " + at(10) + "}]},"
                + " {_id: 2, a: [{at: " + at(600) + "}, {at: 'x'}]}, {_id: 3, a: []}]}");
        shard.timers().advance(MINUTE);
        assertThat(ids()).containsExactly(new BsonInt32(2), new BsonInt32(3));
        client.validate("shop", "c");
    }

    @Test
    void onlyDocumentsOfAPartialIndexGo() {
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 0,"
                + " partialFilterExpression: {done: true}, hidden: true}]}");
        client.run("{insert: 'c', documents: [{_id: 1, at: " + at(0) + ", done: true}, {_id: 2, at: " + at(0) + "}]}");
        shard.timers().advance(MINUTE);
        assertThat(ids()).containsExactly(new BsonInt32(2));
    }

    @Test
    void manyDocumentsGoInBatches() {
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 0}]}");
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < 2_300; i++) {
            documents.add(
                    new BsonDocument("_id", new BsonInt32(i)).append("at", new BsonDateTime(FakeClock.START_MILLIS)));
        }
        client.run(
                "shop", new BsonDocument("insert", new BsonString("c")).append("documents", new BsonArray(documents)));
        shard.timers().advance(MINUTE);
        assertThat(ids()).isEmpty();
        client.validate("shop", "c");
    }

    @Test
    void aRestartedShardGoesOnRemoving() {
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 30}]}");
        client.run("{insert: 'c', documents: [{_id: 1, at: " + at(0) + "}]}");
        shard.restart();
        shard.timers().advance(MINUTE);
        assertThat(ids()).isEmpty();
    }

    @Test
    void theSleepBetweenPassesCanBeSet() {
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 0}]}");
        client.run("{insert: 'c', documents: [{_id: 1, at: " + at(0) + "}]}");
        assertThat(client.admin("{setParameter: 1, ttlMonitorSleepSecs: 2}")).isEqualTo(json("{was: 60, ok: 1.0}"));
        assertThat(client.admin("{getParameter: 1, ttlMonitorSleepSecs: 1}").get("ttlMonitorSleepSecs"))
                .isEqualTo(new BsonInt32(2));
        shard.timers().advance(2_000);
        assertThat(ids()).isEmpty();
        assertThat(client.reply("admin", json("{setParameter: 1, ttlMonitorSleepSecs: 0}"))
                        .get("code"))
                .isEqualTo(new BsonInt32(2));
    }

    @Test
    void aDocumentThatATransactionHoldsGoesLater() {
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 0}]}");
        client.run("{insert: 'c', documents: [{_id: 1, at: " + at(0) + "}]}");
        String session = ", lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAQ==', subType: '04'}}},"
                + " txnNumber: {$numberLong: '1'}, autocommit: false";
        client.run("{update: 'c', updates: [{q: {_id: 1}, u: {$set: {x: 1}}}], startTransaction: true" + session + "}");
        client.admin("{setParameter: 1, ttlMonitorSleepSecs: 5}");
        shard.timers().advance(30_000);
        assertThat(ids()).hasSize(1);
        client.admin("{commitTransaction: 1" + session + "}");
        shard.timers().advance(5_000);
        assertThat(ids()).isEmpty();
        client.validate("shop", "c");
    }

    @Test
    void collModChangesTheTimeAndMakesAnIndexATtlIndex() {
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 3600},"
                + " {key: {b: 1}, name: 'b'}, {key: {b: 1, c: 1}, name: 'bc'}]}");
        assertThat(client.run("{collMod: 'c', index: {name: 'at', expireAfterSeconds: 60}}"))
                .isEqualTo(json("{expireAfterSeconds_old: {$numberLong: '3600'},"
                        + " expireAfterSeconds_new: {$numberLong: '60'}, ok: 1.0}"));
        assertThat(client.run("{collMod: 'c', index: {keyPattern: {b: 1}, expireAfterSeconds: 5, hidden: true}}"))
                .isEqualTo(json("{expireAfterSeconds_new: {$numberLong: '5'}, hidden_old: false, hidden_new: true,"
                        + " ok: 1.0}"));
        assertThat(shard.index("shop.c", "b").expireAfterSeconds()).isEqualTo(5);
        assertThat(ShardFixture.documents(client.run("{listIndexes: 'c'}")))
                .contains(json("{v: 2, key: {b: 1}, name: 'b', expireAfterSeconds: 5, hidden: true}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {name: '_id_', expireAfterSeconds: 5}          | 72    | the _id field does not support TTL indexes
            {name: 'bc', expireAfterSeconds: 5}            | 72    | TTL indexes are single-field indexes, compound indexes do not support TTL
            {name: 'b', expireAfterSeconds: -1}            | 72    | TTL index 'expireAfterSeconds' option cannot be less than 0
            {name: 'none', expireAfterSeconds: 5}          | 27    | cannot find index none for ns shop.c
            {keyPattern: {x: 1}, hidden: true}             | 27    | cannot find index { x: 1 } for ns shop.c
            {keyPattern: {b: 1}, name: 'b', hidden: true}  | 72    | Cannot specify both key pattern and name.
            {hidden: true}                                 | 72    | Must specify either index name or key pattern.
            {name: 'b'}                                    | 72    | no expireAfterSeconds, hidden, unique, or prepareUnique field
            {name: 'b', hide: true}                        | 40415 | BSON field 'collMod.index.hide' is an unknown field.
            {name: '_id_', hidden: true}                   | 2     | can't hide _id index
            """)
    void collModRefuses(String index, int code, String text) {
        client.run("{createIndexes: 'c', indexes: [{key: {b: 1}, name: 'b'}, {key: {b: 1, c: 1}, name: 'bc'}]}");
        BsonDocument reply = client.refused("{collMod: 'c', index: " + index + "}");
        assertThat(reply.getString("errmsg").getValue()).isEqualTo(text);
        assertThat(reply.get("code")).isEqualTo(new BsonInt32(code));
    }

    @Test
    void anotherTimeIsAnotherIndex() {
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 60}]}");
        assertThat(client.refused("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 61}]}")
                        .get("code"))
                .isEqualTo(new BsonInt32(85));
        client.run("{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 60.0}]}");
    }
}
