package io.counterpoint.cluster.version;

import org.bson.BsonTimestamp;

/**
 * Version of a chunk within its collection: the major part rises when a chunk changes its shard, the minor part when
 * one is split. Stored as a BSON timestamp ({@code lastmod} in {@code config.chunks}), the major part in the place of
 * the seconds. Immutable.
 *
 * @param major 1 or more for chunks that exist
 * @param minor 0 or more
 */
public record ChunkVersion(int major, int minor) implements Comparable<ChunkVersion> {
    /** Version of the first chunk of a new collection. */
    public static final ChunkVersion INITIAL = new ChunkVersion(1, 0);

    /** Reads the stored form. */
    public static ChunkVersion of(BsonTimestamp lastmod) {
        return new ChunkVersion(lastmod.getTime(), lastmod.getInc());
    }

    /** The stored form. */
    public BsonTimestamp toTimestamp() {
        return new BsonTimestamp(major, minor);
    }

    /** The version of a chunk that comes into being beside this one without changing its shard. */
    public ChunkVersion nextMinor() {
        return new ChunkVersion(major, minor + 1);
    }

    @Override
    public int compareTo(ChunkVersion other) {
        int byMajor = Integer.compareUnsigned(major, other.major);
        return byMajor != 0 ? byMajor : Integer.compareUnsigned(minor, other.minor);
    }

    @Override
    public String toString() {
        return major + "|" + minor;
    }
}
