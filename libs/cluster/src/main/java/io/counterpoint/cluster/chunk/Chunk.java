package io.counterpoint.cluster.chunk;

import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.cluster.version.ChunkVersion;

/**
 * A range of shard keys and the shard that owns it. Immutable.
 *
 * @param min least key of the range
 * @param max first key behind the range; the greatest key of all belongs to the last chunk nevertheless
 * @param shard name of the owner
 * @param version when it came to be as it is
 */
public record Chunk(ShardKey min, ShardKey max, String shard, ChunkVersion version) {
    /** Refuses an empty range. */
    public Chunk {
        if (min.compareTo(max) >= 0) {
            throw new IllegalArgumentException("a chunk's min must lie below its max: " + min + " " + max);
        }
    }
}
