package io.counterpoint.shard.txn;

import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreSnapshot;
import io.counterpoint.wire.session.TransactionKey;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The state of this shard at one cluster time: a snapshot, and on it the changes of transactions that were prepared
 * when it was taken and have turned out to be committed by that time. Shared by all who read it, and closed with the
 * last of them.
 */
final class ClusterCut {
    private final long time;
    private final Catalog catalog;
    private final StoreSnapshot snapshot;
    private final OverlayView late;
    private final Set<TransactionKey> awaited;
    private final CompletableFuture<ClusterCut> complete = new CompletableFuture<>();
    private final long untilNanos;

    /** Those who read it, and one for {@link ClusterCuts} while that keeps it. */
    private int holders = 1;

    /**
     * A cut that {@link ClusterCuts} keeps.
     *
     * @param awaited transactions whose outcome is not known yet
     * @param untilNanos how long it is kept, on the process's monotonic clock
     */
    ClusterCut(long time, Catalog catalog, StoreSnapshot snapshot, Set<TransactionKey> awaited, long untilNanos) {
        this.time = time;
        this.catalog = catalog;
        this.snapshot = snapshot;
        this.awaited = new HashSet<>(awaited);
        this.untilNanos = untilNanos;
        late = new OverlayView(snapshot);
        completeIfKnown();
    }

    long time() {
        return time;
    }

    long untilNanos() {
        return untilNanos;
    }

    /** Completes when the outcome of all transactions that matter is known. */
    CompletableFuture<ClusterCut> complete() {
        return complete;
    }

    /**
     * Learns how a transaction ended. Called inside the write loop, before anybody reads the cut.
     *
     * @param changes what it committed by the time of this cut; null when it was aborted or came later
     */
    void ended(TransactionKey key, @Nullable OverlayView changes) {
        if (!awaited.remove(key)) {
            return;
        }
        if (changes != null) {
            RecordCounts.apply(changes, late);
        }
        completeIfKnown();
    }

    private void completeIfKnown() {
        if (awaited.isEmpty()) {
            complete.complete(this);
        }
    }

    /** Catalog and data for one more reader, who closes the snapshot; null when the last one has gone. */
    synchronized CurrentCatalog.@Nullable View share() {
        if (holders == 0) {
            return null;
        }
        holders++;
        return new CurrentCatalog.View(catalog, new Shared());
    }

    /** Lets go of the cut. */
    void release() {
        synchronized (this) {
            holders--;
            if (holders > 0) {
                return;
            }
        }
        snapshot.close();
    }

    /** One reader's hold. */
    private final class Shared implements StoreSnapshot {
        private boolean closed;

        @Override
        public byte @Nullable [] get(ColumnFamily family, byte[] key) {
            if (late.isEmpty()) {
                return snapshot.get(family, key);
            }
            synchronized (late) {
                return late.get(family, key);
            }
        }

        @Override
        public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
            if (late.isEmpty()) {
                return snapshot.cursor(family, lower, upper, reverse);
            }
            // An overlay sorts its keys for the first cursor; after that nothing of it changes any more.
            synchronized (late) {
                return late.cursor(family, lower, upper, reverse);
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                release();
            }
        }
    }
}
