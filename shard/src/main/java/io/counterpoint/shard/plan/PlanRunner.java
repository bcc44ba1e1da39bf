package io.counterpoint.shard.plan;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.catalog.IndexUses;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.StoreView;
import java.util.Iterator;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan over a view of the store: scan, fetch, filter, sort, skip, limit, one document per call. Nothing is read
 * before the first {@link #next()}. The view belongs to the caller and must outlive the runner. One thread at a time;
 * not always the same one.
 */
public final class PlanRunner implements AutoCloseable {
    /** Documents between two looks at deadline and switch. */
    private static final int GUARD_EVERY_COUNT = 100;

    private final Plan plan;
    private final StoreView view;
    private final ExecutionGuard guard;
    private final StageMemory memory;
    private @Nullable RecordSource source;
    private @Nullable TopSorter sorter;
    private @Nullable Iterator<TopSorter.Entry> sorted;
    private long examined;
    private long docsExamined;
    private long matched;

    /** Of sources that are closed. */
    private long closedKeysExamined;

    private long skipped;
    private long returned;
    private long recordId;
    private @Nullable RawDocument document;
    private boolean ended;

    /** Nothing is opened yet. A sort keeps to memory. */
    public PlanRunner(Plan plan, StoreView view, ExecutionGuard guard) {
        this(plan, view, guard, StageMemory.withoutDisk(Limits.BLOCKING_STAGE_BYTES_MAX));
    }

    /**
     * Nothing is opened yet.
     *
     * @param memory what a sort may hold
     */
    public PlanRunner(Plan plan, StoreView view, ExecutionGuard guard, StageMemory memory) {
        this.plan = plan;
        this.view = view;
        this.guard = guard;
        this.memory = memory;
    }

    /**
     * Steps to the next document.
     *
     * @return false when there is none; cursors are closed by then
     * @throws io.counterpoint.base.error.CommandException what the guard says; QueryExceededMemoryLimitNoDiskUseAllowed
     *     (292) when too much would have to be sorted in memory alone; OutOfDiskSpace (14031) when the disk is full;
     *     what an expression of the filter says
     */
    public boolean next() {
        while (!ended && (plan.limit() == 0 || returned < plan.limit())) {
            if (!step()) {
                break;
            }
            if (skipped < plan.skip()) {
                skipped++;
                continue;
            }
            returned++;
            return true;
        }
        close();
        return false;
    }

    private boolean step() {
        SortPattern sort = plan.blockingSort();
        if (sort == null) {
            return matching();
        }
        Iterator<TopSorter.Entry> entries = sorted;
        if (entries == null) {
            entries = sort(sort);
            sorted = entries;
        }
        if (!entries.hasNext()) {
            return false;
        }
        TopSorter.Entry entry = entries.next();
        recordId = entry.recordId();
        document = entry.document();
        return true;
    }

    private Iterator<TopSorter.Entry> sort(SortPattern pattern) {
        long wanted = plan.limit() == 0 ? 0 : Math.addExact(plan.skip(), plan.limit());
        TopSorter sorting = new TopSorter(pattern, wanted, memory);
        sorter = sorting;
        while (matching()) {
            sorting.add(recordId, document());
        }
        closeSource();
        return sorting.sorted();
    }

    /** Steps to the next document that the filter selects. */
    private boolean matching() {
        RecordSource records = source;
        if (records == null) {
            guard.check();
            records = open();
            source = records;
        }
        Filter filter = plan.filter();
        boolean all = plan.isExact();
        boolean keysOnly = plan.countsKeys();
        while (records.next()) {
            if (++examined % GUARD_EVERY_COUNT == 0) {
                guard.check();
            }
            if (keysOnly) {
                recordId = records.recordId();
                matched++;
                return true;
            }
            docsExamined++;
            RawDocument candidate = records.document();
            if (all || filter.matches(candidate)) {
                recordId = records.recordId();
                document = candidate;
                matched++;
                return true;
            }
        }
        return false;
    }

    private RecordSource open() {
        Access access = plan.access();
        int collectionId = plan.collection().id();
        if (access instanceof Access.IndexScan scan) {
            scan.bounds().index().uses().note();
            return plan.countsKeys()
                    ? IndexSource.keysOnly(view, collectionId, scan)
                    : IndexSource.of(view, collectionId, scan);
        }
        if (access instanceof Access.DistinctScan distinct) {
            distinct.scan().bounds().index().uses().note();
            return new DistinctSource(view, collectionId, distinct);
        }
        if (access instanceof Access.Union union) {
            union.scans().stream()
                    .map(scan -> scan.bounds().index().uses())
                    .distinct()
                    .forEach(IndexUses::note);
            return new UnionSource(view, collectionId, union);
        }
        boolean reverse = access instanceof Access.CollectionScan scan && scan.reverse();
        return access instanceof Access.Nothing
                ? RecordSource.NOTHING
                : new CollectionSource(Records.scan(view, collectionId, reverse));
    }

    /** Number of the current document's record. */
    public long recordId() {
        return recordId;
    }

    /** The current document; there is none in a plan that only counts. */
    public RawDocument document() {
        RawDocument current = document;
        if (current == null) {
            throw new IllegalStateException("the runner is not on a document");
        }
        return current;
    }

    /** Index entries looked at so far. */
    public long keysExamined() {
        return source == null ? closedKeysExamined : source.keysExamined();
    }

    /** Documents looked at so far, those that the filter refused included; none when only entries are counted. */
    public long docsExamined() {
        return docsExamined;
    }

    /** Whether a sort needed the disk. */
    boolean usedDisk() {
        return sorter != null && sorter.hasSpilled();
    }

    /** Documents that the filter has selected so far. */
    long matched() {
        return matched;
    }

    /** Whether there is nothing left to give out. */
    boolean isEnded() {
        return ended;
    }

    /** Documents given out so far, or counted. */
    public long returned() {
        return returned;
    }

    /**
     * The plan's stages with what was counted so far, as {@code executionStats.executionStages} of an explained plan
     * shows them.
     */
    public BsonDocument explainExecution() {
        return new PlanExplanation(plan, this).winningPlan();
    }

    /** Closes its cursors and frees what a sort holds, at any time and any number of times. */
    @Override
    public void close() {
        ended = true;
        sorted = null;
        if (sorter != null) {
            sorter.close();
        }
        closeSource();
    }

    private void closeSource() {
        if (source != null) {
            closedKeysExamined = source.keysExamined();
            source.close();
            source = null;
        }
    }
}
