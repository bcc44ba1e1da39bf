package io.counterpoint.cluster.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.version.ChunkVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

class RoutingTableTest {
    private static final ShardKeyPattern RANGED = ShardKeyPattern.parse(BsonDocument.parse("{a: 1, b: 1}"));

    private static ShardKey key(int a, int b) {
        return RANGED.keyOfValues(List.of(new BsonInt32(a), new BsonInt32(b)));
    }

    private static Chunk chunk(ShardKey min, ShardKey max, String shard) {
        return new Chunk(min, max, shard, ChunkVersion.INITIAL);
    }

    private static RoutingTable table() {
        return RoutingTable.of(
                RANGED,
                List.of(
                        chunk(key(10, 0), RANGED.greatest(), "s1"),
                        chunk(RANGED.least(), key(0, 5), "s1"),
                        chunk(key(0, 5), key(10, 0), "s2")));
    }

    @Test
    void aKeyBelongsToTheChunkThatStartsAtOrBelowIt() {
        assertThat(table().shardOf(key(-1, 0))).isEqualTo("s1");
        assertThat(table().shardOf(key(0, 4))).isEqualTo("s1");
        assertThat(table().shardOf(key(0, 5))).isEqualTo("s2");
        assertThat(table().shardOf(key(9, 99))).isEqualTo("s2");
        assertThat(table().shardOf(key(10, 0))).isEqualTo("s1");
        assertThat(table().shardOf(RANGED.greatest())).isEqualTo("s1");
    }

    @Test
    void aRangeBelongsToAllWhoseChunksItMeets() {
        assertThat(table().shardsBetween(key(1, 0), key(9, 0))).containsExactly("s2");
        assertThat(table().shardsBetween(key(-5, 0), key(0, 4))).containsExactly("s1");
        assertThat(table().shardsBetween(key(0, 4), key(0, 5))).containsExactly("s1", "s2");
        assertThat(table().shardsBetween(RANGED.least(), RANGED.greatest())).containsExactly("s1", "s2");
        assertThat(table().shardsBetween(key(3, 0), key(2, 0))).isEmpty();
    }

    @Test
    void refusesGapsOverlapsAndOpenEnds() {
        assertThatThrownBy(() -> RoutingTable.of(RANGED, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RoutingTable.of(RANGED, List.of(chunk(RANGED.least(), key(1, 0), "s1"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RoutingTable.of(
                        RANGED,
                        List.of(chunk(RANGED.least(), key(1, 0), "s1"), chunk(key(2, 0), RANGED.greatest(), "s1"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RoutingTable.of(
                        RANGED,
                        List.of(chunk(RANGED.least(), key(3, 0), "s1"), chunk(key(2, 0), RANGED.greatest(), "s1"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aHashIsFoundWhereAScanOfTheChunksFindsIt() {
        List<String> shards = List.of("s1", "s2", "s3");
        RoutingTable table =
                RoutingTable.of(ShardKeyPattern.HASHED_ID, InitialChunks.cut(ShardKeyPattern.HASHED_ID, shards, "s1"));
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Long> hashes = new ArrayList<>(List.of(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE));
        for (int i = 0; i < 1000; i++) {
            hashes.add(random.nextLong());
        }
        hashes.addAll(InitialChunks.splitPoints(6));

        for (long hash : hashes) {
            ShardKey key = new ShardKey(List.of(new BsonInt64(hash)));
            String expected = table.chunks().stream()
                    .filter(chunk -> chunk.min().compareTo(key) <= 0 && key.compareTo(chunk.max()) < 0)
                    .findFirst()
                    .orElseThrow()
                    .shard();
            assertThat(table.shardOf(key)).as("hash %d, seed %d", hash, seed).isEqualTo(expected);
        }
    }

    @Test
    void itsVersionIsTheNewestOfItsChunks() {
        RoutingTable table = RoutingTable.of(
                RANGED,
                List.of(
                        new Chunk(RANGED.least(), key(0, 0), "s1", new ChunkVersion(2, 1)),
                        new Chunk(key(0, 0), RANGED.greatest(), "s2", new ChunkVersion(1, 9))));

        assertThat(table.version()).isEqualTo(new ChunkVersion(2, 1));
        assertThat(ChunkVersion.of(table.version().toTimestamp())).isEqualTo(table.version());
    }
}
