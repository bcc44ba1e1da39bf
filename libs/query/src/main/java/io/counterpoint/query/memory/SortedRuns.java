package io.counterpoint.query.memory;

import io.counterpoint.base.spill.SpillSpace;
import io.counterpoint.bson.raw.RawDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs of entries on disk, each in order, that are merged into one. Equal entries come out in the order of their runs.
 * One thread at a time.
 *
 * <pre>
 * run 1: 2 5 9      run 2: 1 5 7      in memory: 3 8
 * merged: 1 2 3 5 5 7 8 9
 * </pre>
 *
 * @param <E> what is sorted
 */
public final class SortedRuns<E> implements AutoCloseable {
    /** So many runs are merged into one before there are more, so that their read buffers stay small together. */
    private static final int RUN_COUNT_MAX = 256;

    private final SpillSpace space;
    private final SpillFormat<E> format;
    private @Nullable DocumentFile file;
    private List<Extent> runs = new ArrayList<>();

    /** Where a run is in the file. */
    private record Extent(long from, long to) {}

    /** No runs. No file is made before there is one. */
    public SortedRuns(SpillSpace space, SpillFormat<E> format) {
        this.space = space;
        this.format = format;
    }

    /** Whether there is no run. */
    public boolean isEmpty() {
        return runs.isEmpty();
    }

    /**
     * Writes a run.
     *
     * @param entries in order
     * @throws io.counterpoint.base.error.CommandException when the disk refuses; everything is to be closed then
     */
    public void add(Iterable<E> entries) {
        if (runs.size() == RUN_COUNT_MAX) {
            unite();
        }
        append(entries.iterator());
    }

    private void append(Iterator<E> entries) {
        DocumentFile target = file;
        if (target == null) {
            target = new DocumentFile(space);
            file = target;
        }
        long from = target.end();
        while (entries.hasNext()) {
            target.append(format.write(entries.next()));
        }
        runs.add(new Extent(from, target.end()));
    }

    private void unite() {
        Iterator<E> all = merged(List.of());
        DocumentFile old = file;
        file = null;
        runs = new ArrayList<>();
        try {
            append(all);
        } finally {
            if (old != null) {
                old.close();
            }
        }
    }

    /**
     * All entries in order, read from disk as they are asked for.
     *
     * @param last one more run, which is in memory
     */
    public Iterator<E> merged(List<E> last) {
        List<Iterator<E>> inputs = new ArrayList<>();
        DocumentFile source = file;
        if (source != null) {
            for (Extent run : runs) {
                inputs.add(entries(source.read(run.from(), run.to())));
            }
        }
        inputs.add(last.iterator());
        return new Merge<>(inputs, format.order());
    }

    private Iterator<E> entries(Iterator<RawDocument> documents) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return documents.hasNext();
            }

            @Override
            public E next() {
                return format.read(documents.next());
            }
        };
    }

    /** Removes the file; closing twice is harmless. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }

    private static final class Merge<E> implements Iterator<E> {
        private final PriorityQueue<Head<E>> heads;

        /** The next entry of one run. */
        private record Head<E>(E entry, int run, Iterator<E> rest) {}

        Merge(List<Iterator<E>> inputs, Comparator<E> order) {
            heads = new PriorityQueue<>(
                    Comparator.comparing((Head<E> head) -> head.entry(), order).thenComparingInt(Head::run));
            for (int run = 0; run < inputs.size(); run++) {
                offer(run, inputs.get(run));
            }
        }

        private void offer(int run, Iterator<E> input) {
            if (input.hasNext()) {
                heads.add(new Head<>(input.next(), run, input));
            }
        }

        @Override
        public boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        public E next() {
            Head<E> first = heads.poll();
            if (first == null) {
                throw new NoSuchElementException("no more entries");
            }
            offer(first.run(), first.rest());
            return first.entry();
        }
    }
}
