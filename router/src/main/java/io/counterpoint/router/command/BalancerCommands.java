package io.counterpoint.router.command;

import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Commands about moving chunks: there is no balancer and no moving yet, and they say so. */
final class BalancerCommands {
    private static final String NO_MOVES = "chunks stay where they were made";

    private BalancerCommands() {}

    static List<CommandEntry> entries() {
        return List.of(
                Replies.refused("addShard", "Adds a shard.", "a cluster keeps the shards it was founded with"),
                Replies.refused("addShardToZone", "Puts a shard into a zone.", NO_MOVES),
                Replies.refused("balancerStart", "Starts the balancer.", NO_MOVES),
                CommandEntry.command("balancerStatus", "Tells whether the balancer runs.")
                        .abilities(Ability.ADMIN_ONLY)
                        .handledBy(request -> Replies.of(status())),
                CommandEntry.command("balancerStop", "Stops the balancer, which never runs.")
                        .abilities(Ability.ADMIN_ONLY)
                        .handledBy(request -> Replies.of(new BsonDocument())),
                Replies.refused("mergeChunks", "Joins neighbouring chunks.", NO_MOVES),
                Replies.refused("moveChunk", "Moves a chunk to another shard.", NO_MOVES),
                Replies.refused("moveCollection", "Moves an unsharded collection.", NO_MOVES),
                Replies.refused("movePrimary", "Changes the primary shard of a database.", NO_MOVES),
                Replies.refused("moveRange", "Moves a range of keys to another shard.", NO_MOVES),
                Replies.refused("refineCollectionShardKey", "Adds fields to a shard key.", NO_MOVES),
                Replies.refused("removeShard", "Removes a shard.", "a cluster keeps the shards it was founded with"),
                Replies.refused("removeShardFromZone", "Takes a shard out of a zone.", NO_MOVES),
                Replies.refused("reshardCollection", "Spreads a collection by another key.", NO_MOVES),
                Replies.refused("split", "Splits a chunk.", NO_MOVES),
                Replies.refused("unshardCollection", "Gathers a collection on one shard.", NO_MOVES),
                Replies.refused("updateZoneKeyRange", "Ties a range of keys to a zone.", NO_MOVES));
    }

    private static BsonDocument status() {
        return new BsonDocument("mode", new BsonString("off"))
                .append("inBalancerRound", BsonBoolean.FALSE)
                .append("numBalancerRounds", new BsonInt64(0));
    }
}
