package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.StoreBatch;
import io.counterpoint.shard.storage.StoreCursor;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replies of commands that list, measure, change and check collections. */
class AdministrationCommandsTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();
    private final ShardFixture.Peer router = shard.router();

    @AfterEach
    void close() {
        shard.close();
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    @Test
    void listCollections() {
        client.run("{create: 'b', autoincrement: 'id'}");
        client.run("{create: 'a'}");
        List<BsonDocument> listed = ShardFixture.documents(client.run("{listCollections: 1}"));
        assertThat(listed)
                .extracting(entry -> entry.getString("name").getValue())
                .containsExactly("a", "b");
        BsonDocument b = listed.get(1);
        BsonBinary uuid = b.getDocument("info").getBinary("uuid");
        assertThat(b)
                .isEqualTo(json("{name: 'b', type: 'collection', options: {autoincrement: 'id'},"
                                + " info: {readOnly: false}, idIndex: {v: 2, key: {_id: 1}, name: '_id_'}}")
                        .append("info", new BsonDocument("readOnly", BsonBoolean.FALSE).append("uuid", uuid)));
        assertThat(uuid.getType()).isEqualTo((byte) 4);
        assertThat(ShardFixture.documents(client.run(
                        "{listCollections: 1, nameOnly: true, authorizedCollections: true, filter: {name: 'b'}}")))
                .containsExactly(json("{name: 'b', type: 'collection'}"));
        assertThat(ShardFixture.documents(client.run("{listCollections: 1, filter: {'options.autoincrement': 'id'}}")))
                .hasSize(1);
        BsonDocument cursor =
                client.run("{listCollections: 1, cursor: {batchSize: 1}}").getDocument("cursor");
        assertThat(cursor.getArray("firstBatch")).hasSize(1);
        assertThat(cursor.getInt64("id").getValue()).isNotZero();
        assertThat(cursor.getString("ns").getValue()).isEqualTo("shop.$cmd.listCollections");
        assertThat(ShardFixture.documents(client.run("none", json("{listCollections: 1}"))))
                .isEmpty();
    }

    @Test
    void listDatabases() {
        client.run("{create: 'a'}");
        client.run("other", json("{create: 'a'}"));
        BsonDocument reply = client.admin("{listDatabases: 1}");
        assertThat(reply.getArray("databases"))
                .extracting(database -> database.asDocument().getString("name").getValue())
                .containsExactly("admin", "other", "shop");
        assertThat(reply.getArray("databases").get(0).asDocument().keySet())
                .containsExactly("name", "sizeOnDisk", "empty");
        assertThat(reply.containsKey("totalSize")).isTrue();
        assertThat(client.admin("{listDatabases: 1, nameOnly: true, filter: {name: 'shop'}}")
                        .getArray("databases"))
                .containsExactly(json("{name: 'shop'}"));
        assertThat(client.refused("{listDatabases: 1}").get("code")).isEqualTo(new BsonInt32(13));
    }

    @Test
    void createIndexesTellsWhatItDid() {
        assertThat(client.run("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x_1'}]}"))
                .isEqualTo(json(
                        "{numIndexesBefore: 1, numIndexesAfter: 2, createdCollectionAutomatically: true, ok: 1.0}"));
        assertThat(client.run("{createIndexes: 'a', indexes: [{name: 'x_1', key: {x: 1}}]}"))
                .isEqualTo(
                        json("{numIndexesBefore: 2, numIndexesAfter: 2, note: 'all indexes already exist', ok: 1.0}"));
        assertThat(client.run("{createIndexes: 'a', indexes: [{key: {y: 1, z: -1}, name: 'yz'}]}"))
                .isEqualTo(json("{numIndexesBefore: 2, numIndexesAfter: 3, ok: 1.0}"));
        assertThat(client.refused("{createIndexes: 'a', indexes: [{key: {y: 1}, name: 'yz'}]}")
                        .get("code"))
                .isEqualTo(new BsonInt32(86));
        assertThat(client.refused("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'other'}]}")
                        .get("code"))
                .isEqualTo(new BsonInt32(85));
        assertThat(client.refused("{createIndexes: 'a', indexes: []}").get("code"))
                .isEqualTo(new BsonInt32(2));
        assertThat(client.refused("{listIndexes: 'none'}").get("code")).isEqualTo(new BsonInt32(26));
        assertThat(client.run("{dropIndexes: 'a', index: ['x_1', 'yz']}")).isEqualTo(json("{nIndexesWas: 3, ok: 1.0}"));
    }

    @Test
    void collModHidesIndexes() {
        client.run("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x_1'}]}");
        assertThat(client.run("{collMod: 'a', index: {name: 'x_1', hidden: true}}"))
                .isEqualTo(json("{hidden_old: false, hidden_new: true, ok: 1.0}"));
        assertThat(client.run("{collMod: 'a', index: {keyPattern: {x: 1}, hidden: true}}"))
                .isEqualTo(json("{ok: 1.0}"));
        assertThat(client.run("{explain: {find: 'a', filter: {x: 1}}}").toJson())
                .contains("COLLSCAN");
        assertThat(client.refused("{collMod: 'a', index: {name: '_id_', hidden: true}}")
                        .get("code"))
                .isEqualTo(new BsonInt32(2));
        assertThat(client.refused("{collMod: 'a', validationAction: 'no'}").get("code"))
                .isEqualTo(new BsonInt32(2));
        assertThat(client.refused("{collMod: 'a', x: 1}").get("code")).isEqualTo(new BsonInt32(40415));
    }

    @Test
    void statistics() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 'abc'}, {_id: 2}]}");
        long bytes = client.all("a").stream()
                .mapToLong(document -> BsonBytes.encode(document).length)
                .sum();
        BsonDocument collection = client.run("{collStats: 'a'}");
        assertThat(collection.getNumber("count").longValue()).isEqualTo(2);
        assertThat(collection.getNumber("size").longValue()).isEqualTo(bytes);
        assertThat(collection.getNumber("nindexes").longValue()).isEqualTo(1);
        BsonDocument database = client.run("{dbStats: 1}");
        assertThat(database.getNumber("objects").longValue()).isEqualTo(2);
        assertThat(database.getNumber("collections").longValue()).isEqualTo(1);
        assertThat(database.getNumber("dataSize").longValue()).isEqualTo(bytes);
        List<BsonDocument> stats = ShardFixture.documents(
                client.run("{aggregate: 'a', pipeline: [{$collStats: {storageStats: {}, count: {}}}], cursor: {}}"));
        assertThat(stats).hasSize(1);
        assertThat(stats.get(0).getString("shard").getValue()).isEqualTo("shard01");
        assertThat(stats.get(0).getDocument("storageStats").getNumber("count").intValue())
                .isEqualTo(2);
    }

    @Test
    void sequenceStatus() {
        client.run("{create: 'a', autoincrement: 'id'}");
        client.run("{insert: 'a', documents: [{}, {}]}");
        assertThat(client.admin("{sequenceStatus: 'shop.a.id'}"))
                .isEqualTo(json(
                        "{sequence: 'shop.a.id', mode: 'per_shard', shards: [{shard: 'shard01', last: 2}], ok: 1.0}"));
        BsonDocument reply = client.reply("admin", json("{sequenceStatus: 'shop.none.id'}"));
        assertThat(reply.getNumber("ok").intValue()).isZero();
        assertThat(reply.getString("errmsg").getValue()).contains("shop.none.id");
    }

    @Test
    void aShardKnowsWhoItIsAndWhereItBelongs() {
        BsonDocument before = router.admin("{_shardIdentity: 1}");
        assertThat(before.getString("name").getValue()).isEqualTo("shard01");
        assertThat(before.get("clusterId")).isEqualTo(BsonNull.VALUE);
        BsonObjectId cluster = new BsonObjectId(new ObjectId("0123456789abcdef01234567"));
        BsonDocument join = new BsonDocument("_shardJoin", new BsonInt32(1)).append("clusterId", cluster);
        router.run("admin", join);
        router.run("admin", join);
        shard.restart();
        assertThat(router.admin("{_shardIdentity: 1}").get("clusterId")).isEqualTo(cluster);
        BsonDocument other = router.reply(
                "admin",
                new BsonDocument("_shardJoin", new BsonInt32(1))
                        .append("clusterId", new BsonObjectId(new ObjectId("0123456789abcdef01234568"))));
        assertThat(other.get("code")).isEqualTo(new BsonInt32(20));
    }

    @Test
    void validateIsContentWithWhatTheShardStored() {
        client.run(
                "{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x'}, {key: {y: 1}, name: 'y', unique: true, sparse: true}]}");
        client.run("{insert: 'a', documents: [{_id: 1, x: [1, 2, 2], y: 1}, {_id: 2, x: 1}, {_id: 3}]}");
        BsonDocument reply = client.run("{validate: 'a', full: true}");
        assertThat(reply.get("valid")).isEqualTo(BsonBoolean.TRUE);
        assertThat(reply.get("nrecords")).isEqualTo(new BsonInt64(3));
        assertThat(reply.getDocument("keysPerIndex"))
                .isEqualTo(json("{_id_: {$numberLong: '3'}, x: {$numberLong: '4'}, y: {$numberLong: '1'}}"));
        assertThat(client.refused("{validate: 'none'}").get("code")).isEqualTo(new BsonInt32(26));
    }

    private void damage(Consumer<StoreBatch> change, String complaint) {
        client.run("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x'}]}");
        client.run("{insert: 'a', documents: [{_id: 1, x: 1}, {_id: 2, x: 2}]}");
        StoreBatch batch = shard.store().newBatch();
        change.accept(batch);
        shard.store().write(batch);
        BsonDocument reply = client.run("{validate: 'a'}");
        assertThat(reply.get("valid")).isEqualTo(BsonBoolean.FALSE);
        assertThat(reply.getArray("errors"))
                .extracting(BsonValue::asString)
                .extracting(BsonString::getValue)
                .anySatisfy(error -> assertThat(error).contains(complaint));
    }

    private CollectionDescription a() {
        return shard.collection("shop.a");
    }

    private byte[] firstEntry(String index) {
        int id = shard.index("shop.a", index).id();
        try (StoreCursor cursor =
                shard.store().cursor(ColumnFamily.INDEXES, IndexEntries.firstKey(id), IndexEntries.endKey(id), false)) {
            assertThat(cursor.next()).isTrue();
            return cursor.key();
        }
    }

    @Test
    void validateFindsAMissingEntry() {
        damage(batch -> batch.delete(ColumnFamily.INDEXES, firstEntry("x")), "record 1 is missing in index x");
    }

    @Test
    void validateFindsAnEntryWithoutItsDocument() {
        damage(
                batch -> batch.delete(ColumnFamily.DOCUMENTS, Records.key(a().id(), 1)),
                "leads to record 1, which is not there");
    }

    @Test
    void validateFindsAnEntryTooMany() {
        damage(
                batch -> {
                    byte[] document = BsonBytes.encode(json("{_id: 1, x: 9}"));
                    batch.put(ColumnFamily.DOCUMENTS, Records.key(a().id(), 1), document);
                },
                "record 1 is missing in index x");
    }

    @Test
    void validateFindsAnEntryThatLeadsElsewhere() {
        damage(
                batch -> {
                    byte[] two = new byte[8];
                    two[7] = 2;
                    batch.put(ColumnFamily.INDEXES, firstEntry("_id_"), two);
                },
                "leads to record 2 where record 1 has the key");
    }

    @Test
    void validateFindsABrokenDocument() {
        damage(
                batch -> {
                    byte[] document = BsonBytes.encode(json("{_id: 1, x: 1}"));
                    document[document.length - 1] = 1;
                    batch.put(ColumnFamily.DOCUMENTS, Records.key(a().id(), 1), document);
                },
                "record 1 is no sound document");
    }

    @Test
    void validateFindsArraysThatAnIndexDoesNotKnowOf() {
        damage(
                batch -> {
                    // As if the entries had been written and the index had not learnt that it holds arrays.
                    byte[] document = BsonBytes.encode(json("{_id: 1, x: [1]}"));
                    batch.put(ColumnFamily.DOCUMENTS, Records.key(a().id(), 1), document);
                },
                "index x does not know that record 1 has an array");
    }
}
