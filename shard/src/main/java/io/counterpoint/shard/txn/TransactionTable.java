package io.counterpoint.shard.txn;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCategory;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.Timers;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteHandler;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.session.RetryableWrites;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.Store;
import io.counterpoint.shard.storage.StoreSnapshot;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.TransactionKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a shard. Every statement, reads included, runs inside the write loop, so nothing of a transaction
 * needs a lock. Public methods may be called from any thread.
 *
 * <p>A transaction reads its snapshot with its own changes on top. What it changes it claims: a key that another
 * transaction holds, or that changed since the snapshot, is a WriteConflict at once. Any refusal ends it. A commit
 * copies its changes into the batch of the group; with several shards the changes are first made durable aside
 * ({@link #prepare}), then the first participant's decision is, in the batch of its own part ({@link #decide}), and the
 * others follow it.
 *
 * <p>Source: the manual's "Transactions", the driver specification of that name.
 */
public final class TransactionTable {
    /** MongoDB's default of {@code transactionLifetimeLimitSeconds}. */
    private static final int LIFETIME_SECONDS_MAX = 60;

    /** Reads inside of a transaction. */
    @FunctionalInterface
    public interface Read<R> {
        /** Reads through the context's view. */
        R run(WriteContext context);
    }

    /** Told about transactions that end. */
    @FunctionalInterface
    public interface EndListener {
        /** The transaction's cursors must be closed; called inside the loop. */
        void ended(TransactionKey key);
    }

    private record Statement<C, R>(
            TransactionKey key,
            @Nullable Beginning beginning,
            @Nullable Namespace namespace,
            WriteHandler<C, R> handler,
            C command) {}

    private final Store store;
    private final ClusterCuts cuts;
    private final WriteLoop loop;
    private final Timers timers;
    private final Consumer<byte[]> reserveRecord;
    private final EndListener onEnd;
    private final Map<SessionId, Transaction> bySession = new HashMap<>();
    private volatile int lifetimeSecondsMax = LIFETIME_SECONDS_MAX;

    /**
     * An empty table.
     *
     * @param cuts told of prepared transactions, and asked by those that read at a cluster time
     * @param reserveRecord is shown the keys of documents that prepared transactions will store, so that nothing else
     *     takes their record numbers
     */
    public TransactionTable(
            Store store,
            WriteLoop loop,
            Timers timers,
            ClusterCuts cuts,
            Consumer<byte[]> reserveRecord,
            EndListener onEnd) {
        this.store = store;
        this.cuts = cuts;
        this.loop = loop;
        this.timers = timers;
        this.reserveRecord = reserveRecord;
        this.onEnd = onEnd;
    }

    /** How long a transaction may last before it is aborted, in seconds. */
    public int lifetimeSecondsMax() {
        return lifetimeSecondsMax;
    }

    /** Changes the limit for transactions that begin from now on. */
    public void lifetimeSecondsMax(int seconds) {
        lifetimeSecondsMax = seconds;
    }

    /** Runs short pieces of work inside the loop: where cursors of transactions read. */
    public Executor readers() {
        return work -> run(work, Submission.durable(Runnable::run).asHeavy());
    }

    private void run(Runnable work, Submission submission) {
        // Whoever handed the work in learns of its end by other means.
        var unused = loop.submit(
                (context, task) -> {
                    task.run();
                    return true;
                },
                work,
                submission.unsynced());
    }

    /**
     * Runs a statement of a transaction.
     *
     * @param beginning how the transaction begins, for its first statement; null for a later one
     * @param namespace the collection it is about
     * @return fails with what the handler refuses, and the transaction is over then; with NoSuchTransaction (251),
     *     TransactionTooOld (225) or TransactionCommitted (256) when there is no such transaction
     */
    public <C, R> CompletableFuture<R> statement(
            TransactionKey key,
            @Nullable Beginning beginning,
            Namespace namespace,
            WriteHandler<C, R> handler,
            C command,
            Submission submission) {
        return loop.submit(
                this::runStatement,
                new Statement<>(key, beginning, namespace, handler, command),
                submission.unsynced());
    }

    /** As {@link #statement}, for one that reads. */
    public <R> CompletableFuture<R> read(
            TransactionKey key,
            @Nullable Beginning beginning,
            Namespace namespace,
            Read<R> read,
            Submission submission) {
        return statement(key, beginning, namespace, (context, work) -> work.run(context), read, submission);
    }

    private <C, R> R runStatement(WriteContext context, Statement<C, R> statement) {
        Beginning beginning = statement.beginning;
        Transaction transaction =
                beginning != null ? begin(context, statement.key, beginning) : active(context, statement.key);
        context.enter(transaction.owner(), transaction.changes(), transaction.snapshot());
        try {
            checkCatalog(context, transaction, statement.namespace);
            R outcome = statement.handler.execute(context, statement.command);
            context.ifNotWritten(() -> end(context, transaction, Transaction.State.ABORTED));
            return outcome;
        } catch (CommandException refused) {
            if (refused.code().equals(ErrorCode.STALE_CONFIG)) {
                // Nothing has been done, and the router comes again with better knowledge: also with a first statement.
                if (beginning != null) {
                    end(context, transaction, Transaction.State.ABORTED);
                    bySession.remove(statement.key.session());
                }
                throw refused;
            }
            end(context, transaction, Transaction.State.ABORTED);
            throw refused.code().category() == ErrorCategory.TRANSIENT
                    ? refused.withLabel(CommandException.TRANSIENT_TRANSACTION_ERROR)
                    : refused;
        } catch (RuntimeException unexpected) {
            end(context, transaction, Transaction.State.ABORTED);
            throw unexpected;
        }
    }

    private Transaction begin(WriteContext context, TransactionKey key, Beginning beginning) {
        Transaction present = bySession.get(key.session());
        if (present != null) {
            long number = present.key().number();
            if (number == key.number()) {
                throw TransactionErrors.alreadyStarted(key);
            }
            if (number > key.number()) {
                throw RetryableWrites.tooOld(key.session(), key.number(), number);
            }
            if (present.state() == Transaction.State.PREPARED) {
                throw TransactionErrors.prepared();
            }
            if (present.state() == Transaction.State.ACTIVE) {
                end(context, present, Transaction.State.ABORTED);
            }
        }
        Long newest = RetryableWrites.newestTxnNumber(context.committed(), key.session());
        if (newest != null && newest >= key.number()) {
            throw RetryableWrites.tooOld(key.session(), key.number(), newest);
        }
        CurrentCatalog.View view = beginning.time() == 0
                ? new CurrentCatalog.View(context.writtenCatalog(), store.snapshot())
                : cuts.open(beginning.time());
        StoreSnapshot snapshot = view.snapshot();
        Transaction transaction =
                new Transaction(key, snapshot, new OverlayView(snapshot), view.catalog(), Transaction.State.ACTIVE);
        transaction.expireWith(timers.schedule(TimeUnit.SECONDS.toMillis(lifetimeSecondsMax), () -> abortQuietly(key)));
        bySession.put(key.session(), transaction);
        return transaction;
    }

    private Transaction active(WriteContext context, TransactionKey key) {
        Transaction present = bySession.get(key.session());
        if (present == null || present.key().number() != key.number()) {
            Long newest = RetryableWrites.newestTxnNumber(context.committed(), key.session());
            long active = present != null ? present.key().number() : newest != null ? newest : -1;
            if (active > key.number()) {
                throw RetryableWrites.tooOld(key.session(), key.number(), active);
            }
            throw TransactionErrors.notActive(key, active);
        }
        return switch (present.state()) {
            case ACTIVE -> present;
            case PREPARED -> throw TransactionErrors.prepared();
            case COMMITTED -> throw TransactionErrors.committed(key);
            case ABORTED -> throw TransactionErrors.aborted(key);
        };
    }

    /**
     * Refuses a collection that got or lost indexes since the snapshot: what the snapshot has of them is not what the
     * catalog says.
     */
    private static void checkCatalog(WriteContext context, Transaction transaction, @Nullable Namespace namespace) {
        CollectionDescription now = namespace == null ? null : context.catalog().find(namespace);
        CollectionDescription then = now == null ? null : transaction.catalog().find(now.uuid());
        if (now != null && then != null && !indexIds(now).equals(indexIds(then))) {
            throw TransactionErrors.catalogChanged();
        }
    }

    private static List<Integer> indexIds(CollectionDescription collection) {
        return collection.indexes().stream()
                .map(index -> index.building() ? -index.id() : index.id())
                .toList();
    }

    /**
     * Makes the changes of a transaction on this shard everybody's. May be repeated.
     *
     * @return fails with NoSuchTransaction (251), labelled, when it was aborted or is not known
     */
    public CompletableFuture<BsonDocument> commit(TransactionKey key, Submission submission) {
        return loop.submit(this::runCommit, key, submission);
    }

    private BsonDocument runCommit(WriteContext context, TransactionKey key) {
        Transaction present = bySession.get(key.session());
        if (present == null || present.key().number() != key.number()) {
            if (RetryableWrites.isCommitted(context.committed(), key.session(), key.number())) {
                return new BsonDocument();
            }
            throw TransactionErrors.unknown(key);
        }
        switch (present.state()) {
            case ACTIVE -> applyAndEnd(context, present);
            case PREPARED -> throw TransactionErrors.prepared();
            case COMMITTED -> {}
            case ABORTED -> throw TransactionErrors.aborted(key);
        }
        return new BsonDocument();
    }

    private void applyAndEnd(WriteContext context, Transaction transaction) {
        OverlayView committed = context.committed();
        RecordCounts.apply(transaction.changes(), committed);
        RetryableWrites.rememberCommit(
                committed, transaction.key().session(), transaction.key().number());
        context.forgetCached();
        endOnceWritten(context, transaction, Transaction.State.COMMITTED);
    }

    /**
     * Ends a transaction with a state that the group's batch makes durable. Its keys stay held until then: when the
     * disk refuses, a prepared transaction is prepared as before, and an active one is aborted, not committed.
     */
    private void endOnceWritten(WriteContext context, Transaction transaction, Transaction.State state) {
        Transaction.State before = transaction.state();
        transaction.become(state);
        context.afterWrite(() -> release(context, transaction));
        context.ifNotWritten(() -> {
            if (before == Transaction.State.PREPARED) {
                transaction.become(before);
                cuts.undecided(transaction.key());
                bySession.put(transaction.key().session(), transaction);
            } else {
                end(context, transaction, Transaction.State.ABORTED);
            }
        });
    }

    /**
     * Drops the changes of a transaction.
     *
     * @return fails with NoSuchTransaction (251) when it is not known, TransactionCommitted (256) when it is too late
     */
    public CompletableFuture<BsonDocument> abort(TransactionKey key, Submission submission) {
        return loop.submit(this::runAbort, key, submission);
    }

    private BsonDocument runAbort(WriteContext context, TransactionKey key) {
        Transaction present = bySession.get(key.session());
        if (present == null || present.key().number() != key.number()) {
            if (RetryableWrites.isCommitted(context.committed(), key.session(), key.number())) {
                throw TransactionErrors.committed(key);
            }
            throw TransactionErrors.unknown(key);
        }
        switch (present.state()) {
            case ACTIVE -> end(context, present, Transaction.State.ABORTED);
            case PREPARED -> throw TransactionErrors.prepared();
            case COMMITTED -> throw TransactionErrors.committed(key);
            case ABORTED -> throw TransactionErrors.aborted(key);
        }
        return new BsonDocument();
    }

    /** Forgets a session that ended, and drops its transaction, unless that waits for a decision. */
    public void endSession(SessionId session) {
        var unused = loop.submit(
                (context, ended) -> {
                    Transaction present = bySession.get(ended);
                    if (present != null && present.state() == Transaction.State.ACTIVE) {
                        end(context, present, Transaction.State.ABORTED);
                    }
                    if (present == null || present.state() != Transaction.State.PREPARED) {
                        bySession.remove(ended);
                        RetryableWrites.forget(context.committed(), ended);
                    }
                    return true;
                },
                session,
                Submission.durable(Runnable::run));
    }

    private void abortQuietly(TransactionKey key) {
        // Too late is as good as done.
        var unused = abort(key, Submission.durable(Runnable::run));
    }

    private void end(WriteContext context, Transaction transaction, Transaction.State state) {
        transaction.become(state);
        release(context, transaction);
    }

    private void release(WriteContext context, Transaction transaction) {
        cuts.ended(transaction.key());
        context.release(transaction.owner());
        onEnd.ended(transaction.key());
        StoreSnapshot snapshot = transaction.snapshot();
        OverlayView changes = transaction.changes();
        // Behind the closing of the transaction's cursors, which has been queued just now.
        run(
                () -> {
                    if (snapshot != null) {
                        snapshot.close();
                    }
                    changes.clear();
                },
                Submission.durable(Runnable::run));
    }

    /**
     * Makes the changes of a transaction durable without showing them: from here on only the decision ends it, also
     * over a restart.
     *
     * @param coordinator name of the shard that will decide
     * @return {@code {prepareTime: timestamp}}; fails with NoSuchTransaction (251) when it is not active any more
     */
    public CompletableFuture<BsonDocument> prepare(TransactionKey key, String coordinator, Submission submission) {
        return loop.submit(
                (context, prepared) -> {
                    Transaction present = bySession.get(prepared.session());
                    boolean again = present != null
                            && present.key().equals(prepared)
                            && present.state() == Transaction.State.PREPARED;
                    if (!again) {
                        Transaction transaction = active(context, prepared);
                        long time = cuts.prepared(prepared, transaction.changes(), 0);
                        PreparedRows.store(context.committed(), transaction, coordinator, time);
                        transaction.become(Transaction.State.PREPARED);
                        onEnd.ended(prepared);
                        context.ifNotWritten(() -> end(context, transaction, Transaction.State.ABORTED));
                    }
                    long time = cuts.prepared(prepared, present(prepared).changes(), 0);
                    return new BsonDocument("prepareTime", new BsonTimestamp(time));
                },
                key,
                submission);
    }

    private Transaction present(TransactionKey key) {
        Transaction present = bySession.get(key.session());
        if (present == null) {
            throw TransactionErrors.unknown(key);
        }
        return present;
    }

    /**
     * Carries out the decision on a prepared transaction. May be repeated; a decision that contradicts an earlier one
     * is refused.
     *
     * @param decision what was decided
     * @param asCoordinator whether this shard decides: the decision is then kept until {@link #forget}
     */
    public CompletableFuture<BsonDocument> decide(
            TransactionKey key, Decision decision, boolean asCoordinator, Submission submission) {
        return loop.submit(
                (context, decided) -> {
                    runDecision(context, decided, decision, asCoordinator);
                    return new BsonDocument();
                },
                key,
                submission);
    }

    private void runDecision(WriteContext context, TransactionKey key, Decision decision, boolean asCoordinator) {
        boolean commit = decision.commit();
        OverlayView committed = context.committed();
        Optional<Decision> earlier = PreparedRows.decision(committed, key);
        if (earlier.isPresent()) {
            if (earlier.get().commit() != commit) {
                throw commit ? TransactionErrors.aborted(key) : TransactionErrors.committed(key);
            }
            return;
        }
        Transaction present = bySession.get(key.session());
        if (present == null || !present.key().equals(key)) {
            if (commit && !RetryableWrites.isCommitted(committed, key.session(), key.number())) {
                throw TransactionErrors.unknown(key);
            }
        } else if (present.state() == Transaction.State.PREPARED) {
            PreparedRows.remove(committed, key);
            if (commit) {
                cuts.decided(key, decision.commitTime());
                applyAndEnd(context, present);
            } else {
                endOnceWritten(context, present, Transaction.State.ABORTED);
            }
        } else if (!commit && present.state() == Transaction.State.ACTIVE) {
            end(context, present, Transaction.State.ABORTED);
        } else if (commit && present.state() != Transaction.State.COMMITTED) {
            throw TransactionErrors.aborted(key);
        } else if (!commit && present.state() == Transaction.State.COMMITTED) {
            throw TransactionErrors.committed(key);
        }
        if (asCoordinator) {
            PreparedRows.storeDecision(committed, key, decision);
        }
    }

    /** Drops a decision that every participant has carried out. */
    public CompletableFuture<BsonDocument> forget(TransactionKey key, Submission submission) {
        return loop.submit(
                (context, decided) -> {
                    PreparedRows.removeDecision(context.committed(), decided);
                    return new BsonDocument();
                },
                key,
                submission);
    }

    /**
     * The decision on a transaction that this shard coordinates. One that was not decided yet is decided now, as
     * aborted: whoever asks has waited long enough.
     *
     * @return what was decided; without a time for a commit that every participant has carried out
     */
    public CompletableFuture<Decision> decision(TransactionKey key, Submission submission) {
        return loop.submit(
                (context, asked) -> {
                    Optional<Decision> earlier = PreparedRows.decision(context.committed(), asked);
                    if (earlier.isPresent()) {
                        return earlier.get();
                    }
                    if (RetryableWrites.isCommitted(context.committed(), asked.session(), asked.number())) {
                        return new Decision(true, 0);
                    }
                    runDecision(context, asked, Decision.ABORT, true);
                    return Decision.ABORT;
                },
                key,
                submission);
    }

    /** Aborts what is active and lets go of all snapshots; statements must not come any more. */
    public void close() {
        loop.submit(
                        (context, all) -> {
                            all.values().forEach(transaction -> close(context, transaction));
                            cuts.close();
                            return true;
                        },
                        bySession,
                        Submission.durable(Runnable::run))
                .join();
        // Snapshots are closed behind the cursors that read them: once this has run, they are.
        loop.submit((context, nothing) -> true, "", Submission.durable(Runnable::run))
                .join();
    }

    private void close(WriteContext context, Transaction transaction) {
        if (transaction.state() == Transaction.State.ACTIVE) {
            end(context, transaction, Transaction.State.ABORTED);
        } else if (transaction.state() == Transaction.State.PREPARED && transaction.snapshot() != null) {
            transaction.snapshot().close();
        }
    }

    /** How many transactions wait for a decision. Inside the loop. */
    public int preparedCount() {
        int count = 0;
        for (Transaction transaction : bySession.values()) {
            count += transaction.state() == Transaction.State.PREPARED ? 1 : 0;
        }
        return count;
    }

    /** Transactions that wait for a decision: {@code {session, number, coordinator}} each. */
    public List<PreparedRows.InDoubt> inDoubt() {
        return PreparedRows.list(store);
    }

    /**
     * Takes up the transactions that were prepared when the process ended. Called once, before anything else is
     * submitted.
     */
    public void recover() {
        loop.submit(
                        (context, all) -> {
                            for (PreparedRows.InDoubt row : all) {
                                recover(context, row.key());
                            }
                            return true;
                        },
                        inDoubt(),
                        Submission.durable(Runnable::run))
                .join();
    }

    private void recover(WriteContext context, TransactionKey key) {
        OverlayView changes = new OverlayView(store);
        Transaction transaction = new Transaction(key, null, changes, context.catalog(), Transaction.State.PREPARED);
        context.enter(transaction.owner(), changes, null);
        PreparedRows.load(context.committed(), key, (family, changed, value) -> {
            context.claim(family, changed);
            if (family == ColumnFamily.DOCUMENTS) {
                reserveRecord.accept(changed);
            }
            if (value == null) {
                changes.delete(family, changed);
            } else {
                changes.put(family, changed, value);
            }
        });
        cuts.prepared(key, changes, PreparedRows.prepareTime(context.committed(), key));
        bySession.put(key.session(), transaction);
    }
}
