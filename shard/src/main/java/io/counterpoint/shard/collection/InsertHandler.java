package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteHandler;

/** Stores the documents of an insert, one after another. */
public final class InsertHandler implements WriteHandler<InsertWrite, WriteOutcome> {
    private final CollectionWriter writer;
    private final CatalogWrites catalogWrites;

    /** Stores through a writer; missing collections are made through {@code catalogWrites}. */
    public InsertHandler(CollectionWriter writer, CatalogWrites catalogWrites) {
        this.writer = writer;
        this.catalogWrites = catalogWrites;
    }

    @Override
    public WriteOutcome execute(WriteContext context, InsertWrite insert) {
        StatementMemory memory = StatementMemory.open(context, insert.retry());
        WriteOutcome outcome = WriteOutcome.summed();
        run(context, insert, memory, outcome);
        memory.close(context);
        return outcome;
    }

    void run(WriteContext context, InsertWrite insert, StatementMemory memory, WriteOutcome outcome) {
        if (CatalogWrites.refuseOnView(context, insert, insert.documents().size(), outcome)) {
            return;
        }
        CollectionDescription collection =
                catalogWrites.findOrCreate(context, insert.namespace(), insert.expected(), insert.newCollection());
        for (int i = 0; i < insert.documents().size(); i++) {
            if (memory.remembers(i)) {
                memory.replay(i, outcome);
                continue;
            }
            CollectionWriter.StatementStart start = CollectionWriter.begin(context);
            try {
                NumberSink numbers = ReportedNumbers.sink(insert.reportNumbers());
                collection = writer.insert(
                                context, collection, insert.documents().get(i), numbers)
                        .collection();
                outcome.succeed(i, 1, 0);
                outcome.numbered(i, numbers.reported());
                memory.note(i, numbers.reported());
            } catch (CommandException refused) {
                writer.undoStatement(context, start, refused);
                outcome.fail(i, refused);
                if (insert.ordered()) {
                    break;
                }
            }
        }
    }
}
