package io.counterpoint.wire.command;

import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The generic fields behind the replies to clients: {@code {ok: 1, $clusterTime: {clusterTime, signature: {hash,
 * keyId}}, operationTime}}. There are no keys to sign with: the signature is zeros, as MongoDB's is without
 * authentication. Any thread.
 *
 * <p>What an operation saw or made is no later than the process's newest time, so that one serves as
 * {@code operationTime} too: a client that waits for it waits for a little more than it has to, which costs nothing,
 * since a shard's reads always see all its writes.
 *
 * <p>Cost: the bytes are made once for each time, not for each reply, and only those that are sent.
 *
 * <p>Source: driver specifications "Driver Sessions" and "Causal Consistency".
 */
final class ReplyTrailers {
    private static final BsonDocument SIGNATURE =
            new BsonDocument("hash", new BsonBinary(new byte[20])).append("keyId", new BsonInt64(0));

    private record Made(long time, RawDocument trailer) {}

    private final @Nullable ClusterClock clock;
    private volatile @Nullable Made ofSuccess;
    private volatile @Nullable Made ofOther;

    /**
     * Trailers of one process.
     *
     * @param clock null for trailers without times
     */
    ReplyTrailers(@Nullable ClusterClock clock) {
        this.clock = clock;
    }

    /**
     * The trailer of a reply that leaves now.
     *
     * @param door routers are told the time beside the reply
     * @param ok whether {@code ok: 1} is still to be said
     */
    BsonDocument of(Door door, boolean ok) {
        ClusterClock times = clock;
        if (times == null || door == Door.ROUTER) {
            return ok ? CommandReply.OK : CommandReply.NOTHING;
        }
        long time = times.latest();
        Made made = ok ? ofSuccess : ofOther;
        if (made == null || made.time != time) {
            made = new Made(time, make(time, ok));
            if (ok) {
                ofSuccess = made;
            } else {
                ofOther = made;
            }
        }
        return made.trailer;
    }

    private static RawDocument make(long time, boolean ok) {
        BsonOutput out = new BsonOutput(160);
        if (ok) {
            out.appendDouble("ok", 1);
        }
        BsonTimestamp timestamp = new BsonTimestamp(time);
        out.startDocument("$clusterTime").appendValue("clusterTime", timestamp);
        out.appendDocument("signature", SIGNATURE).end();
        return out.appendValue("operationTime", timestamp).finish();
    }
}
