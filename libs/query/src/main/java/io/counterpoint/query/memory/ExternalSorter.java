package io.counterpoint.query.memory;

import io.counterpoint.base.spill.SpillSpace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Brings any number of entries in order. What does not fit into memory is written to disk in sorted runs, which are
 * merged in the end. With a limit only the first so many are kept. Equal entries keep the order in which they came. One
 * thread at a time.
 *
 * @param <E> what is sorted
 */
public final class ExternalSorter<E> implements AutoCloseable {
    /** Cutting off what is beyond the limit pays only when there is something to throw away. */
    private static final int BUFFER_COUNT_MIN = 1_024;

    private final SpillFormat<E> format;
    private final StageMemory memory;
    private final long limit;
    private final long bufferCountMax;
    private List<E> buffer = new ArrayList<>();
    private long bytesHeld;

    /** The last entry within the limit when it was cut; what is not before it cannot be among the first. */
    private @Nullable E worst;

    private @Nullable SortedRuns<E> runs;

    /**
     * An empty one.
     *
     * @param limit how many of the first entries are wanted, 1 or more; {@link Long#MAX_VALUE} for all
     */
    public ExternalSorter(SpillFormat<E> format, StageMemory memory, long limit) {
        this.format = format;
        this.memory = memory;
        this.limit = limit;
        this.bufferCountMax = limit > Integer.MAX_VALUE / 4 ? Long.MAX_VALUE : Math.max(2 * limit, BUFFER_COUNT_MIN);
    }

    /**
     * Adds an entry.
     *
     * @throws io.counterpoint.base.error.CommandException QueryExceededMemoryLimitNoDiskUseAllowed (292) when more
     *     would have to be held than may be, and the disk is not to be used; what the disk says
     */
    public void add(E entry) {
        E last = worst;
        if (last != null && format.order().compare(entry, last) >= 0) {
            return;
        }
        buffer.add(entry);
        bytesHeld += format.bytes(entry);
        if (buffer.size() >= bufferCountMax) {
            cut();
        }
        if (bytesHeld > memory.bytesMax()) {
            relieve();
        }
    }

    private void cut() {
        buffer.sort(format.order());
        if (buffer.size() > limit) {
            List<E> beyond = buffer.subList((int) limit, buffer.size());
            beyond.forEach(entry -> bytesHeld -= format.bytes(entry));
            beyond.clear();
            worst = buffer.get(buffer.size() - 1);
        }
    }

    /** Makes room: by the limit if that helps, or else on disk. */
    private void relieve() {
        cut();
        if (bytesHeld <= memory.bytesMax()) {
            return;
        }
        SpillSpace space = memory.space();
        if (space == null) {
            throw memory.sortExceeded();
        }
        SortedRuns<E> target = runs;
        if (target == null) {
            target = new SortedRuns<>(space, format);
            runs = target;
        }
        target.add(buffer);
        buffer = new ArrayList<>();
        bytesHeld = 0;
    }

    /** Whether something was written to disk. */
    public boolean hasSpilled() {
        return runs != null;
    }

    /** The entries in order. Nothing may be added any more; closing ends the iteration. */
    public Iterator<E> sorted() {
        cut();
        Iterator<E> all = runs == null ? buffer.iterator() : runs.merged(buffer);
        return new Iterator<>() {
            private long given;

            @Override
            public boolean hasNext() {
                return given < limit && all.hasNext();
            }

            @Override
            public E next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("no more entries");
                }
                given++;
                return all.next();
            }
        };
    }

    /** Frees memory and disk; closing twice is harmless. */
    @Override
    public void close() {
        buffer = new ArrayList<>();
        if (runs != null) {
            runs.close();
        }
    }
}
