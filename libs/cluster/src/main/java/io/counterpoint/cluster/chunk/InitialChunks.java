package io.counterpoint.cluster.chunk;

import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.version.ChunkVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonInt64;
import org.bson.BsonMinKey;
import org.bson.BsonValue;

/**
 * Cuts the key space of an empty collection. A key that leads with a hash is cut into equal parts, two for each shard,
 * neighbours together; of any other key nothing is known before there is data, so it stays one chunk.
 *
 * <pre>{@code
 * {_id: "hashed"} over s1, s2:   s1: [MinKey, -4611686018427387902) [-4611686018427387902, 0)
 *                                s2: [0, 4611686018427387902)       [4611686018427387902, MaxKey)
 * }</pre>
 *
 * <p>Source: the bounds that the MongoDB manual shows for {@code sh.shardCollection} with a hashed key.
 */
public final class InitialChunks {
    /** Two, so that a shard that joins later can be given something without a split. */
    private static final int CHUNKS_PER_SHARD = 2;

    private InitialChunks() {}

    /**
     * The chunks of a new collection.
     *
     * @param shards names of all shards, in the order in which they are filled; not empty
     * @param primary the shard that gets everything when the key cannot be cut
     * @return by rising keys, versions rising from {@link ChunkVersion#INITIAL}
     */
    public static List<Chunk> cut(ShardKeyPattern pattern, List<String> shards, String primary) {
        if (!pattern.leadsWithHash()) {
            return List.of(whole(pattern, primary));
        }
        List<ShardKey> bounds = new ArrayList<>();
        bounds.add(pattern.least());
        for (long split : splitPoints(shards.size() * CHUNKS_PER_SHARD)) {
            bounds.add(leading(pattern, new BsonInt64(split)));
        }
        bounds.add(pattern.greatest());

        List<Chunk> chunks = new ArrayList<>();
        ChunkVersion version = ChunkVersion.INITIAL;
        for (int i = 0; i + 1 < bounds.size(); i++) {
            chunks.add(new Chunk(bounds.get(i), bounds.get(i + 1), shards.get(i / CHUNKS_PER_SHARD), version));
            version = version.nextMinor();
        }
        return chunks;
    }

    /** The whole key space as one chunk. */
    public static Chunk whole(ShardKeyPattern pattern, String shard) {
        return new Chunk(pattern.least(), pattern.greatest(), shard, ChunkVersion.INITIAL);
    }

    /**
     * The points between equal parts of the range of hashes.
     *
     * @param partCount 1 or more
     */
    static List<Long> splitPoints(int partCount) {
        long width = Long.MAX_VALUE / partCount * 2;
        List<Long> points = new ArrayList<>();
        long point = partCount % 2 == 0 ? width : width / 2;
        if (partCount % 2 == 0) {
            points.add(0L);
        }
        for (int i = 0; i < (partCount - 1) / 2; i++) {
            points.add(point);
            points.add(-point);
            point += width;
        }
        Collections.sort(points);
        return points;
    }

    private static ShardKey leading(ShardKeyPattern pattern, BsonValue first) {
        List<BsonValue> values = new ArrayList<>();
        values.add(first);
        while (values.size() < pattern.fields().size()) {
            values.add(new BsonMinKey());
        }
        return new ShardKey(values);
    }
}
