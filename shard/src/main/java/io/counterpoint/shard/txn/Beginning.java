package io.counterpoint.shard.txn;

import io.counterpoint.wire.command.CommandRequest;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * How a transaction begins on this shard. Immutable.
 *
 * @param time the cluster time of what it reads; 0 for the newest state
 */
public record Beginning(long time) {
    /** A transaction that reads the newest state. */
    public static final Beginning NEWEST = new Beginning(0);

    /** What a request says; null when it is no first statement. */
    public static @Nullable Beginning of(CommandRequest request) {
        if (!request.startTransaction()) {
            return null;
        }
        BsonTimestamp time = request.readConcernTime("atClusterTime");
        return time == null ? NEWEST : new Beginning(time.getValue());
    }
}
