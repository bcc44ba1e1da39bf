package io.counterpoint.router.txn;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.TransactionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions. One whose changes lie on one shard is committed there. With several, every writer first makes its
 * part durable aside; then the first writer decides, in the batch of its own part: that is the moment of the commit,
 * and no answer before it says otherwise. The others follow the decision; one that cannot be reached is told later, by
 * whichever router finds it in doubt.
 */
public final class TransactionEnd {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionEnd.class);
    private static final BsonDocument NOTHING = new BsonDocument();

    private final RouterTransactions transactions;
    private final Shards shards;

    /**
     * Ends transactions on shards.
     *
     * @param shards the plain ways: what goes here is no statement
     */
    public TransactionEnd(RouterTransactions transactions, Shards shards) {
        this.transactions = transactions;
        this.shards = shards;
    }

    /**
     * Commits. May be repeated, also through another router if the client names the deciding shard.
     *
     * @param decidingShard from the client's recovery token; null for none
     * @param writeConcern of the command; null for none
     * @return fails with NoSuchTransaction (251), labelled, when it was aborted; with HostUnreachable (6) when the
     *     outcome is not known
     */
    public CompletableFuture<BsonDocument> commit(
            TransactionKey key, @Nullable String decidingShard, @Nullable BsonDocument writeConcern) {
        OpenTransaction transaction = transactions.find(key);
        if (transaction == null) {
            return decidingShard == null
                    ? CompletableFuture.failedFuture(RouterTransactions.unknown(key))
                    : recover(key, decidingShard);
        }
        switch (transaction.state()) {
            case COMMITTED -> {
                return CompletableFuture.completedFuture(NOTHING);
            }
            case ABORTED -> {
                return abortEverywhere(transaction).thenApply(done -> {
                    throw RouterTransactions.aborted(key);
                });
            }
            case ACTIVE, COMMITTING -> transaction.become(OpenTransaction.State.COMMITTING);
        }
        BsonDocument arguments = writeConcern == null ? NOTHING : new BsonDocument("writeConcern", writeConcern);
        List<String> writers = transaction.writers();
        CompletableFuture<Void> committed = writers.size() > 1
                ? commitInTwoPhases(key, transaction, writers)
                : commitOnOne(key, transaction, writers, arguments);
        return committed.handle((done, failure) -> {
            if (failure == null) {
                transaction.become(OpenTransaction.State.COMMITTED);
                forgetSnapshot(transaction);
                return NOTHING;
            }
            CommandException refusal = ShardReplies.refusalIn(failure);
            if (refusal != null && refusal.code().equals(ErrorCode.NO_SUCH_TRANSACTION)) {
                transaction.become(OpenTransaction.State.ABORTED);
            }
            throw refusal != null ? refusal : new IllegalStateException("a commit failed", failure);
        });
    }

    private void forgetSnapshot(OpenTransaction transaction) {
        if (transaction.readTime() != 0) {
            ClusterSnapshots.forget(shards, transaction.readTime());
        }
    }

    private CompletableFuture<Void> commitOnOne(
            TransactionKey key, OpenTransaction transaction, List<String> writers, BsonDocument arguments) {
        List<String> readers = new ArrayList<>(transaction.participants());
        readers.removeAll(writers);
        // Readers have nothing to lose: the transaction stands or falls with the one that wrote.
        CompletableFuture<Void> readersDone = Settled.then(
                each(readers, shard -> RouterTransactions.command("commitTransaction", key, NOTHING)),
                (done, failure) -> writers.isEmpty() && failure != null
                        ? CompletableFuture.failedFuture(failure)
                        : CompletableFuture.completedFuture(null));
        return readersDone.thenCompose(
                done -> each(writers, shard -> RouterTransactions.command("commitTransaction", key, arguments)));
    }

    private CompletableFuture<Void> commitInTwoPhases(
            TransactionKey key, OpenTransaction transaction, List<String> writers) {
        String first = transaction.decidingShard();
        String coordinator = first != null ? first : writers.get(0);
        List<String> readers = new ArrayList<>(transaction.participants());
        readers.removeAll(writers);
        CompletableFuture<List<RawDocument>> prepared = Settled.then(
                each(readers, shard -> RouterTransactions.command("commitTransaction", key, NOTHING)),
                (done, failure) -> answers(
                        writers,
                        shard -> RouterTransactions.command(
                                "_prepareTransaction",
                                key,
                                new BsonDocument("coordinator", new BsonString(coordinator)))));
        return Settled.then(
                prepared,
                (replies, failure) -> failure == null
                        ? decide(key, writers, coordinator, commitTime(replies))
                        : giveUp(key, writers, coordinator, failure));
    }

    /** No shard can have a snapshot of a time before its prepare that the commit would be missing in. */
    private static BsonTimestamp commitTime(List<RawDocument> prepared) {
        long latest = 0;
        for (RawDocument reply : prepared) {
            long time = reply.getTimestamp("prepareTime").getValue();
            latest = ClusterClock.isAfter(time, latest) ? time : latest;
        }
        return new BsonTimestamp(latest);
    }

    /** The moment of the commit is inside: the coordinator's answer. */
    private CompletableFuture<Void> decide(
            TransactionKey key, List<String> writers, String coordinator, BsonTimestamp time) {
        return one(coordinator, decision(key, true, true, time)).thenCompose(decided -> {
            List<String> others = others(writers, coordinator);
            return Settled.then(each(others, shard -> decision(key, true, false, time)), (done, failure) -> {
                if (failure != null) {
                    LOG.warn("a participant will learn of a commit later: reason={}", failure.getMessage());
                    return CompletableFuture.completedFuture(null);
                }
                return Settled.then(
                        one(coordinator, RouterTransactions.command("_forgetDecision", key, NOTHING)),
                        (forgotten, trouble) -> CompletableFuture.completedFuture(null));
            });
        });
    }

    /**
     * Not every part could be prepared. If that is because an earlier commit was decided already, it is carried
     * through; else the transaction is decided as aborted.
     */
    private CompletableFuture<Void> giveUp(
            TransactionKey key, List<String> writers, String coordinator, Throwable reason) {
        return one(coordinator, RouterTransactions.command("_transactionDecision", key, NOTHING))
                .thenCompose(answer -> {
                    boolean commit = answer.getBoolean("commit").getValue();
                    BsonTimestamp time = answer.getTimestamp("commitTime");
                    List<String> others = others(writers, coordinator);
                    return Settled.then(
                            each(others, shard -> decision(key, commit, false, time)),
                            (done, failure) -> commit
                                    ? CompletableFuture.completedFuture(null)
                                    : CompletableFuture.failedFuture(abortedBecause(key, reason)));
                });
    }

    private static List<String> others(List<String> writers, String coordinator) {
        return writers.stream().filter(shard -> !shard.equals(coordinator)).toList();
    }

    private static CommandException abortedBecause(TransactionKey key, Throwable reason) {
        CommandException refusal = ShardReplies.refusalIn(reason);
        CommandException aborted = RouterTransactions.aborted(key);
        return refusal == null
                ? aborted
                : new CommandException(
                        aborted.code(), aborted.text() + " :: caused by :: " + refusal.text(), null, aborted.labels());
    }

    private static RawDocument decision(TransactionKey key, boolean commit, boolean asCoordinator, BsonTimestamp time) {
        return RouterTransactions.command(
                "_decideTransaction",
                key,
                new BsonDocument("commit", BsonBoolean.valueOf(commit))
                        .append("coordinator", BsonBoolean.valueOf(asCoordinator))
                        .append("commitTime", time));
    }

    private CompletableFuture<BsonDocument> recover(TransactionKey key, String decidingShard) {
        return one(decidingShard, RouterTransactions.command("_transactionDecision", key, NOTHING))
                .thenApply(answer -> {
                    if (!answer.getBoolean("commit").getValue()) {
                        throw RouterTransactions.aborted(key);
                    }
                    return NOTHING;
                });
    }

    /**
     * Aborts.
     *
     * @return fails with NoSuchTransaction (251) when this router knows no such transaction, TransactionCommitted (256)
     *     when it is too late
     */
    public CompletableFuture<BsonDocument> abort(TransactionKey key) {
        OpenTransaction transaction = transactions.find(key);
        if (transaction == null) {
            return CompletableFuture.failedFuture(RouterTransactions.unknown(key));
        }
        switch (transaction.state()) {
            case COMMITTED, COMMITTING -> {
                return CompletableFuture.failedFuture(new CommandException(
                        ErrorCode.TRANSACTION_COMMITTED,
                        "Transaction with { txnNumber: " + key.number() + " } has been committed."));
            }
            case ACTIVE, ABORTED -> transaction.become(OpenTransaction.State.ABORTED);
        }
        return abortEverywhere(transaction).thenApply(done -> {
            forgetSnapshot(transaction);
            return NOTHING;
        });
    }

    /**
     * Drops the transaction of a session that ended. One whose commit is under way is left to its commit: what its
     * shards have promised is theirs to keep.
     */
    public void endSession(SessionId session) {
        OpenTransaction transaction = transactions.remove(session);
        if (transaction == null) {
            return;
        }
        switch (transaction.state()) {
            case ACTIVE, ABORTED -> {
                transaction.become(OpenTransaction.State.ABORTED);
                // Nobody waits for it; a shard that does not hear of it ends its part when the time of transactions is
                // over.
                var unused = abortEverywhere(transaction);
                forgetSnapshot(transaction);
            }
            case COMMITTING, COMMITTED -> {}
        }
    }

    /** Tells every participant; one that does not know the transaction any more is as good as told. */
    private CompletableFuture<Void> abortEverywhere(OpenTransaction transaction) {
        return Settled.then(
                each(
                        transaction.participants(),
                        shard -> RouterTransactions.command("abortTransaction", transaction.key(), NOTHING)),
                (done, failure) -> CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<RawDocument> one(String shard, RawDocument command) {
        return shards.send(shard, ShardRequest.of("admin", command)).thenApply(ShardReplies::demandOk);
    }

    private CompletableFuture<Void> each(List<String> names, Function<String, RawDocument> command) {
        return answers(names, command).thenAccept(all -> {});
    }

    private CompletableFuture<List<RawDocument>> answers(List<String> names, Function<String, RawDocument> command) {
        List<CompletableFuture<RawDocument>> answers = new ArrayList<>();
        names.forEach(shard -> answers.add(one(shard, command.apply(shard))));
        return Gathered.all(answers);
    }
}
