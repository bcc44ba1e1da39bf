package io.counterpoint.shard.collection;

import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteHandler;
import java.util.ArrayList;
import java.util.List;

/** Runs the parts of a bulk write one after another, in one batch. An operation is all or nothing. */
public final class BulkWriteHandler implements WriteHandler<BulkWrite, List<WriteOutcome>> {
    private final InsertHandler inserts;
    private final UpdateHandler updates;
    private final DeleteHandler deletes;

    /** Stores through a writer, finds documents through a finder, and makes missing collections. */
    public BulkWriteHandler(CollectionWriter writer, CatalogWrites catalogWrites, RecordFinder finder) {
        inserts = new InsertHandler(writer, catalogWrites);
        updates = new UpdateHandler(writer, catalogWrites, finder);
        deletes = new DeleteHandler(writer, finder);
    }

    /** Gives the outcomes of the parts that ran, with what each operation came to. */
    @Override
    public List<WriteOutcome> execute(WriteContext context, BulkWrite bulk) {
        StatementMemory memory = StatementMemory.open(context, bulk.retry());
        List<WriteOutcome> outcomes = new ArrayList<>();
        for (BulkWrite.Part part : bulk.parts()) {
            memory.startAt(part.first());
            WriteOutcome outcome = WriteOutcome.detailed();
            run(context, part.write(), memory, outcome);
            outcomes.add(outcome);
            if (bulk.ordered() && !outcome.failures().isEmpty()) {
                break;
            }
        }
        memory.close(context);
        return outcomes;
    }

    private void run(WriteContext context, BatchWrite write, StatementMemory memory, WriteOutcome outcome) {
        if (write instanceof InsertWrite insert) {
            inserts.run(context, insert, memory, outcome);
        } else if (write instanceof UpdateWrite update) {
            updates.run(context, update, memory, outcome);
        } else if (write instanceof DeleteWrite delete) {
            deletes.run(context, delete, memory, outcome);
        }
    }
}
