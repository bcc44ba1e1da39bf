package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.sequence.declaration.SequenceDeclaration;
import io.counterpoint.sequence.mode.LocalMode;
import io.counterpoint.sequence.mode.RangeEncodedMode;
import io.counterpoint.sequence.mode.SequenceNumbers;
import io.counterpoint.sequence.mode.SnowflakeMode;
import io.counterpoint.sequence.mode.StridedMode;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.collection.CounterHandlers;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.sequence.ShardOrdinal;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code sequenceStatus}, {@code sequenceSet}, {@code sequenceSync}, {@code sequenceExplain}, each about
 * {@code "db.collection.field"} and answered shard by shard. Here there is one shard; a router puts the lists of all
 * together.
 */
final class SequenceCommands {
    private static final String VALUE = "value";
    private static final String ORDINAL = "ordinal";
    private static final String DRY_RUN = "dryRun";

    private final ShardAccess shard;
    private final CounterHandlers handlers;

    private SequenceCommands(ShardAccess shard) {
        this.shard = shard;
        handlers = new CounterHandlers(shard.writer());
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        SequenceCommands commands = new SequenceCommands(shard);
        return List.of(
                CommandEntry.command("sequenceExplain", "Tells where a value of an autoincrement field came from.")
                        .fields(VALUE)
                        .abilities(Ability.READS)
                        .handledBy(commands::explain),
                CommandEntry.command("sequenceSet", "Puts the counter of an autoincrement field elsewhere.")
                        .fields(VALUE, "isCalled", "force", DRY_RUN)
                        .abilities(Ability.WRITES)
                        .handledBy(commands::set),
                CommandEntry.command("sequenceStatus", "Tells where the counter of an autoincrement field stands.")
                        .abilities(Ability.READS)
                        .handledBy(commands::status),
                CommandEntry.command("sequenceSync", "Raises the counter of an autoincrement field to what is stored.")
                        .fields(DRY_RUN)
                        .abilities(Ability.WRITES)
                        .handledBy(commands::sync));
    }

    private CompletableFuture<BsonDocument> status(CommandRequest request) {
        String rowId = Arguments.of(request).requiredString(request.name());
        CollectionDescription counters = shard.catalog().get().find(Namespace.COUNTERS);
        RawDocument row = counters == null ? null : row(counters, rowId);
        if (row == null) {
            throw new CommandException(
                    ErrorCode.KEY_NOT_FOUND, "there is no counter row " + rowId + " in admin.counters");
        }
        BsonDocument status =
                new BsonDocument(AutoincrementOption.ROW_LAST, row.get(AutoincrementOption.ROW_LAST, BsonNull.VALUE));
        return CompletableFuture.completedFuture(
                answer(rowId, row.getString("mode", new BsonString("per_shard")).getValue(), status));
    }

    private @Nullable RawDocument row(CollectionDescription counters, String rowId) {
        OptionalLong recordId =
                IndexEntries.find(shard.store(), counters.indexes().get(0), new BsonString(rowId));
        return recordId.isEmpty() ? null : Records.get(shard.store(), counters.id(), recordId.getAsLong());
    }

    private BsonDocument answer(String rowId, String mode, BsonDocument ofThisShard) {
        BsonDocument named = new BsonDocument("shard", new BsonString(shard.name()));
        named.putAll(ofThisShard);
        return new BsonDocument("sequence", new BsonString(rowId))
                .append("mode", new BsonString(mode))
                .append("shards", new BsonArray(List.of(named)));
    }

    private CounterHandlers.Declared declared(String rowId) {
        return CounterHandlers.Declared.find(shard.catalog().get(), rowId);
    }

    private CompletableFuture<BsonDocument> sync(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        String rowId = arguments.requiredString(request.name());
        String mode = declared(rowId).declaration().mode().wireName();
        return shard.loop()
                .submit(
                        handlers::sync,
                        new CounterHandlers.Sync(rowId, arguments.bool(DRY_RUN, false)),
                        WriteDoor.submission(request, true))
                .thenApply(ofThisShard -> answer(rowId, mode, ofThisShard));
    }

