package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands whose sorts and groups do not fit into memory. */
final class SpillingCommandsTest {
    private static final int DOCUMENT_COUNT = 1_000;
    private static final int NO_DISK_USE_ALLOWED = 292;

    private final ShardFixture shard = ShardFixture.withMemory(20_000);
    private final ShardFixture.Peer client = shard.client();

    @BeforeEach
    void fill() {
        BsonArray documents = new BsonArray();
        for (int i = 0; i < DOCUMENT_COUNT; i++) {
            documents.add(new BsonDocument("_id", new BsonInt32(i))
                    .append("k", new BsonInt32(i * 7919 % DOCUMENT_COUNT))
                    .append("s", new BsonString("a text that takes room " + i)));
        }
        client.run("shop", new BsonDocument("insert", new BsonString("c")).append("documents", documents));
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(shard.spillSpace().openCount()).as("files left").isZero();
        shard.close();
    }

    @Test
    void findSortsOnDisk() {
        BsonDocument cursor =
                client.run("{find: 'c', sort: {k: 1}, batchSize: 10}").getDocument("cursor");
        assertThat(shard.spillSpace().openCount()).isEqualTo(1);
        List<BsonValue> keys = new ArrayList<>(keys(cursor.getArray("firstBatch")));
        BsonDocument rest = client.run("shop", getMore(cursor)).getDocument("cursor");
        keys.addAll(keys(rest.getArray("nextBatch")));
        assertThat(keys)
                .hasSize(DOCUMENT_COUNT)
                .isSortedAccordingTo((left, right) -> Integer.compare(
                        left.asInt32().getValue(), right.asInt32().getValue()));
    }

    @Test
    void aKilledCursorLeavesNothing() {
        BsonDocument cursor =
                client.run("{find: 'c', sort: {k: 1}, batchSize: 10}").getDocument("cursor");
        client.run(
                "shop",
                new BsonDocument("killCursors", new BsonString("c"))
                        .append("cursors", new BsonArray(List.of(cursor.getInt64("id")))));
        assertThat(shard.spillSpace().openCount()).isZero();
    }

    @Test
    void findIsRefusedTheDisk() {
        BsonDocument reply = client.reply("{find: 'c', sort: {k: 1}, allowDiskUse: false}");
        assertThat(reply.getInt32("code").getValue()).isEqualTo(NO_DISK_USE_ALLOWED);
        assertThat(reply.getString("errmsg").getValue())
                .isEqualTo(
                        "Executor error during find command :: caused by :: Sort exceeded memory limit of 20000 bytes,"
                                + " but did not opt in to external sorting.");
        assertThat(client.run("{find: 'c', sort: {k: 1}, limit: 5, allowDiskUse: false}")
                        .getDocument("cursor")
                        .getArray("firstBatch"))
                .as("the first few fit")
                .hasSize(5);
    }

    @Test
    void groupsAndSortsOfPipelinesGoToDisk() {
        BsonArray groups = client.run("{aggregate: 'c', cursor: {batchSize: 2000}, pipeline: [{$group: {_id: '$s', n:"
                        + " {$sum: 1}}}, {$sort: {_id: 1}}]}")
                .getDocument("cursor")
                .getArray("firstBatch");
        assertThat(groups).hasSize(DOCUMENT_COUNT);
        assertThat(shard.spillSpace().bytesWritten()).isPositive();
    }

    @Test
    void pipelinesAreRefusedTheDisk() {
        for (String stage :
                List.of("{$group: {_id: '$s'}}", "{$sort: {k: 1}}", "{$bucketAuto: {groupBy: '$k', buckets: 2}}")) {
            BsonDocument reply =
                    client.reply("{aggregate: 'c', cursor: {}, allowDiskUse: false, pipeline: [" + stage + "]}");
            assertThat(reply.getInt32("code").getValue()).as(stage).isEqualTo(NO_DISK_USE_ALLOWED);
        }
    }

    @Test
    void explainTellsThatTheDiskWasUsed() {
        BsonDocument reply = client.run("{explain: {find: 'c', sort: {k: 1}}, verbosity: 'executionStats'}");
        assertThat(reply.getDocument("executionStats")
                        .getDocument("executionStages")
                        .getBoolean("usedDisk")
                        .getValue())
                .isTrue();
    }

    private static List<BsonValue> keys(BsonArray batch) {
        return batch.stream().map(document -> document.asDocument().get("k")).toList();
    }

    private static BsonDocument getMore(BsonDocument cursor) {
        return new BsonDocument("getMore", cursor.getInt64("id")).append("collection", new BsonString("c"));
    }
}
