package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.jspecify.annotations.Nullable;

/**
 * What a router believes about the collection a request addresses. Immutable.
 *
 * @param uuid the collection's UUID; null: the router believes that there is no such collection
 */
public record RoutingVersion(@Nullable UUID uuid) {
    /** The version a request came with; null when it came by the wire door or addresses no routed collection. */
    public static @Nullable RoutingVersion of(CommandRequest request) {
        return (RoutingVersion) request.routing();
    }

    /**
     * Demands that the router knows the collection as this shard does.
     *
     * @param actual UUID of the collection on this shard; null when it is not there
     * @throws CommandException StaleConfig (13388), with {@code actualUuid}, when it does not
     */
    public void check(Namespace namespace, @Nullable UUID actual) {
        if (uuid == null ? actual == null : uuid.equals(actual)) {
            return;
        }
        throw new CommandException(
                ErrorCode.STALE_CONFIG,
                "the router's knowledge of " + namespace + " is out of date",
                new BsonDocument("actualUuid", actual == null ? BsonNull.VALUE : new BsonBinary(actual)),
                List.of());
    }
}
