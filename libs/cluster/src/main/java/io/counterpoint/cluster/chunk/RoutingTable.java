package io.counterpoint.cluster.chunk;

import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.version.ChunkVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonInt64;
import org.bson.BsonMinKey;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of one collection: a partition of the whole key space, without gap or overlap. Immutable; any thread.
 *
 * <p>Cost: a lookup is a binary search; for keys of one hashed field it compares plain longs and allocates nothing.
 */
public final class RoutingTable {
    private final ShardKeyPattern pattern;
    private final List<Chunk> chunks;
    private final List<String> shards;
    private final ChunkVersion version;

    /** Lower bounds of all chunks but the first, when the key is one hash; null otherwise. */
    private final long @Nullable [] hashBounds;

    private RoutingTable(ShardKeyPattern pattern, List<Chunk> sorted) {
        this.pattern = pattern;
        chunks = List.copyOf(sorted);
        Set<String> owners = new TreeSet<>();
        ChunkVersion newest = sorted.get(0).version();
        for (Chunk chunk : sorted) {
            owners.add(chunk.shard());
            newest = newest.compareTo(chunk.version()) >= 0 ? newest : chunk.version();
        }
        shards = List.copyOf(owners);
        version = newest;
        hashBounds = pattern.isSingleHash() ? hashBounds(sorted) : null;
    }

    private static long @Nullable [] hashBounds(List<Chunk> sorted) {
        long[] bounds = new long[sorted.size() - 1];
        for (int i = 0; i < bounds.length; i++) {
            if (!(sorted.get(i + 1).min().values().get(0) instanceof BsonInt64 bound)) {
                return null;
            }
            bounds[i] = bound.getValue();
        }
        return bounds;
    }

    /**
     * Builds the table.
     *
     * @param chunks in any order
     * @throws IllegalArgumentException when they leave a gap, overlap, or do not span all keys
     */
    public static RoutingTable of(ShardKeyPattern pattern, Collection<Chunk> chunks) {
        List<Chunk> sorted = new ArrayList<>(chunks);
        sorted.sort((a, b) -> a.min().compareTo(b.min()));
        ShardKey expected = pattern.least();
        for (Chunk chunk : sorted) {
            if (!chunk.min().equals(expected)) {
                throw new IllegalArgumentException("chunks do not follow one another at " + pattern.bound(expected));
            }
            expected = chunk.max();
        }
        if (sorted.isEmpty() || !expected.equals(pattern.greatest())) {
            throw new IllegalArgumentException("chunks end before the greatest key, at " + pattern.bound(expected));
        }
        return new RoutingTable(pattern, sorted);
    }

    /** What the keys are made of. */
    public ShardKeyPattern pattern() {
        return pattern;
    }

    /** The chunks, by rising keys. */
    public List<Chunk> chunks() {
        return chunks;
    }

    /** Names of the shards that own at least one chunk, sorted. */
    public List<String> shards() {
        return shards;
    }

    /** The newest version among the chunks. */
    public ChunkVersion version() {
        return version;
    }

    /** The shard that owns a key. */
    public String shardOf(ShardKey key) {
        return chunks.get(indexOf(key)).shard();
    }

    /**
     * The shards that own keys of a range.
     *
     * @param from least key of the range
     * @param to last key of the range, inside of it
     * @return sorted names, none twice
     */
    public Set<String> shardsBetween(ShardKey from, ShardKey to) {
        if (from.compareTo(to) > 0) {
            return Collections.emptySet();
        }
        Set<String> owners = new TreeSet<>();
        int last = indexOf(to);
        for (int i = indexOf(from); i <= last; i++) {
            owners.add(chunks.get(i).shard());
        }
        return owners;
    }

    private int indexOf(ShardKey key) {
        long[] bounds = hashBounds;
        if (bounds != null) {
            if (key.values().get(0) instanceof BsonInt64 hash) {
                return indexOf(bounds, hash.getValue());
            }
            // The ends of the key space are no hashes.
            return key.values().get(0) instanceof BsonMinKey ? 0 : chunks.size() - 1;
        }
        int low = 0;
        int high = chunks.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (chunks.get(middle).min().compareTo(key) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static int indexOf(long[] bounds, long hash) {
        int low = 0;
        int high = bounds.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[middle] <= hash) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public String toString() {
        return pattern + " in " + chunks.size() + " chunks on " + shards;
    }
}
