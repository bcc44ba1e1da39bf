package io.counterpoint.shard.loop;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreSnapshot;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything a command touches while it runs inside the write loop. Valid only during {@link WriteHandler#execute}; one
 * thread.
 *
 * <p>A command reads and writes through {@link #view()}. For a plain write that is the group's overlay on the store;
 * for a statement of a transaction it is the transaction's private overlay on its snapshot, see {@link #enter}.
 */
public final class WriteContext {
    private final WriteLoop loop;
    private final OverlayView committed;
    private OverlayView view;
    private @Nullable KeyOwner owner;
    private @Nullable StoreSnapshot snapshot;
    private Catalog catalog;
    private boolean validates = true;
    private long deadlineNanos = Long.MAX_VALUE;
    private BooleanSupplier interrupted = () -> false;

    WriteContext(WriteLoop loop, OverlayView committed, Catalog catalog) {
        this.loop = loop;
        this.committed = committed;
        this.view = committed;
        this.catalog = catalog;
    }

    /** Where this command reads and writes. */
    public OverlayView view() {
        return view;
    }

    /**
     * The state that plain writes see and make, also inside a transaction. What is written here is kept when the
     * transaction aborts.
     */
    public OverlayView committed() {
        return committed;
    }

    /** Collections as of this command. */
    public Catalog catalog() {
        return catalog;
    }

    /** Collections as readers see them now, and as a snapshot that is taken now has them. */
    public Catalog writtenCatalog() {
        return loop.writtenCatalog();
    }

    /** Replaces the collections; readers see it once the group is written. Undone when the command fails. */
    public void replaceCatalog(Catalog changed) {
        catalog = changed;
    }

    /**
     * Runs the rest of this command for somebody who keeps the keys it claims.
     *
     * @param keyOwner who holds the keys from now on
     * @param privateView the owner's own overlay; null writes to the group's overlay
     * @param since the owner's snapshot: a claimed key that changed after it is a WriteConflict; null for owners
     *     without one
     */
    public void enter(KeyOwner keyOwner, @Nullable OverlayView privateView, @Nullable StoreSnapshot since) {
        owner = keyOwner;
        view = privateView != null ? privateView : committed;
        snapshot = since;
    }

    /** Stores what this command writes without asking validators of collections. */
    public void skipValidation() {
        validates = false;
    }

    /** Whether validators of collections are asked about what this command writes. */
    public boolean validates() {
        return validates;
    }

    /** Limits the time of the command that runs next. */
    void limit(Submission submission) {
        deadlineNanos = submission.deadlineNanos();
        interrupted = submission.interrupted();
    }

    /**
     * Ends a command that has run for too long, or that somebody has ended; asked now and then by what looks at many
     * documents. What is refused so leaves nothing behind.
     *
     * @throws CommandException MaxTimeMSExpired (50); Interrupted (11601)
     */
    public void checkTime() {
        if (interrupted.getAsBoolean()) {
            throw new CommandException(ErrorCode.INTERRUPTED, "operation was interrupted");
        }
        if (deadlineNanos != Long.MAX_VALUE && loop.nanos() - deadlineNanos > 0) {
            throw new CommandException(ErrorCode.MAX_TIME_MS_EXPIRED, "operation exceeded time limit");
        }
    }

    /** True while a transaction's statement runs. */
    public boolean inTransaction() {
        return snapshot != null;
    }

    /**
     * Demands the right to change a key. Must be called before the change, for every key whose change others could
     * notice: documents, entries of unique indexes, counter rows.
     *
     * @throws CommandException WriteConflict (112), labelled TransientTransactionError, in a transaction that meets a
     *     key held by another one or changed since its snapshot, and in a staged batch that has to give way
     */
    public void claim(ColumnFamily family, byte[] key) {
        KeyTable keys = loop.keys();
        if (owner == null) {
            if (!keys.isEmpty()) {
                KeyOwner holder = keys.holder(family, key);
                if (holder != null) {
                    throw new KeyHeldSignal(holder);
                }
            }
            return;
        }
        KeyOwner holder = keys.holder(family, key);
        if (holder == owner) {
            return;
        }
        if (holder != null) {
            if (owner.mustGiveWayTo(holder)) {
                throw writeConflict();
            }
            throw new KeyHeldSignal(holder);
        }
        if (snapshot != null && !Arrays.equals(snapshot.get(family, key), committed.get(family, key))) {
            throw writeConflict();
        }
        keys.take(family, key, owner);
    }

    /**
     * As {@link #claim}, for a key outside of any transaction: what is written to {@link #committed()} while a
     * transaction's statement runs.
     */
    public void claimCommitted(ColumnFamily family, byte[] key) {
        KeyOwner holder = loop.keys().holder(family, key);
        if (holder != null && holder != owner) {
            if (owner != null && owner.mustGiveWayTo(holder)) {
                throw writeConflict();
            }
            throw new KeyHeldSignal(holder);
        }
    }

    /** Ends an owner: its keys are free and whoever waited for them runs next. */
    public void release(KeyOwner ended) {
        loop.release(ended);
    }

    /** Tells everybody who caches parts of the state that it changed behind their back. */
    public void forgetCached() {
        loop.forgetCached();
    }

    /** Runs an action once the group is written, on the loop; not at all when the command or the write fails. */
    public void afterWrite(Runnable action) {
        loop.afterWrite(action);
    }

    /**
     * Runs an action when the group could not be written, on the loop; not at all when it was, or when the command
     * itself failed. For state in memory that must not be ahead of the disk.
     */
    public void ifNotWritten(Runnable action) {
        loop.ifNotWritten(action);
    }

    /**
     * Stops the loop behind this command: its group is written, and then nothing is executed until
     * {@link WriteLoop#resume()}. The last act of a command that does nothing else.
     *
     * @param held told, on the loop's thread, once it stands still
     */
    public void hold(Runnable held) {
        loop.hold(held);
    }

    /**
     * Waits until nobody holds a key that begins so: for a command that changes what all keys of a collection or an
     * index mean. Outside of transactions and staged batches only.
     */
    public void awaitFree(ColumnFamily family, byte[] prefix) {
        KeyOwner holder = loop.keys().holderUnder(family, prefix);
        if (holder != null && holder != owner) {
            throw new KeyHeldSignal(holder);
        }
    }

    @Nullable
    KeyOwner owner() {
        return owner;
    }

    void leave() {
        owner = null;
        view = committed;
        snapshot = null;
        validates = true;
        deadlineNanos = Long.MAX_VALUE;
        interrupted = () -> false;
    }

    private static CommandException writeConflict() {
        return new CommandException(
                ErrorCode.WRITE_CONFLICT,
                "Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.",
                null,
                List.of(CommandException.TRANSIENT_TRANSACTION_ERROR));
    }
}
