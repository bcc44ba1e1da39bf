package io.counterpoint.shard.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.command.ShardFixture;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.FaultyStore;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.storage.StoreBatch;
import io.counterpoint.shard.storage.StoreCursor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Creating, changing, renaming and dropping collections, with what is stored under them. */
class CatalogWritesTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();
    private final ShardFixture.Peer router = shard.router();

    @AfterEach
    void close() {
        client.validate("admin", "counters");
        shard.close();
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    private static BsonDocument withUuid(String command, UUID uuid) {
        return json(command).append("uuid", new BsonBinary(uuid));
    }

    private int code(String command) {
        return client.refused(command).getInt32("code").getValue();
    }

    private static int count(Store store, ColumnFamily family, int id) {
        int count = 0;
        try (StoreCursor cursor = store.cursor(family, Records.firstKey(id), Records.endKey(id), false)) {
            while (cursor.next()) {
                count++;
            }
        }
        return count;
    }

    private List<String> indexNames(String collection) {
        return ShardFixture.documents(client.run("{listIndexes: '" + collection + "'}")).stream()
                .map(index -> index.getString("name").getValue())
                .toList();
    }

    @Test
    void aCollectionIsMadeOnce() {
        client.run("{create: 'a', autoincrement: ['x', 'y']}");
        client.run("{create: 'a', autoincrement: ['x', 'y']}");
        BsonDocument reply = client.refused("{create: 'a'}");
        assertThat(reply.get("code")).isEqualTo(new BsonInt32(48));
        assertThat(reply.getString("errmsg").getValue()).isEqualTo("Collection shop.a already exists.");
        assertThat(client.all("admin", "counters")).hasSize(2);
    }

    @Test
    void whatIsNotSupportedIsRefusedByName() {
        for (String option : List.of("capped: true", "timeseries: {}", "clusteredIndex: {}")) {
            BsonDocument reply = client.refused("{create: 'a', " + option + "}");
            assertThat(reply.getString("errmsg").getValue()).contains(option.substring(0, option.indexOf(':')));
        }
        assertThat(shard.stored("shop.a")).isNull();
    }

    @Test
    void aRouterMakesACollectionWithEverythingAndMayAskAgain() {
        UUID uuid = new UUID(0x4000, 1);
        BsonDocument create = withUuid(
                "{_shardCreate: 'a', options: {autoincrement: 'id'}, indexes: [{key: {x: 1}, name: 'x_1', unique: true}]}",
                uuid);
        router.run("shop", create);
        router.run("shop", create);
        assertThat(indexNames("a")).containsExactlyInAnyOrder("_id_", "x_1", "id_1");
        assertThat(client.all("admin", "counters")).hasSize(1);
        assertThat(shard.collection("shop.a").uuid()).isEqualTo(uuid);
        BsonDocument other = router.reply("shop", withUuid("{_shardCreate: 'a'}", new UUID(0x4000, 2)));
        assertThat(other.get("code")).isEqualTo(new BsonInt32(48));
        BsonDocument gone = router.run("shop", withUuid("{_shardDrop: 'a'}", new UUID(0x4000, 2)));
        assertThat(gone.get("nIndexesWas")).isEqualTo(new BsonInt32(0));
        assertThat(router.run("shop", withUuid("{_shardDrop: 'a'}", uuid)).get("nIndexesWas"))
                .isEqualTo(new BsonInt32(3));
        assertThat(router.run("shop", withUuid("{_shardDrop: 'a'}", uuid)).get("nIndexesWas"))
                .isEqualTo(new BsonInt32(0));
        assertThat(client.all("admin", "counters")).isEmpty();
    }

    @Test
    void commandsOfRoutersAreUnknownToClients() {
        for (String name : List.of("_shardCreate", "_shardDrop", "_shardRename", "_shardCollMod", "_shardIdentity")) {
            assertThat(code("{" + name + ": 'a'}")).isEqualTo(59);
        }
    }

    @Test
    void aDropRemovesRowsRecordsAndEntries() {
        client.run("{create: 'a', autoincrement: 'id'}");
        client.run("{create: 'b', autoincrement: 'id'}");
        client.run("{insert: 'a', documents: [{_id: 1}, {_id: 2}]}");
        client.run("{insert: 'b', documents: [{_id: 1}]}");
        CollectionDescription a = shard.collection("shop.a");
        assertThat(client.run("{drop: 'a'}")).isEqualTo(json("{nIndexesWas: 2, ns: 'shop.a', ok: 1.0}"));
        assertThat(shard.stored("shop.a")).isNull();
        assertThat(count(shard.store(), ColumnFamily.DOCUMENTS, a.id())).isZero();
        a.indexes()
                .forEach(index -> assertThat(count(shard.store(), ColumnFamily.INDEXES, index.id()))
                        .isZero());
        assertThat(client.all("b")).hasSize(1);
        assertThat(client.all("admin", "counters")).hasSize(1);
        client.validate("shop", "b");
        client.run("{create: 'a', autoincrement: 'id'}");
        assertThat(shard.collection("shop.a").id())
                .as("numbers are never used again")
                .isGreaterThan(a.id());
        assertThat(client.all("a")).isEmpty();
    }

    @Test
    void dropDatabaseDropsAllOfItAndNothingElse() {
        client.run("{create: 'a', autoincrement: 'id'}");
        client.run("{insert: 'b', documents: [{_id: 1}]}");
        client.run("other", json("{insert: 'c', documents: [{_id: 1}]}"));
        assertThat(client.run("{dropDatabase: 1}")).isEqualTo(json("{dropped: 'shop', ok: 1.0}"));
        assertThat(client.run("{dropDatabase: 1}")).isEqualTo(json("{ok: 1.0}"));
        assertThat(client.all("admin", "counters")).isEmpty();
        assertThat(client.all("other", "c")).hasSize(1);
        assertThat(client.reply("admin", json("{dropDatabase: 1}")).get("code")).isEqualTo(new BsonInt32(20));
    }

    @Test
    void cursorsEndWithTheirCollection() {
        client.run("{insert: 'a', documents: [{_id: 1}, {_id: 2}]}");
        for (String drop : List.of("{drop: 'a'}", "{dropDatabase: 1}")) {
            client.run("{insert: 'a', documents: [{x: 1}, {x: 2}]}");
            BsonInt64 id = client.run("{find: 'a', batchSize: 1}")
                    .getDocument("cursor")
                    .getInt64("id");
            client.run(drop);
            BsonDocument more = client.reply("{getMore: {$numberLong: '" + id.getValue() + "'}, collection: 'a'}");
            assertThat(more.get("code")).as(drop).isEqualTo(new BsonInt32(43));
        }
    }

    @Test
    void countersStay() {
        BsonDocument drop = client.reply("admin", json("{drop: 'counters'}"));
        assertThat(drop.get("code")).isEqualTo(new BsonInt32(20));
        BsonDocument rename = client.reply("admin", json("{renameCollection: 'admin.counters', to: 'admin.x'}"));
        assertThat(rename.get("code")).isEqualTo(new BsonInt32(20));
        client.run("{create: 'a'}");
        BsonDocument onto =
                client.reply("admin", json("{renameCollection: 'shop.a', to: 'admin.counters', dropTarget: true}"));
        assertThat(onto.get("code")).isEqualTo(new BsonInt32(20));
    }

    @Test
    void garbageOfAnEarlierRunIsRemovedAtTheStart() {
        client.run("{insert: 'a', documents: [{_id: 1}, {_id: 2}]}");
        CollectionDescription a = shard.collection("shop.a");
        int index = a.indexes().get(0).id();
        // As a process leaves it that ends between the drop and the removal.
        StoreBatch batch = shard.store().newBatch();
        batch.put(ColumnFamily.META, garbage(ColumnFamily.DOCUMENTS, a.id()), new byte[0]);
        batch.put(ColumnFamily.META, garbage(ColumnFamily.INDEXES, index), new byte[0]);
        shard.store().write(batch);
        shard.restart();
        assertThat(count(shard.store(), ColumnFamily.DOCUMENTS, a.id())).isZero();
        assertThat(count(shard.store(), ColumnFamily.INDEXES, index)).isZero();
        assertThat(shard.store().get(ColumnFamily.META, garbage(ColumnFamily.DOCUMENTS, a.id())))
                .isNull();
    }

    private static byte[] garbage(ColumnFamily family, int id) {
        byte[] prefix = "garbage.".getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(prefix.length + 5)
                .put(prefix)
                .put((byte) family.number())
                .putInt(id)
                .array();
    }

    @Test
    void aDropThatCannotBeWrittenLeavesEverything() {
        FaultyStore faulty = new FaultyStore(new MemoryStore());
        try (ShardFixture fixture = ShardFixture.over(faulty, 1)) {
            ShardFixture.Peer peer = fixture.client();
            peer.run("{create: 'a', autoincrement: 'id'}");
            peer.run("{insert: 'a', documents: [{_id: 1}]}");
            faulty.refuseWrites(1);
            assertThat(peer.reply("{drop: 'a'}").getNumber("ok").intValue()).isZero();
            assertThat(peer.all("a")).hasSize(1);
            peer.run("{insert: 'a', documents: [{_id: 2}]}");
            assertThat(peer.all("a").get(1)).isEqualTo(json("{_id: 2, id: 2}"));
            peer.validate("shop", "a");
            peer.validate("admin", "counters");
        }
    }

    @Test
    void aRenameTakesAllAlong() {
        client.run("{create: 'a', autoincrement: ['x', 'y']}");
        client.run("{insert: 'a', documents: [{_id: 1}, {_id: 2, x: 10}]}");
        client.admin("{renameCollection: 'shop.a', to: 'other.b'}");
        assertThat(client.all("other", "b")).hasSize(2);
        assertThat(client.all("a")).isEmpty();
        assertThat(client.all("admin", "counters"))
                .containsExactly(
                        json("{_id: 'other.b.x', collection: 'other.b', field: 'x', last: 10}"),
                        json("{_id: 'other.b.y', collection: 'other.b', field: 'y', last: 2}"));
        shard.restart();
        client.run("other", json("{insert: 'b', documents: [{_id: 3}]}"));
        assertThat(client.all("other", "b").get(2)).isEqualTo(json("{_id: 3, x: 11, y: 3}"));
        client.validate("other", "b");
    }

    @Test
    void aRenameOntoAnotherNeedsToDropIt() {
        client.run("{create: 'a', autoincrement: 'id'}");
        client.run("{create: 'b', autoincrement: 'id'}");
        client.run("{insert: 'a', documents: [{_id: 1}]}");
        client.run("{insert: 'b', documents: [{_id: 1}, {_id: 2}, {_id: 3}]}");
        BsonDocument taken = client.reply("admin", json("{renameCollection: 'shop.a', to: 'shop.b'}"));
        assertThat(taken.get("code")).isEqualTo(new BsonInt32(48));
        client.admin("{renameCollection: 'shop.a', to: 'shop.b', dropTarget: true}");
        assertThat(client.all("b")).containsExactly(json("{_id: 1, id: 1}"));
        assertThat(client.all("admin", "counters"))
                .containsExactly(json("{_id: 'shop.b.id', collection: 'shop.b', field: 'id', last: 1}"));
        BsonDocument missing = client.reply("admin", json("{renameCollection: 'shop.none', to: 'shop.c'}"));
        assertThat(missing.get("code")).isEqualTo(new BsonInt32(26));
        BsonDocument itself = client.reply("admin", json("{renameCollection: 'shop.b', to: 'shop.b'}"));
        assertThat(itself.get("code")).isEqualTo(new BsonInt32(20));
    }

    @Test
    void aRoutersRenameMayBeRepeated() {
        UUID uuid = new UUID(0x4000, 1);
        router.run("shop", withUuid("{_shardCreate: 'a', options: {autoincrement: 'id'}}", uuid));
        BsonDocument rename = withUuid("{_shardRename: 'shop.a', to: 'shop.resharding." + uuid + "'}", uuid);
        router.run("admin", rename);
        router.run("admin", rename);
        assertThat(shard.collection("shop.resharding." + uuid).uuid()).isEqualTo(uuid);
        assertThat(client.all("admin", "counters")).hasSize(1);
    }

    @Test
    void collModNumbersFromTheHighestStored() {
        client.run("{insert: 'a', documents: [{_id: 1, no: 4}, {_id: 2, no: 9.0}, {_id: 3, no: 'x'}, {_id: 4}]}");
        client.run("{collMod: 'a', autoincrement: 'no'}");
        assertThat(client.last("shop.a.no")).isEqualTo(new BsonInt32(9));
        client.run("{insert: 'a', documents: [{_id: 5}]}");
        assertThat(client.all("a").get(4)).isEqualTo(json("{_id: 5, no: 10}"));
        assertThat(ShardFixture.documents(client.run("{listCollections: 1}"))
                        .get(0)
                        .getDocument("options"))
                .isEqualTo(json("{autoincrement: 'no'}"));
        client.validate("shop", "a");
    }

    @Test
    void collModRefusesSeveralDocumentsWithoutTheField() {
        client.run("{insert: 'a', documents: [{_id: 1}, {_id: 2}, {_id: 3, no: 7}]}");
        assertThat(code("{collMod: 'a', autoincrement: 'no'}")).isEqualTo(72);
        assertThat(client.all("admin", "counters")).isEmpty();
        assertThat(indexNames("a")).containsExactly("_id_");
        client.run("{collMod: 'a', autoincrement: 'no', backfill: true}");
        assertThat(client.all("a"))
                .containsExactly(json("{_id: 1, no: 8}"), json("{_id: 2, no: 9}"), json("{_id: 3, no: 7}"));
        assertThat(client.last("shop.a.no")).isEqualTo(new BsonInt32(9));
        client.validate("shop", "a");
    }

    @Test
    void backfillGoesByIdNotByAge() {
        client.run("{insert: 'a', documents: [{_id: 'z'}, {_id: 3}, {_id: 1}, {_id: 2.5}]}");
        client.run("{collMod: 'a', autoincrement: 'no', backfill: true}");
        assertThat(client.all("a"))
                .containsExactly(
                        json("{_id: 1, no: 1}"),
                        json("{_id: 2.5, no: 2}"),
                        json("{_id: 3, no: 3}"),
                        json("{_id: 'z', no: 4}"));
    }

    @Test
    void backfillThatMeetsTheHighestNumberIsRefused() {
        client.run("{insert: 'a', documents: [{_id: 1, no: {$numberLong: '9223372036854775807'}}, {_id: 2}]}");
        BsonDocument reply = client.refused("{collMod: 'a', autoincrement: 'no', backfill: true}");
        assertThat(reply.getString("errmsg").getValue()).contains("shop.a.no");
        assertThat(client.all("a").get(1)).isEqualTo(json("{_id: 2}"));
        assertThat(client.all("admin", "counters")).isEmpty();
    }

    @Test
    void collModThatMeetsDuplicatesChangesNothing() {
        client.run("{insert: 'a', documents: [{_id: 1, no: 4}, {_id: 2, no: 4}]}");
        assertThat(code("{collMod: 'a', autoincrement: 'no'}")).isEqualTo(11000);
        assertThat(client.all("admin", "counters")).isEmpty();
        assertThat(indexNames("a")).containsExactly("_id_");
    }

    @Test
    void collModCannotTakeASequenceAway() {
        client.run("{create: 'a', autoincrement: ['x', 'y']}");
        assertThat(code("{collMod: 'a', autoincrement: 'x'}")).isEqualTo(72);
        client.run("{collMod: 'a', autoincrement: ['x', 'y', 'z']}");
        client.run("{insert: 'a', documents: [{_id: 1}]}");
        assertThat(client.all("a")).containsExactly(json("{_id: 1, x: 1, y: 1, z: 1}"));
        assertThat(code("{collMod: 'none', autoincrement: 'x'}")).isEqualTo(26);
    }

    @Test
    void anIndexOverStoredDocumentsIsCompleteOrNotThere() {
        client.run("{insert: 'a', documents: ["
                + IntStream.range(0, 300)
                        .mapToObj(i -> "{_id: " + i + ", x: " + i % 250 + "}")
                        .collect(Collectors.joining(","))
                + "]}");
        assertThat(code("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x_1', unique: true}]}"))
                .isEqualTo(11000);
        assertThat(indexNames("a")).containsExactly("_id_");
        client.run("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x_1'}]}");
        client.validate("shop", "a");
        assertThat(count(
                        shard.store(),
                        ColumnFamily.INDEXES,
                        shard.index("shop.a", "x_1").id()))
                .isEqualTo(300);
    }

    @Test
    void severalIndexesAreMadeTogetherOrNotAtAll() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 1, y: 1}, {_id: 2, x: 2, y: 1}]}");
        assertThat(
                        code(
                                "{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x'}, {key: {y: 1}, name: 'y', unique: true}]}"))
                .isEqualTo(11000);
        assertThat(indexNames("a")).containsExactly("_id_");
        client.validate("shop", "a");
    }

    @Test
    void aDroppedIndexLeavesNoEntries() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 1}, {_id: 2, x: 2}]}");
        client.run("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x'}, {key: {y: 1}, name: 'y'}]}");
        int id = shard.index("shop.a", "x").id();
        assertThat(client.run("{dropIndexes: 'a', index: 'x'}").get("nIndexesWas"))
                .isEqualTo(new BsonInt32(3));
        assertThat(count(shard.store(), ColumnFamily.INDEXES, id)).isZero();
        client.run("{dropIndexes: 'a', index: {y: 1}}");
        assertThat(indexNames("a")).containsExactly("_id_");
    }

    @Test
    void indexesThatAreNeededStay() {
        client.run("{create: 'a', autoincrement: 'id'}");
        client.run("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x'}]}");
        assertThat(code("{dropIndexes: 'a', index: '_id_'}")).isEqualTo(72);
        assertThat(code("{dropIndexes: 'a', index: 'id_1'}")).isEqualTo(72);
        assertThat(code("{dropIndexes: 'a', index: 'none'}")).isEqualTo(27);
        assertThat(code("{dropIndexes: 'none', index: '*'}")).isEqualTo(26);
        client.run("{dropIndexes: 'a', index: '*'}");
        assertThat(indexNames("a")).containsExactlyInAnyOrder("_id_", "id_1");
    }
}
