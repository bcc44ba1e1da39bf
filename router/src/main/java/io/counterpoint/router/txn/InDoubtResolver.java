package io.counterpoint.router.txn;

import io.counterpoint.base.time.Timers;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.TransactionKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings decisions to participants that miss one: a router died between the phases, or a shard was away when it was
 * told. Looks at all shards now and then; what was in doubt at two looks in a row has been left alone by whoever
 * committed it, so its coordinator is asked, which decides it as aborted if it has not decided before.
 */
public final class InDoubtResolver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InDoubtResolver.class);

    /** Time between two looks, in milliseconds: much longer than a commit takes. */
    private static final long LOOK_MILLIS = 5_000;

    /** Time between the first looks: after the end of a whole cluster nobody carries on what was being committed. */
    private static final long FIRST_LOOK_MILLIS = 500;

    private static final int FIRST_LOOKS = 3;

    private record Doubt(String shard, TransactionKey key, String coordinator) {}

    private final Shards shards;
    private final Timers timers;
    private final Object lock = new Object();
    private Set<Doubt> before = Set.of();
    private Timers.@Nullable Cancellable next;
    private int looks;
    private boolean closed;

    /**
     * A resolver that does not look yet.
     *
     * @param shards the plain ways
     */
    public InDoubtResolver(Shards shards, Timers timers) {
        this.shards = shards;
        this.timers = timers;
    }

    /** Begins to look. */
    public void start() {
        synchronized (lock) {
            if (!closed) {
                long delayMillis = looks < FIRST_LOOKS ? FIRST_LOOK_MILLIS : LOOK_MILLIS;
                looks++;
                next = timers.schedule(delayMillis, this::look);
            }
        }
    }

    private void look() {
        RawDocument question =
                new BsonOutput().appendInt32("_transactionsInDoubt", 1).finish();
        List<CompletableFuture<List<Doubt>>> answers = new ArrayList<>();
        for (String shard : shards.names()) {
            answers.add(Settled.then(
                    shards.send(shard, ShardRequest.of("admin", question)),
                    // A shard that is away is asked at the next look.
                    (reply, failure) -> CompletableFuture.completedFuture(
                            failure == null && ShardReplies.isOk(reply) ? doubts(shard, reply) : List.of())));
        }
        var unused = Gathered.all(answers).thenAccept(lists -> {
            Set<Doubt> now = new HashSet<>();
            lists.forEach(now::addAll);
            now.stream().filter(before::contains).forEach(this::resolve);
            before = now;
            start();
        });
    }

    private static List<Doubt> doubts(String shard, RawDocument reply) {
        List<Doubt> doubts = new ArrayList<>();
        for (BsonValue entry : reply.getArray("transactions")) {
            BsonDocument transaction = entry.asDocument();
            TransactionKey key = new TransactionKey(
                    SessionId.of(transaction.getDocument("lsid")),
                    transaction.getInt64("txnNumber").getValue());
            doubts.add(
                    new Doubt(shard, key, transaction.getString("coordinator").getValue()));
        }
        return doubts;
    }

    private void resolve(Doubt doubt) {
        RawDocument question = RouterTransactions.command("_transactionDecision", doubt.key, new BsonDocument());
        var unused = shards.send(doubt.coordinator, ShardRequest.of("admin", question))
                .thenApply(ShardReplies::demandOk)
                .thenCompose(answer -> {
                    BsonDocument decision = new BsonDocument("commit", answer.getBoolean("commit"))
                            .append("coordinator", BsonBoolean.FALSE)
                            .append("commitTime", answer.getTimestamp("commitTime"));
                    RawDocument command = RouterTransactions.command("_decideTransaction", doubt.key, decision);
                    return shards.send(doubt.shard, ShardRequest.of("admin", command));
                })
                .whenComplete((done, failure) -> LOG.info(
                        "a transaction in doubt was decided: shard={} number={} trouble={}",
                        doubt.shard,
                        doubt.key.number(),
                        failure == null ? "none" : failure.getMessage()));
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (next != null) {
                next.cancel();
            }
        }
    }
}
