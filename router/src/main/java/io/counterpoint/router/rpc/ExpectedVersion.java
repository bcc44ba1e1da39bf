package io.counterpoint.router.rpc;

import com.google.protobuf.ByteString;
import io.counterpoint.cluster.version.ChunkVersion;
import io.counterpoint.proto.v1.CollectionVersion;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the router believes about a collection, sent along so that a shard that knows better can say so (StaleConfig).
 * Immutable; made once per collection, sent with every request.
 */
public final class ExpectedVersion {
    private static final ExpectedVersion NO_COLLECTION =
            new ExpectedVersion(null, CollectionVersion.getDefaultInstance());

    private final @Nullable UUID uuid;
    private final CollectionVersion message;

    private ExpectedVersion(@Nullable UUID uuid, CollectionVersion message) {
        this.uuid = uuid;
        this.message = message;
    }

    /** The belief that there is no such collection. */
    public static ExpectedVersion noCollection() {
        return NO_COLLECTION;
    }

    /** The belief that the collection is that of a UUID. */
    public static ExpectedVersion of(UUID uuid, ChunkVersion chunkVersion) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits());
        return new ExpectedVersion(
                uuid,
                CollectionVersion.newBuilder()
                        .setUuid(ByteString.copyFrom(bytes.array()))
                        .setMajor(chunkVersion.major())
                        .setMinor(chunkVersion.minor())
                        .build());
    }

    /** The collection's UUID; null for {@link #noCollection}. */
    public @Nullable UUID uuid() {
        return uuid;
    }

    CollectionVersion message() {
        return message;
    }

    @Override
    public String toString() {
        return uuid == null ? "no collection" : uuid.toString();
    }
}
