package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.Records;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * {@code sequenceStatus: "db.collection.field"}: where a counter stands, shard by shard. Here there is one shard; a
 * router puts the lists of all together.
 */
final class SequenceStatusCommand {
    private final ShardAccess shard;

    private SequenceStatusCommand(ShardAccess shard) {
        this.shard = shard;
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("sequenceStatus", "Tells where the counter of an autoincrement field stands.")
                .abilities(Ability.READS)
                .handledBy(new SequenceStatusCommand(shard)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        String rowId = Arguments.of(request).requiredString(request.name());
        CollectionDescription counters = shard.catalog().get().find(Namespace.COUNTERS);
        RawDocument row = counters == null ? null : row(counters, rowId);
        if (row == null) {
            throw new CommandException(
                    ErrorCode.KEY_NOT_FOUND, "there is no counter row " + rowId + " in admin.counters");
        }
        BsonDocument status = new BsonDocument("shard", new BsonString(shard.name()))
                .append(AutoincrementOption.ROW_LAST, row.get(AutoincrementOption.ROW_LAST, BsonNull.VALUE));
        BsonDocument reply = new BsonDocument("sequence", new BsonString(rowId))
                .append("mode", new BsonString("per_shard"))
                .append("shards", new BsonArray(List.of(status)));
        return CompletableFuture.completedFuture(reply);
    }

    private @Nullable RawDocument row(CollectionDescription counters, String rowId) {
        OptionalLong recordId =
                IndexEntries.find(shard.store(), counters.indexes().get(0), new BsonString(rowId));
        return recordId.isEmpty() ? null : Records.get(shard.store(), counters.id(), recordId.getAsLong());
    }
}
