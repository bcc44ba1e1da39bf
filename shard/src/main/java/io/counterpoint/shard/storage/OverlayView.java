package io.counterpoint.shard.storage;

import io.counterpoint.base.check.Invariants;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes that are not yet written, over a view that does not know them: reading through it shows both as one. The
 * write loop runs every command against such an overlay on the latest state and then drains it into one batch; a
 * transaction keeps one over its snapshot. What came after a {@link #mark()} can be taken back, so that a statement
 * which fails leaves nothing.
 *
 * <p>One thread at a time. Arrays are handed over and handed out without a copy: nobody changes them.
 *
 * <p>Cost: a point read or a change is one probe of a hash table; the first cursor in a family sorts its keys once, and
 * later changes keep them sorted.
 */
public final class OverlayView implements StoreView {
    /*
     * Every change is a Change in a log and, at the same time, the head of the chain of its key's changes. Rolling back pops the log and restores each key's
     * previous head. A cursor remembers how long the log was and reads each key's newest change below that length: that is how it keeps seeing the moment it was
     * opened while the writer goes on under it. A cursor opened after a mark is dead once that mark is rolled back to, since its moment is no longer history.
     */

    /** One change of one key; {@code value} null means deleted. */
    static final class Change {
        final OverlayTable.Slot slot;
        final byte @Nullable [] value;

        /** Index in the log. */
        final int position;

        final @Nullable Change previous;

        private Change(OverlayTable.Slot slot, byte @Nullable [] value, int position, @Nullable Change previous) {
            this.slot = slot;
            this.value = value;
            this.position = position;
            this.previous = previous;
        }
    }

    /** Receives the final change of each key. */
    @FunctionalInterface
    public interface ChangeVisitor {
        /**
         * One key.
         *
         * @param value the new value, null when the key is to be deleted
         */
        void visit(ColumnFamily family, byte[] key, byte @Nullable [] value);
    }

    private final StoreView base;
    private final @Nullable KeyFrontiers frontiers;

    /** By number of the family. */
    private final OverlayTable[] tables;

    private final List<Change> log = new ArrayList<>();
    private int count;

    /** An empty overlay on a view that stays as it is, or is changed by others. */
    public OverlayView(StoreView base) {
        this(base, null);
    }

    /** An empty overlay on a store whose index entries nobody adds to but by writing this overlay. */
    public static OverlayView ofOnlyWriter(StoreView store) {
        return new OverlayView(store, new KeyFrontiers());
    }

    private OverlayView(StoreView base, @Nullable KeyFrontiers frontiers) {
        this.base = base;
        this.frontiers = frontiers;
        this.tables = new OverlayTable[ColumnFamily.NUMBER_END];
        for (ColumnFamily family : ColumnFamily.values()) {
            tables[family.number()] = new OverlayTable(family);
        }
    }

    /** Sets a key's value. */
    public void put(ColumnFamily family, byte[] key, byte[] value) {
        change(family, key, value);
        if (frontiers != null && family == ColumnFamily.INDEXES) {
            frontiers.add(key);
        }
    }

    /** Removes a key, whether or not the view below has it. */
    public void delete(ColumnFamily family, byte[] key) {
        change(family, key, null);
    }

    private void change(ColumnFamily family, byte[] key, byte @Nullable [] value) {
        OverlayTable.Slot slot = tables[family.number()].findOrAdd(key);
        Change previous = slot.newest;
        if (previous == null) {
            count++;
        }
        Change change = new Change(slot, value, log.size(), previous);
        slot.newest = change;
        log.add(change);
    }

    @Override
    public byte @Nullable [] get(ColumnFamily family, byte[] key) {
        OverlayTable.Slot slot = tables[family.number()].find(key);
        if (slot != null) {
            Change newest = slot.newest;
            if (newest != null) {
                return newest.value;
            }
        }
        if (frontiers != null && family == ColumnFamily.INDEXES && isFree(frontiers, key)) {
            return null;
        }
        return base.get(family, key);
    }

    private boolean isFree(KeyFrontiers known, byte[] key) {
        if (!known.knows(key)) {
            known.learn(key, base);
            // A removal counts as well as a new entry: each of them can still be taken back.
            for (Change change : log) {
                if (change.slot.family == ColumnFamily.INDEXES) {
                    known.add(change.slot.key);
                }
            }
        }
        return known.isFree(key);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Changes made after the cursor was opened do not show in it. It must be closed before {@link #clear()}, and
     * before a rollback to a mark older than it.
     */
    @Override
    public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
        StoreCursor below = base.cursor(family, lower, upper, reverse);
        OverlayTable table = tables[family.number()];
        return table.isEmpty() ? below : new OverlayCursor(below, table.sorted(), log.size(), lower, upper, reverse);
    }

    /** The view below. */
    public StoreView base() {
        return base;
    }

    /** True when there is nothing to write. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Number of keys that are changed. */
    public int count() {
        return count;
    }

    /** This moment, for {@link #rollback}. Costs nothing; need not be used. */
    public int mark() {
        return log.size();
    }

    /**
     * Takes back all changes since a mark. Marks taken since then are void.
     *
     * @param mark a value of {@link #mark()} since the overlay was last empty
     */
    public void rollback(int mark) {
        Invariants.check(mark >= 0 && mark <= log.size(), "an overlay is rolled back to a mark in its past");
        for (int i = log.size() - 1; i >= mark; i--) {
            Change change = log.remove(i);
            change.slot.newest = change.previous;
            if (change.previous == null) {
                count--;
            }
        }
    }

    /** Shows the final change of each key once, in an order that depends on the changes only. */
    public void forEachChange(ChangeVisitor visitor) {
        for (int i = 0; i < log.size(); i++) {
            Change change = log.get(i);
            if (change.slot.newest == change) {
                visitor.visit(change.slot.family, change.slot.key, change.value);
            }
        }
    }

    /** Adds the final change of each key to a batch. */
    public void addTo(StoreBatch batch) {
        forEachChange((family, key, value) -> {
            if (value == null) {
                batch.delete(family, key);
            } else {
                batch.put(family, key, value);
            }
        });
    }

    /** Forgets all changes, which have been written. Those that could not be written are rolled back first. */
    public void clear() {
        for (ColumnFamily family : ColumnFamily.values()) {
            tables[family.number()].clear();
        }
        log.clear();
        count = 0;
    }
}
