package io.counterpoint.router.merge;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.wire.cursor.Batch;
import io.counterpoint.wire.cursor.BatchSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The results of several shards as one, in their order if they have one, less what skip and limit leave out. Without
 * one, the least {@code _id} at hand comes next: each shard gives its documents in the order of insertion, and ids that
 * are made by drivers or by counters rise with time, so together they come as from a single server. A shard is asked
 * for its next batch when nothing of the last one is left and something of it is needed: so a client that reads slowly
 * slows the shards down too.
 */
public final class MergeCursor implements BatchSource {
    private final Shards shards;
    private final ClientSession session;
    private final MergePlan plan;
    private final SortPattern order;
    private final List<MergeInput> inputs = new ArrayList<>();
    private long toSkip;
    private long given;

    /**
     * Merges cursors that are open.
     *
     * @param opened one for each shard, closed by {@link #close}
     * @param session the one that opened them
     */
    public MergeCursor(Shards shards, List<ShardCursor> opened, ClientSession session, MergePlan plan) {
        this.shards = shards;
        this.session = session.continued();
        this.plan = plan;
        toSkip = plan.skip();
        order = plan.sort() == null ? SortPattern.BY_ID : plan.sort();
        opened.forEach(cursor -> inputs.add(new MergeInput(cursor, order)));
    }

    @Override
    public CompletableFuture<Batch> next(int maxDocuments, int maxBytes) {
        return fill(new Filling(maxDocuments, maxBytes));
    }

    /** A batch that is being put together. */
    private static final class Filling {
        private final int maxDocuments;
        private final int maxBytes;
        private final List<BsonDocument> documents = new ArrayList<>();
        private long bytes;
        private boolean full;

        Filling(int maxDocuments, int maxBytes) {
            this.maxDocuments = maxDocuments;
            this.maxBytes = maxBytes;
        }

        /** Whether a document of that size may come in; if not, the batch is full. */
        boolean admits(int documentBytes) {
            full = documents.size() >= maxDocuments || (!documents.isEmpty() && bytes + documentBytes > maxBytes);
            return !full;
        }

        void add(RawDocument document) {
            documents.add(document);
            bytes += document.byteLength();
        }
    }

    private CompletableFuture<Batch> fill(Filling batch) {
        while (true) {
            takeWhatIsThere(batch);
            boolean over = isOver();
            if (batch.full || over) {
                return CompletableFuture.completedFuture(new Batch(batch.documents, over));
            }
            CompletableFuture<Void> refilled = refill(batch);
            if (!refilled.isDone()) {
                return refilled.thenCompose(done -> fill(batch));
            }
            if (refilled.isCompletedExceptionally()) {
                return refilled.thenApply(never -> Batch.END);
            }
        }
    }

    private void takeWhatIsThere(Filling batch) {
        MergeInput input = nextInput();
        while (input != null && !limitReached()) {
            if (toSkip > 0) {
                input.take();
                toSkip--;
            } else {
                RawDocument document = shown(input.head());
                if (!batch.admits(document.byteLength())) {
                    return;
                }
                input.take();
                batch.add(document);
                given++;
            }
            input = nextInput();
        }
        batch.full |= batch.documents.size() >= batch.maxDocuments;
    }

    private RawDocument shown(RawDocument document) {
        return plan.projection() == null
                ? document
                : BsonBytes.raw(plan.projection().apply(document));
    }

    /**
     * The input whose head comes next; null when that cannot be told before a shard has given more, or when all are
     * over.
     */
    private @Nullable MergeInput nextInput() {
        MergeInput least = null;
        for (MergeInput input : inputs) {
            if (input.isDry()) {
                return null;
            }
            if (input.hasHead() && (least == null || order.compareKeys(input.headKey(), least.headKey()) < 0)) {
                least = input;
            }
        }
        return least;
    }

    private boolean limitReached() {
        return plan.limit() > 0 && given >= plan.limit();
    }

    private boolean isOver() {
        return limitReached() || inputs.stream().allMatch(MergeInput::isOver);
    }

    /** Those that run low are asked along with those that ran dry: otherwise shards would be waited for in turn. */
    private CompletableFuture<Void> refill(Filling batch) {
        List<CompletableFuture<Void>> refills = new ArrayList<>();
        for (MergeInput input : inputs) {
            if (input.isLow()) {
                refills.add(input.cursor()
                        .more(shards, wanted(batch), session, Long.MAX_VALUE)
                        .thenAccept(input::refill));
            }
        }
        return Gathered.all(refills).thenAccept(all -> {});
    }

    /** Most documents that one shard could have to give for this batch; 0 for no bound. */
    private int wanted(Filling batch) {
        long wanted = batch.maxDocuments == Integer.MAX_VALUE
                ? Long.MAX_VALUE
                : batch.maxDocuments - batch.documents.size() + toSkip;
        if (plan.limit() > 0) {
            wanted = Math.min(wanted, plan.limit() - given + toSkip);
        }
        return wanted >= Integer.MAX_VALUE ? 0 : (int) wanted;
    }

    @Override
    public void close() {
        inputs.forEach(input -> input.cursor().kill(shards));
    }
}