    private CompletableFuture<BsonDocument> set(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        String rowId = arguments.requiredString(request.name());
        String mode = declared(rowId).declaration().mode().wireName();
        CounterHandlers.Set command = new CounterHandlers.Set(
                rowId,
                value(request),
                arguments.bool("isCalled", true),
                arguments.bool("force", false),
                arguments.bool(DRY_RUN, false));
        return shard.loop()
                .submit(handlers::set, command, WriteDoor.submission(request, true))
                .thenApply(ofThisShard -> answer(rowId, mode, ofThisShard));
    }

    private static long value(CommandRequest request) {
        BsonValue value = request.value(VALUE);
        OptionalLong number = value == null ? OptionalLong.empty() : SequenceNumbers.fromBson(value);
        return number.orElseThrow(() -> new CommandException(
                ErrorCode.BAD_VALUE, request.name() + "." + VALUE + " must be a whole 64-bit number"));
    }

    private CompletableFuture<BsonDocument> explain(CommandRequest request) {
        String rowId = Arguments.of(request).requiredString(request.name());
        CounterHandlers.Declared declared = declared(rowId);
        long value = value(request);
        BsonDocument found = new BsonDocument("stored", BsonBoolean.FALSE);
        RawDocument document = stored(declared, value);
        if (document != null) {
            found = new BsonDocument("stored", BsonBoolean.TRUE).append("_id", document.get("_id", BsonNull.VALUE));
            if (document.isObjectId("_id")) {
                long seconds = Integer.toUnsignedLong(
                        document.getObjectId("_id").getValue().getTimestamp());
                found.append("documentTime", new BsonDateTime(seconds * 1000));
            }
        }
        BsonDocument told = decode(declared.declaration(), value);
        if (told.containsKey(ORDINAL)) {
            boolean own = told.getInt32(ORDINAL).getValue() == ShardOrdinal.read(shard.store());
            found.append("generatedHere", BsonBoolean.valueOf(own));
        }
        BsonDocument reply = answer(rowId, declared.declaration().mode().wireName(), found);
        told.forEach(reply::append);
        return CompletableFuture.completedFuture(reply);
    }

    private @Nullable RawDocument stored(CounterHandlers.Declared declared, long value) {
        CollectionDescription collection = declared.collection();
        BsonDocument key = new BsonDocument(declared.declaration().field(), new BsonInt32(1));
        for (IndexDescription index : collection.indexesOn(key)) {
            if (index.unique() && !index.building()) {
                OptionalLong recordId = IndexEntries.find(shard.store(), index, SequenceNumbers.toBson(value));
                return recordId.isEmpty() ? null : Records.get(shard.store(), collection.id(), recordId.getAsLong());
            }
        }
        return null;
    }

    /** What the number itself tells, the same on every shard; empty in modes whose numbers tell nothing. */
    private static BsonDocument decode(SequenceDeclaration declaration, long value) {
        BsonDocument told = new BsonDocument();
        if (declaration.mode().owned() || value <= 0) {
            return told;
        }
        LocalMode mode = declaration.local();
        if (mode instanceof SnowflakeMode snowflake) {
            told.append(ORDINAL, new BsonInt32(snowflake.shardOf(value)))
                    .append("time", new BsonDateTime(snowflake.millisOf(value)));
        } else if (mode instanceof RangeEncodedMode encoded) {
            told.append(ORDINAL, new BsonInt32(encoded.shardOf(value)))
                    .append("local", new BsonInt64(encoded.localOf(value)));
        } else if (mode instanceof StridedMode strided && strided.shardOf(value).isPresent()) {
            told.append(ORDINAL, new BsonInt32((int) strided.shardOf(value).getAsLong()));
        }
        return told;
    }
}
