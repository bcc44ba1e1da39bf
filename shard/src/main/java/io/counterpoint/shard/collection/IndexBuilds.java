package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.storage.StoreCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Builds indexes while writes go on. Any thread; the handlers run inside the write loop.
 *
 * <p>A collection with few documents gets its indexes in one command. Else the first command enters them in the catalog
 * as being built: from then on every write keeps their entries up, and nobody looks for documents in them. Then the
 * documents are filed a slice at a time, each slice a command of its own between other writes, in the order of their
 * records. A document that changed or went meanwhile is filed as the slice finds it. The last command makes the indexes
 * complete; a document that cannot be filed, or the end of the client's patience, removes them all.
 *
 * <p>A unique index that is being built refuses duplicates of what it has already. What is being built when the process
 * ends is removed at the next start.
 */
public final class IndexBuilds {
    /** Documents filed by one command: a few milliseconds. */
    private static final int SLICE_COUNT = 500;

    /** Bytes of documents after which a slice ends. */
    private static final long SLICE_BYTES = 1 << 20;

    private final WriteLoop loop;
    private final CatalogWrites writes;
    private final CollectionWriter writer;

    /** By number of the index. */
    private final Map<Integer, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

    /** Builds through a loop. */
    public IndexBuilds(WriteLoop loop, CatalogWrites writes, CollectionWriter writer) {
        this.loop = loop;
        this.writes = writes;
        this.writer = writer;
    }

    /**
     * What the first command of a build came to.
     *
     * @param building numbers of the indexes that have to be filled
     * @param awaited numbers of requested indexes that others are building
     */
    private record Started(
            CollectionHandlers.IndexCounts counts, UUID collection, List<Integer> building, List<Integer> awaited) {}

    /**
     * Documents to be filed.
     *
     * @param afterRecord number of the last record that was filed; 0 at the beginning
     */
    private record Slice(UUID collection, List<Integer> indexes, long afterRecord) {}

    /** Indexes whose build ends. */
    private record End(UUID collection, List<Integer> indexes) {}

    /** What {@link #slice} gives when no documents are left. */
    private static final long NO_MORE = -1;

    /**
     * Builds indexes; all that are new or none. Those that others are building are waited for.
     *
     * @return how many there were and are; fails with DuplicateKey (11000) when a unique index has no room for all
     *     documents, conflicts with other indexes (85, 86), IndexBuildAborted (276) when an index or its collection was
     *     dropped meanwhile, MaxTimeMSExpired (50), Interrupted (11601)
     */
    public CompletableFuture<CollectionHandlers.IndexCounts> create(
            CollectionHandlers.CreateIndexes command, Submission submission) {
        return loop.submit(this::start, command, submission.asHeavy()).thenCompose(started -> {
            CompletableFuture<CollectionHandlers.IndexCounts> own = started.building.isEmpty()
                    ? CompletableFuture.completedFuture(started.counts)
                    : fill(started, submission.asHeavy());
            return own.thenCompose(counts -> awaited(started.awaited).thenApply(done -> counts));
        });
    }

    private CompletableFuture<Void> awaited(List<Integer> indexes) {
        CompletableFuture<?>[] others = indexes.stream()
                .map(index -> running.getOrDefault(index, CompletableFuture.completedFuture(null)))
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(others);
    }

    private CompletableFuture<CollectionHandlers.IndexCounts> fill(Started started, Submission submission) {
        End end = new End(started.collection, started.building);
        CompletableFuture<CollectionHandlers.IndexCounts> built = fileAfter(end, 0, submission)
                .thenCompose(filed -> loop.submit(this::finish, end, submission))
                .thenApply(after -> new CollectionHandlers.IndexCounts(
                        started.counts.before(), after, started.counts.createdCollection()));
        return built.exceptionallyCompose(failure -> abandon(end, submission, failure))
                .whenComplete((counts, failure) -> end.indexes.forEach(index -> settle(index, failure)));
    }

    private CompletableFuture<Void> fileAfter(End build, long record, Submission submission) {
        return loop.submit(this::slice, new Slice(build.collection, build.indexes, record), submission.unsynced())
                .thenCompose(last ->
                        last == NO_MORE ? CompletableFuture.completedFuture(null) : fileAfter(build, last, submission));
    }

