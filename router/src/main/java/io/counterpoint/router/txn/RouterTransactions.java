package io.counterpoint.router.txn;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardClient;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.wire.command.SnapshotReads;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.TransactionKey;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that clients run through this router. A shard takes part from its first statement on, which the
 * router marks as such; a refusal by one shard ends the transaction on all. Any thread.
 */
public final class RouterTransactions {
    static final String AUTOCOMMIT = "autocommit";

    private static final String START = "startTransaction";
    private static final String READ_CONCERN = "readConcern";
    private static final Set<String> READING_PAST = Set.of(START, READ_CONCERN);
    private static final Set<String> WRITES =
            Set.of("insert", "update", "delete", "findAndModify", "findandmodify", "bulkWrite");

    private final ConcurrentMap<SessionId, OpenTransaction> bySession = new ConcurrentHashMap<>();

    /** No transactions yet. */
    public RouterTransactions() {}

    /** The same shards, with every statement of a transaction noticed on its way. */
    public Shards watch(Shards shards) {
        return shards.mapped(client -> new ParticipantClient(client, this));
    }

    /**
     * Takes up a transaction that reads one state on all shards.
     *
     * @param readTime its cluster time; all shards keep it
     */
    void begin(TransactionKey key, long readTime) {
        bySession.compute(
                key.session(),
                (session, present) -> present == null || present.key().number() < key.number()
                        ? new OpenTransaction(key, readTime)
                        : present);
    }

    /** Sends a statement of a transaction to a shard, as the shard's first one if it is. */
    CompletableFuture<RawDocument> statement(ShardClient shard, ShardRequest request) {
        RawDocument body = request.body();
        TransactionKey key = key(body);
        OpenTransaction transaction = open(key, BsonBoolean.TRUE.equals(body.get(START)));
        boolean first = transaction.enlist(shard.shard(), WRITES.contains(body.getFirstKey()));
        boolean readsPast = transaction.readTime() != 0;
        BsonOutput marked = ForwardedBody.of(body, readsPast ? READING_PAST : Set.of(START));
        if (first) {
            marked.appendBoolean(START, true);
            if (readsPast) {
                marked.appendDocument(READ_CONCERN, snapshotAt(transaction.readTime()));
            }
        }
        CompletableFuture<RawDocument> reply = shard.send(request.withBody(marked.finish()));
        return reply.whenComplete((answer, failure) -> {
            boolean done = failure == null && ShardReplies.isOk(answer);
            if (done) {
                return;
            }
            boolean stale = failure == null && ShardReplies.isStale(answer);
            if (stale && first) {
                transaction.dismiss(shard.shard());
            } else if (!stale) {
                transaction.become(OpenTransaction.State.ABORTED);
            }
        });
    }

    private static BsonDocument snapshotAt(long time) {
        return new BsonDocument("level", new BsonString("snapshot"))
                .append(SnapshotReads.AT_CLUSTER_TIME, new BsonTimestamp(time));
    }

    private static TransactionKey key(RawDocument body) {
        return new TransactionKey(
                SessionId.of(body.getDocument("lsid")),
                body.getInt64("txnNumber").getValue());
    }

    private OpenTransaction open(TransactionKey key, boolean start) {
        OpenTransaction transaction = bySession.compute(key.session(), (session, present) -> {
            boolean begins = start && (present == null || present.key().number() < key.number());
            return begins ? new OpenTransaction(key, 0) : present;
        });
        if (transaction == null || transaction.key().number() != key.number()) {
            throw unknown(key);
        }
        return switch (transaction.state()) {
            case ACTIVE -> transaction;
            case COMMITTING, COMMITTED ->
                throw new CommandException(
                        ErrorCode.TRANSACTION_COMMITTED,
                        "Transaction with { txnNumber: " + key.number() + " } has been committed.");
            case ABORTED -> throw aborted(key);
        };
    }

    /**
     * What a client has to show to end a transaction through another router: {@code {recoveryShardId}}, or nothing
     * while the transaction has not written anywhere.
     */
    BsonDocument recoveryToken(TransactionKey key) {
        OpenTransaction transaction = find(key);
        String shard = transaction == null ? null : transaction.decidingShard();
        return shard == null ? new BsonDocument() : new BsonDocument("recoveryShardId", new BsonString(shard));
    }

    /** The transaction of that name; null when no statement of it came through this router. */
    @Nullable
    OpenTransaction find(TransactionKey key) {
        OpenTransaction present = bySession.get(key.session());
        return present != null && present.key().equals(key) ? present : null;
    }

    /** Forgets the transaction of a session that ended; null when there was none. */
    @Nullable
    OpenTransaction remove(SessionId session) {
        return bySession.remove(session);
    }

    static CommandException unknown(TransactionKey key) {
        return transientError(
                "Given transaction number " + key.number() + " does not match any in-progress transactions.");
    }

    static CommandException aborted(TransactionKey key) {
        return transientError("Transaction with { txnNumber: " + key.number() + " } has been aborted.");
    }

    private static CommandException transientError(String text) {
        return new CommandException(
                ErrorCode.NO_SUCH_TRANSACTION, text, null, List.of(CommandException.TRANSIENT_TRANSACTION_ERROR));
    }

    /** A command about a transaction, in the form in which shards take it. */
    static RawDocument command(String name, TransactionKey key, BsonDocument arguments) {
        BsonOutput body = new BsonOutput()
                .appendInt32(name, 1)
                .appendDocument("lsid", key.session().document())
                .appendInt64("txnNumber", key.number())
                .appendBoolean(AUTOCOMMIT, false);
        arguments.forEach(body::appendValue);
        return body.finish();
    }
}
