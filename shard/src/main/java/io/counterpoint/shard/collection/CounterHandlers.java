package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.sequence.declaration.SequenceDeclaration;
import io.counterpoint.sequence.mode.SequenceNumbers;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.loop.WriteContext;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/** Moves counters by command, inside the write loop. Answers are this shard's part: {@code {last, changed, …}}. */
public final class CounterHandlers {
    private final CollectionWriter writer;

    /** Moves the counters of a writer. */
    public CounterHandlers(CollectionWriter writer) {
        this.writer = writer;
    }

    /**
     * A sequence that is declared.
     *
     * @param collection its collection
     * @param declaration its field and mode
     */
    public record Declared(CollectionDescription collection, SequenceDeclaration declaration) {
        /**
         * Finds it.
         *
         * @param rowId {@code database.collection.field}
         * @throws CommandException NoSuchKey (4) when nothing of that name is declared here
         */
        public static Declared find(Catalog catalog, String rowId) {
            for (CollectionDescription collection : catalog.all()) {
                for (SequenceDeclaration declaration : collection.autoincrement()) {
                    String id = AutoincrementOption.rowId(collection.namespace().toString(), declaration.field());
                    if (id.equals(rowId)) {
                        return new Declared(collection, declaration);
                    }
                }
            }
            throw new CommandException(
                    ErrorCode.KEY_NOT_FOUND, "there is no counter row " + rowId + " in admin.counters");
        }
    }

    /**
     * Raises a counter to what the stored numbers demand.
     *
     * @param dryRun whether only to tell what would be done
     */
    public record Sync(String rowId, boolean dryRun) {}

    /** Handles {@link Sync}: never lowers, and changes nothing the second time. */
    public BsonDocument sync(WriteContext context, Sync command) {
        Declared declared = Declared.find(context.catalog(), command.rowId);
        String field = declared.declaration.field();
        long last = writer.lastNumber(context, declared.collection, field);
        long raised = writer.raisedByStored(context, declared.collection, declared.declaration, last);
        return move(context, declared, last, raised, command.dryRun);
    }

    /**
     * Puts a counter elsewhere.
     *
     * @param value the number
     * @param isCalled whether the number was handed out already, or is the next one
     * @param force whether it may stand below numbers that are stored
     * @param dryRun whether only to find out if it is refused
     */
    public record Set(String rowId, long value, boolean isCalled, boolean force, boolean dryRun) {}

    /**
     * Handles {@link Set}.
     *
     * @throws CommandException BadValue (2) when stored numbers lie further on and {@code force} is false
     */
    public BsonDocument set(WriteContext context, Set command) {
        Declared declared = Declared.find(context.catalog(), command.rowId);
        SequenceDeclaration declaration = declared.declaration;
        long increment = declaration.range().increment();
        long wanted = command.isCalled ? command.value : command.value - increment;
        long needed = writer.raisedByStored(context, declared.collection, declaration, wanted);
        if (needed != wanted && !command.force) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "the counter " + command.rowId + " cannot stand at " + wanted + ": numbers up to " + needed
                            + " are stored; force: true sets it all the same");
        }
        long last = writer.lastNumber(context, declared.collection, declaration.field());
        BsonDocument answer = move(context, declared, last, wanted, command.dryRun);
        return needed == wanted ? answer : answer.append("stored", SequenceNumbers.toBson(needed));
    }

    private BsonDocument move(WriteContext context, Declared declared, long from, long to, boolean dryRun) {
        if (to != from && !dryRun) {
            writer.setLast(context, declared.collection, declared.declaration.field(), to);
        }
        return new BsonDocument("before", SequenceNumbers.toBson(from))
                .append("last", SequenceNumbers.toBson(to))
                .append("changed", BsonBoolean.valueOf(to != from));
    }
}