    private CompletableFuture<CollectionHandlers.IndexCounts> abandon(
            End build, Submission submission, Throwable reason) {
        Submission patient = new Submission(submission.durability(), submission.replyOn(), Long.MAX_VALUE, true);
        return loop.submit(this::abort, build, patient).thenCompose(removed -> CompletableFuture.failedFuture(reason));
    }

    private void settle(int index, @Nullable Throwable failure) {
        CompletableFuture<Void> build = running.remove(index);
        if (build != null && failure != null) {
            build.completeExceptionally(failure);
        } else if (build != null) {
            build.complete(null);
        }
    }

    private Started start(WriteContext context, CollectionHandlers.CreateIndexes command) {
        CollectionHandlers.refuseView(context, command.namespace(), "Cannot create indexes on a view");
        boolean missing = CatalogWrites.find(context, command.namespace(), command.expected()) == null;
        CollectionDescription collection =
                writes.findOrCreate(context, command.namespace(), command.expected(), command.newCollection());
        int before = collection.indexes().size();
        boolean few = RecordCounts.read(context.committed(), collection.id()).orElse(Long.MAX_VALUE) <= SLICE_COUNT;
        List<Integer> building = new ArrayList<>();
        List<Integer> awaited = new ArrayList<>();
        for (IndexDescription index : command.indexes()) {
            IndexDescription present = collection.existing(index);
            if (present != null) {
                if (present.building() && !building.contains(present.id())) {
                    awaited.add(present.id());
                }
            } else if (few) {
                collection = writes.createIndex(context, collection, index);
            } else {
                collection = writes.beginIndex(context, collection, index);
                building.add(collection
                        .indexes()
                        .get(collection.indexes().size() - 1)
                        .id());
            }
        }
        building.forEach(index -> running.put(index, new CompletableFuture<>()));
        context.ifNotWritten(() -> building.forEach(running::remove));
        CollectionHandlers.IndexCounts counts =
                new CollectionHandlers.IndexCounts(before, collection.indexes().size(), missing);
        return new Started(counts, collection.uuid(), List.copyOf(building), List.copyOf(awaited));
    }

    /** The number of the last record that was filed, or {@link #NO_MORE}. */
    private long slice(WriteContext context, Slice slice) {
        context.checkTime();
        CollectionDescription collection = present(context, slice.collection, slice.indexes);
        CollectionDescription changed = collection;
        long last = slice.afterRecord;
        long bytes = 0;
        try (StoreCursor records = Records.scanAfter(context.view(), collection.id(), slice.afterRecord)) {
            for (int count = 0; count < SLICE_COUNT && bytes < SLICE_BYTES; count++) {
                if (!records.next()) {
                    last = NO_MORE;
                    break;
                }
                last = Records.recordId(records.key());
                RawDocument document = RawDocument.of(records.value());
                bytes += document.byteLength();
                for (int index : slice.indexes) {
                    changed = writer.fileIn(context, changed, find(changed, index), last, document);
                }
            }
        }
        if (!changed.equals(collection)) {
            writes.save(context, changed);
        }
        return last;
    }

    private int finish(WriteContext context, End build) {
        CollectionDescription collection = present(context, build.collection, build.indexes);
        for (int index : build.indexes) {
            collection = collection.withIndexChanged(index, built -> built.withBuilding(false));
        }
        writes.save(context, collection);
        return collection.indexes().size();
    }

    private boolean abort(WriteContext context, End build) {
        CollectionDescription collection = context.catalog().find(build.collection);
        for (int number : build.indexes) {
            IndexDescription index = collection == null ? null : collection.indexOf(number);
            if (collection != null && index != null) {
                collection = writes.dropIndex(context, collection, index);
            }
        }
        return collection != null;
    }

    private static CollectionDescription present(WriteContext context, UUID uuid, List<Integer> indexes) {
        CollectionDescription collection = context.catalog().find(uuid);
        if (collection == null) {
            throw new CommandException(
                    ErrorCode.INDEX_BUILD_ABORTED, "Index build failed: " + uuid + ": the collection was dropped");
        }
        indexes.forEach(index -> find(collection, index));
        return collection;
    }

    private static IndexDescription find(CollectionDescription collection, int number) {
        IndexDescription index = collection.indexOf(number);
        if (index == null) {
            throw new CommandException(
                    ErrorCode.INDEX_BUILD_ABORTED,
                    "Index build failed: " + collection.uuid() + ": an index of " + collection.namespace()
                            + " was dropped while it was being built");
        }
        return index;
    }
}
