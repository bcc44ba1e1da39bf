package io.counterpoint.shard.sequence;

import io.counterpoint.base.check.CorruptionException;
import io.counterpoint.base.random.RandomSource;
import io.counterpoint.base.time.Clock;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.sequence.declaration.SequenceDeclaration;
import io.counterpoint.sequence.mode.LocalMode;
import io.counterpoint.sequence.mode.Moment;
import io.counterpoint.sequence.mode.SequenceNumbers;
import io.counterpoint.sequence.mode.Step;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.IndexEntries;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a shard, used inside the write loop only. Values are cached as long as nothing touched the rows
 * behind this table's back; a failed command, a write to {@code admin.counters} and a change of collections drop the
 * cache, and the rows are the truth.
 *
 * <p>Numbers taken in a transaction's statement are written outside of the transaction, so an abort leaves a gap and
 * nobody waits for its end.
 *
 * <p>Source: the sequences contract, section 1.
 */
public final class SequenceTable {
    /** Gives a shard's counter rows back when somebody deleted one by hand. */
    @FunctionalInterface
    public interface RowRepair {
        /**
         * Stores a fresh row whose {@code last} is the highest number stored in the collection, in the view of plain
         * writes.
         */
        void recreate(WriteContext context, CollectionDescription collection, String field);
    }

    private static final int UNKNOWN = -1;

    private final Clock clock;
    private final RandomSource random;
    private final Map<Integer, Counter[]> cached = new HashMap<>();
    private int ordinal = UNKNOWN;
    private @Nullable OverlayView cachedFrom;
    private @Nullable RowRepair repair;

    /** A counter with the mode that moves it. */
    private record Counter(CounterRow row, LocalMode mode) {}

    /** Counters for modes that look at that clock and that chance. */
    public SequenceTable(Clock clock, RandomSource random) {
        this.clock = clock;
        this.random = random;
    }

    /** Names what brings missing rows back; called once, before the first number is asked for. */
    public void repairWith(RowRepair rowRepair) {
        repair = rowRepair;
    }

    /** Drops what is cached. */
    public void forget() {
        cached.clear();
        ordinal = UNKNOWN;
    }

    /**
     * Takes the next number of a field.
     *
     * @param position place of the field in the collection's declaration
     * @throws io.counterpoint.base.error.CommandException Overflow (15) when there is no next number, BadValue (2) when
     *     the row holds no whole number or the mode cannot number on this shard now; all name the row
     */
    public long take(WriteContext context, CollectionDescription collection, int position) {
        Counter counter = counter(context, collection, position);
        Step step = counter.mode.next(counter.row.last(), moment(context, counter.mode));
        if (step.outcome() != Step.Outcome.ISSUED) {
            throw counter.row.refusal(step.outcome());
        }
        store(context, counter.row, step.last());
        return step.value();
    }

    /** What modes may know of the world now. */
    public Moment moment(WriteContext context, LocalMode mode) {
        boolean needed = mode.needsTime();
        return new Moment(ordinal(context), needed ? clock.millis() : 0, needed ? random.nextLong() : 0);
    }

    private int ordinal(WriteContext context) {
        if (ordinal == UNKNOWN) {
            ordinal = ShardOrdinal.read(context.committed());
        }
        return ordinal;
    }

    /** Where the counter stands, without taking a number. Errors as {@link #take}. */
    public long last(WriteContext context, CollectionDescription collection, int position) {
        return counter(context, collection, position).row.last();
    }

    /** Puts the counter elsewhere. */
    public void set(WriteContext context, CollectionDescription collection, int position, long last) {
        store(context, counter(context, collection, position).row, last);
    }

    /**
     * Moves a counter because of a number that a document came with, as its mode does.
     *
     * @param sent any value; what is no whole number moves nothing
     * @throws io.counterpoint.base.error.CommandException BadValue (2) when the row holds no whole number to compare
     *     with
     */
    public void observe(WriteContext context, CollectionDescription collection, int position, BsonValue sent) {
        OptionalLong number = SequenceNumbers.fromBson(sent);
        if (number.isEmpty()
                || !collection.autoincrement().get(position).range().contains(number.getAsLong())) {
            return;
        }
        Counter counter = counter(context, collection, position);
        long last = counter.row.last();
        long moved = counter.mode.observe(last, number.getAsLong(), moment(context, counter.mode));
        if (moved != last) {
            store(context, counter.row, moved);
        }
    }

    private Counter counter(WriteContext context, CollectionDescription collection, int position) {
        OverlayView view = viewOfCounters(context);
        if (view != cachedFrom) {
            forget();
            cachedFrom = view;
        }
        List<SequenceDeclaration> sequences = collection.autoincrement();
        Counter[] counters = cached.computeIfAbsent(collection.id(), id -> new Counter[sequences.size()]);
        Counter counter = counters[position];
        if (counter == null) {
            SequenceDeclaration sequence = sequences.get(position);
            counter = new Counter(load(context, collection, sequence.field()), sequence.local());
            counters[position] = counter;
        }
        return counter;
    }

    private static OverlayView viewOfCounters(WriteContext context) {
        return context.inTransaction() ? context.committed() : context.view();
    }

    private CounterRow load(WriteContext context, CollectionDescription collection, String field) {
        String rowId = AutoincrementOption.rowId(collection.namespace().toString(), field);
        CounterRow row = find(context, rowId);
        if (row == null && repair != null) {
            repair.recreate(context, collection, field);
            row = find(context, rowId);
        }
        if (row == null) {
            throw new CorruptionException("admin.counters", "the row " + rowId + " cannot be made");
        }
        return row;
    }

    private static @Nullable CounterRow find(WriteContext context, String rowId) {
        CollectionDescription counters = context.catalog().find(Namespace.COUNTERS);
        IndexDescription byId = counters == null ? null : counters.index(IndexDescription.ID_INDEX_NAME);
        if (counters == null || byId == null) {
            throw new CorruptionException("catalog", "admin.counters is not there");
        }
        OverlayView view = viewOfCounters(context);
        OptionalLong recordId = IndexEntries.find(view, byId, new BsonString(rowId));
        if (recordId.isEmpty()) {
            return null;
        }
        RawDocument row = Records.get(view, counters.id(), recordId.getAsLong());
        return row == null ? null : new CounterRow(rowId, Records.key(counters.id(), recordId.getAsLong()), row);
    }

    private static void store(WriteContext context, CounterRow counter, long number) {
        if (context.inTransaction()) {
            context.claimCommitted(ColumnFamily.DOCUMENTS, counter.recordKey());
        } else {
            context.claim(ColumnFamily.DOCUMENTS, counter.recordKey());
        }
        viewOfCounters(context).put(ColumnFamily.DOCUMENTS, counter.recordKey(), counter.set(number));
    }
}
