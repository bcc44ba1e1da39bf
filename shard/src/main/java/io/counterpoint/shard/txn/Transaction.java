package io.counterpoint.shard.txn;

import io.counterpoint.base.time.Timers;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.loop.KeyOwner;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreSnapshot;
import io.counterpoint.wire.session.TransactionKey;
import org.jspecify.annotations.Nullable;

/**
 * One transaction on this shard: a snapshot, the changes made on it, and the keys it holds. Touched only inside the
 * write loop.
 *
 * <p>Changes lie in {@code changes} until the commit copies them; nobody else sees them. A prepared transaction that
 * was found at the start of the process has no snapshot any more: it only waits for its decision.
 */
final class Transaction {
    /** Where a transaction stands. */
    enum State {
        /** Takes statements. */
        ACTIVE,
        /** Its changes are durable, and it waits for the decision of its coordinator. */
        PREPARED,
        /** Its changes are everybody's. */
        COMMITTED,
        /** Its changes are gone. */
        ABORTED
    }

    private final TransactionKey key;
    private final @Nullable StoreSnapshot snapshot;
    private final OverlayView changes;
    private final Catalog catalog;
    private final KeyOwner owner = new KeyOwner(KeyOwner.Kind.TRANSACTION, 0);
    private Timers.@Nullable Cancellable expiry;
    private State state;

    /**
     * A transaction that holds no keys yet.
     *
     * @param snapshot what it reads; closed by {@link TransactionTable}; null for one that was found prepared
     * @param changes on the snapshot
     * @param catalog collections at the moment of the snapshot
     */
    Transaction(
            TransactionKey key, @Nullable StoreSnapshot snapshot, OverlayView changes, Catalog catalog, State state) {
        this.key = key;
        this.snapshot = snapshot;
        this.changes = changes;
        this.catalog = catalog;
        this.state = state;
    }

    TransactionKey key() {
        return key;
    }

    @Nullable
    StoreSnapshot snapshot() {
        return snapshot;
    }

    OverlayView changes() {
        return changes;
    }

    Catalog catalog() {
        return catalog;
    }

    KeyOwner owner() {
        return owner;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
        if (next != State.ACTIVE && expiry != null) {
            expiry.cancel();
            expiry = null;
        }
    }

    void expireWith(Timers.Cancellable timer) {
        expiry = timer;
    }
}
