package io.counterpoint.query.memory;

import io.counterpoint.base.spill.SpillSpace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Documents that are read several times, in memory as long as they fit, or else on disk. One thread at a time. */
public final class DocumentBuffer implements Iterable<BsonDocument>, AutoCloseable {
    private final StageMemory memory;
    private final MemoryBudget budget;
    private List<BsonDocument> held = new ArrayList<>();
    private @Nullable DocumentFile file;
    private int size;

    /**
     * An empty one.
     *
     * @param stage MongoDB's name of the stage that holds it, for refusals
     */
    public DocumentBuffer(String stage, StageMemory memory) {
        this.memory = memory;
        this.budget = new MemoryBudget(stage, memory.bytesMax());
    }

    /**
     * Adds a document.
     *
     * @throws io.counterpoint.base.error.CommandException QueryExceededMemoryLimitNoDiskUseAllowed (292) when there is
     *     no more room, and the disk is not to be used; what the disk says
     */
    public void add(BsonDocument document) {
        size = Math.addExact(size, 1);
        SpillSpace space = memory.space();
        if (file == null && space != null && !budget.take(MemoryBudget.estimate(document))) {
            spill(space);
        } else if (file == null && space == null) {
            budget.hold(document);
        }
        if (file == null) {
            held.add(document);
        } else {
            file.append(document);
        }
    }

    private void spill(SpillSpace space) {
        DocumentFile target = new DocumentFile(space);
        file = target;
        held.forEach(target::append);
        held = new ArrayList<>();
    }

    /** How many documents there are. */
    public int size() {
        return size;
    }

    /** The documents in the order in which they were added. Ends with {@link #close}. */
    @Override
    public Iterator<BsonDocument> iterator() {
        DocumentFile source = file;
        if (source == null) {
            return held.iterator();
        }
        Iterator<? extends BsonDocument> spilled = source.read(0, source.end());
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return spilled.hasNext();
            }

            @Override
            public BsonDocument next() {
                return spilled.next();
            }
        };
    }

    /** Frees memory and disk; closing twice is harmless. */
    @Override
    public void close() {
        held = new ArrayList<>();
        if (file != null) {
            file.close();
        }
    }
}
