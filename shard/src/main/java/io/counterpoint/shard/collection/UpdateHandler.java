package io.counterpoint.shard.collection;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.update.Update;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteHandler;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Runs the statements of an update, one after another. A statement is all or nothing, also one that changes many
 * documents.
 *
 * <p>A statement that changes many first lists their record numbers and then changes them: what it stores anew must not
 * come before its own search again.
 */
public final class UpdateHandler implements WriteHandler<UpdateWrite, WriteOutcome> {
    private static final String COMPLETE = "a statement that is not refused is complete";

    private final CollectionWriter writer;
    private final CatalogWrites catalogWrites;
    private final RecordFinder finder;
    private final DocumentUpdater updater;

    /** Finds documents through a finder and stores through a writer. */
    public UpdateHandler(CollectionWriter writer, CatalogWrites catalogWrites, RecordFinder finder) {
        this.writer = writer;
        this.catalogWrites = catalogWrites;
        this.finder = finder;
        this.updater = new DocumentUpdater(writer);
    }

    @Override
    public WriteOutcome execute(WriteContext context, UpdateWrite write) {
        StatementMemory memory = StatementMemory.open(context, write.retry());
        WriteOutcome outcome = WriteOutcome.summed();
        run(context, write, memory, outcome);
        memory.close(context);
        return outcome;
    }

    void run(WriteContext context, UpdateWrite write, StatementMemory memory, WriteOutcome outcome) {
        if (CatalogWrites.refuseOnView(context, write, write.statements().size(), outcome)) {
            return;
        }
        CatalogWrites.find(context, write.namespace(), write.expected());
        for (int i = 0; i < write.statements().size(); i++) {
            if (memory.remembers(i)) {
                memory.replay(i, outcome);
                continue;
            }
            CollectionWriter.StatementStart start = CollectionWriter.begin(context);
            try {
                NumberSink numbers = ReportedNumbers.sink(write.reportNumbers());
                Counts counts = run(context, write, write.statements().get(i), numbers);
                outcome.succeed(i, counts.matched, counts.modified);
                outcome.numbered(i, numbers.reported());
                if (counts.upserted != null) {
                    outcome.upserted(i, counts.upserted);
                }
                memory.note(i, counts.matched, counts.modified, counts.upserted, numbers.reported());
            } catch (CommandException refused) {
                writer.undoStatement(context, start, refused);
                outcome.fail(i, refused);
                if (write.ordered()) {
                    break;
                }
            }
        }
    }

    private record Counts(
            long matched, long modified, @Nullable BsonValue upserted) {}

    private Counts run(WriteContext context, UpdateWrite write, UpdateStatement statement, NumberSink numbers) {
        if (statement.refused() != null) {
            throw statement.refused();
        }
        RecordFinder.Selection selection = Invariants.present(statement.selection(), COMPLETE);
        Update update = Invariants.present(statement.update(), COMPLETE);
        CollectionDescription collection = context.catalog().find(write.namespace());
        Counts counts = new Counts(0, 0, null);
        if (collection != null) {
            counts = statement.multi()
                    ? updateAll(context, collection, selection, update)
                    : updateFirst(context, collection, selection, update);
        }
        BsonObjectId upsertId = statement.upsertId();
        if (counts.matched > 0 || upsertId == null) {
            return counts;
        }
        collection = catalogWrites.findOrCreate(context, write.namespace(), write.expected(), write.newCollection());
        BsonDocument made =
                statement.supplied() != null ? statement.supplied() : update.upsertDocument(selection.filter());
        RawDocument stored =
                updater.upsert(context, collection, made, upsertId, numbers).document();
        return new Counts(1, 0, stored.get("_id"));
    }

    private Counts updateFirst(
            WriteContext context, CollectionDescription collection, RecordFinder.Selection selection, Update update) {
        RecordFinder.Found found = finder.first(context, collection, selection);
        if (found == null) {
            return new Counts(0, 0, null);
        }
        DocumentUpdater.Applied applied = updater.apply(context, collection, found, update, selection.filter());
        return new Counts(1, applied.modified() ? 1 : 0, null);
    }

    private Counts updateAll(
            WriteContext context, CollectionDescription collection, RecordFinder.Selection selection, Update update) {
        long matched = 0;
        long modified = 0;
        CollectionDescription current = collection;
        for (long recordId : finder.all(context, collection, selection)) {
            RawDocument document = Records.get(context.view(), collection.id(), recordId);
            if (document == null) {
                continue;
            }
            RecordFinder.Found found = new RecordFinder.Found(recordId, document);
            DocumentUpdater.Applied applied = updater.apply(context, current, found, update, selection.filter());
            current = applied.collection();
            matched++;
            modified += applied.modified() ? 1 : 0;
        }
        return new Counts(matched, modified, null);
    }
}
