package io.counterpoint.shard.collection;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteHandler;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Runs the statements of a delete, one after another. A statement is all or nothing. */
public final class DeleteHandler implements WriteHandler<DeleteWrite, WriteOutcome> {
    private final CollectionWriter writer;
    private final RecordFinder finder;

    /** Finds documents through a finder and removes through a writer. */
    public DeleteHandler(CollectionWriter writer, RecordFinder finder) {
        this.writer = writer;
        this.finder = finder;
    }

    @Override
    public WriteOutcome execute(WriteContext context, DeleteWrite write) {
        StatementMemory memory = StatementMemory.open(context, write.retry());
        WriteOutcome outcome = WriteOutcome.summed();
        run(context, write, memory, outcome);
        memory.close(context);
        return outcome;
    }

    void run(WriteContext context, DeleteWrite write, StatementMemory memory, WriteOutcome outcome) {
        if (CatalogWrites.refuseOnView(context, write, write.statements().size(), outcome)) {
            return;
        }
        CollectionDescription collection = CatalogWrites.find(context, write.namespace(), write.expected());
        for (int i = 0; i < write.statements().size(); i++) {
            if (memory.remembers(i)) {
                memory.replay(i, outcome);
                continue;
            }
            CollectionWriter.StatementStart start = CollectionWriter.begin(context);
            try {
                long removed = run(context, collection, write.statements().get(i));
                outcome.succeed(i, removed, 0);
                memory.note(i, removed, 0, null, new BsonDocument());
            } catch (CommandException refused) {
                writer.undoStatement(context, start, refused);
                outcome.fail(i, refused);
                if (write.ordered()) {
                    break;
                }
            }
        }
    }

    private long run(WriteContext context, @Nullable CollectionDescription collection, DeleteStatement statement) {
        if (statement.refused() != null) {
            throw statement.refused();
        }
        RecordFinder.Selection selection =
                Invariants.present(statement.selection(), "a statement that is not refused is complete");
        if (collection == null) {
            return 0;
        }
        if (statement.one()) {
            RecordFinder.Found found = finder.first(context, collection, selection);
            if (found == null) {
                return 0;
            }
            writer.delete(context, collection, found.recordId(), found.document());
            return 1;
        }
        long removed = 0;
        for (long recordId : finder.all(context, collection, selection)) {
            RawDocument document = Records.get(context.view(), collection.id(), recordId);
            if (document != null) {
                writer.delete(context, collection, recordId, document);
                removed++;
            }
        }
        return removed;
    }
}
