package io.counterpoint.router.ddl;

import io.counterpoint.base.Environment;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.router.rpc.Pause;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs changes one at a time per target: lock, check, prepare, decide, finish. What another router left is finished or
 * undone before anything new begins on its targets. Any thread; never blocks.
 *
 * <p>A change of a collection and a change of its whole database exclude each other without a common lock: the one
 * writes its row for the collection, then looks for a row of the database and gives way if there is one; the other
 * writes the row of the database, then waits until no row of a collection is left.
 */
final class DdlCoordinator {
    private static final Logger LOG = LoggerFactory.getLogger(DdlCoordinator.class);

    /** How long a change waits for its lock when the client sets no limit. */
    private static final long WAIT_MILLIS_MAX = 60_000;

    private static final long POLL_MILLIS_MIN = 2;
    private static final long POLL_MILLIS_MAX = 50;
    private static final long RECOVERY_MILLIS = 1_000;

    private final DdlLocks locks;
    private final Environment environment;
    private final Map<String, DdlKind> kinds = new HashMap<>();
    private final LocalLines lines = new LocalLines();
    private volatile boolean closed;

    DdlCoordinator(DdlLocks locks, Environment environment, Collection<? extends DdlKind> kinds) {
        this.locks = locks;
        this.environment = environment;
        kinds.forEach(kind -> this.kinds.put(kind.name(), kind));
    }

    /**
     * Runs a change.
     *
     * @param targets the namespaces it changes, or one database
     * @param deadlineNanos bounds the wait for the lock, not the work
     * @param plan the checks; called once, under the lock
     * @param reply makes the reply of what the preparation and the commit gave, both in one document
     * @return fails with LockBusy (46) when the lock was not to be had in time; with whatever the checks or the
     *     preparation were refused for, and then nothing of the change is left; or, once it was decided, with the
     *     trouble that kept it from being finished now, and then it will be finished
     */
    CompletableFuture<BsonDocument> run(
            DdlKind kind,
            Collection<String> targets,
            long deadlineNanos,
            Supplier<CompletableFuture<DdlPlan>> plan,
            Function<BsonDocument, BsonDocument> reply) {
        long waitNanos = Math.min(deadlineNanos, environment.clock().nanos() + WAIT_MILLIS_MAX * 1_000_000);
        List<String> sorted = List.copyOf(new TreeSet<>(targets));
        return lines.enter(sorted)
                .thenCompose(entered -> acquire(kind.name(), sorted, waitNanos, POLL_MILLIS_MIN)
                        .thenCompose(lock -> planned(lock, kind, plan, reply))
                        .whenComplete((done, failure) -> lines.leave(sorted)));
    }

    private CompletableFuture<DdlLock> acquire(String kind, List<String> targets, long untilNanos, long pollMillis) {
        return locks.tryAcquire(kind, targets).thenCompose(lock -> {
            if (lock.isEmpty()) {
                return recoverAny(targets)
                        .thenCompose(recovered -> again(kind, targets, untilNanos, recovered ? 0 : pollMillis));
            }
            return Settled.then(isHindered(targets), (hindered, failure) -> {
                if (failure == null && !hindered) {
                    return CompletableFuture.completedFuture(lock.get());
                }
                CompletableFuture<Void> released = locks.release(lock.get());
                return failure != null
                        ? failing(released, failure)
                        : released.thenCompose(done -> again(kind, targets, untilNanos, pollMillis));
            });
        });
    }

    private CompletableFuture<DdlLock> again(String kind, List<String> targets, long untilNanos, long pollMillis) {
        if (environment.clock().nanos() - untilNanos > 0 || closed) {
            return CompletableFuture.failedFuture(new CommandException(
                    ErrorCode.LOCK_BUSY,
                    "another operation on " + String.join(", ", targets) + " did not end in time"));
        }
        return Pause.of(environment.timers(), pollMillis)
                .thenCompose(over -> acquire(
                        kind,
                        targets,
                        untilNanos,
                        Math.min(Math.max(pollMillis, POLL_MILLIS_MIN) * 2, POLL_MILLIS_MAX)));
    }

    /**
     * Whether a change of the whole database, or for such a change one of a collection, is under way; takes care of
     * those that were left.
     */
    private CompletableFuture<Boolean> isHindered(List<String> targets) {
        if (targets.size() == 1 && targets.get(0).indexOf('.') < 0) {
            return locks.within(targets.get(0))
                    .thenCompose(rows -> rows.isEmpty()
                            ? CompletableFuture.completedFuture(false)
                            : recoverAny(rows.stream().map(DdlRow::target).toList())
                                    .thenApply(recovered -> true));
        }
        List<String> databases = targets.stream()
                .map(target -> target.substring(0, target.indexOf('.')))
                .distinct()
                .toList();
        return anyRow(databases)
                .thenCompose(any -> any
                        ? recoverAny(databases).thenApply(recovered -> true)
                        : CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<Boolean> anyRow(List<String> targets) {
        CompletableFuture<Boolean> any = CompletableFuture.completedFuture(false);
        for (String target : targets) {
            any = any.thenCompose(found -> found
                    ? CompletableFuture.completedFuture(true)
                    : locks.row(target).thenApply(Optional::isPresent));
        }
        return any;
    }

    private CompletableFuture<BsonDocument> planned(
            DdlLock lock,
            DdlKind kind,
            Supplier<CompletableFuture<DdlPlan>> plan,
            Function<BsonDocument, BsonDocument> reply) {
        CompletableFuture<DdlPlan> checks;
        try {
            checks = plan.get();
        } catch (RuntimeException refusal) {
            checks = CompletableFuture.failedFuture(refusal);
        }
        return Settled.then(checks, (planned, failure) -> {
            if (failure != null) {
                return failing(locks.release(lock), failure);
            }
            if (planned instanceof DdlPlan.Intent intent) {
                return prepared(lock, kind, intent.intent()).thenApply(reply);
            }
            return locks.release(lock).thenApply(released -> ((DdlPlan.Done) planned).reply());
        });
    }

    private CompletableFuture<BsonDocument> prepared(DdlLock lock, DdlKind kind, BsonDocument intent) {
        CompletableFuture<BsonDocument> steps = locks.advance(
                        lock, DdlPhase.PREPARING, new BsonDocument("intent", intent))
                .thenCompose(advanced -> kind.prepare(intent));
        return Settled.then(
                steps,
                (prepared, failure) -> failure == null
                        ? decided(lock, kind, intent, prepared)
                        // The trouble that made the change fail is what the client has to hear of.
                        : failing(undone(lock, kind, intent), failure));
    }

    private CompletableFuture<BsonDocument> decided(
            DdlLock lock, DdlKind kind, BsonDocument intent, BsonDocument prepared) {
        return Settled.then(
                locks.advance(lock, DdlPhase.COMMITTING, new BsonDocument("prepared", prepared)),
                (advanced, failure) -> failure == null
                        ? committed(lock, kind, intent, prepared)
                        // Nobody knows whether the decision was written: whoever takes the row up reads it there.
                        : failing(left(lock), failure));
    }

    private CompletableFuture<BsonDocument> committed(
            DdlLock lock, DdlKind kind, BsonDocument intent, BsonDocument prepared) {
        return Settled.then(kind.commit(intent, prepared), (committed, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "a change is decided but not finished: kind={} target={} reason={}",
                        kind.name(),
                        lock.row().target(),
                        failure.getMessage());
                return failing(left(lock), failure);
            }
            BsonDocument facts = new BsonDocument();
            facts.putAll(prepared);
            facts.putAll(committed);
            return locks.release(lock).thenApply(released -> facts);
        });
    }

    private CompletableFuture<Void> undone(DdlLock lock, DdlKind kind, BsonDocument intent) {
        return Settled.then(kind.undo(intent), (done, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "a change is not undone yet: kind={} target={} reason={}",
                        kind.name(),
                        lock.row().target(),
                        failure.getMessage());
                return left(lock);
            }
            return locks.release(lock);
        });
    }

    /** Leaves a change to whoever comes next, which will be this router if nobody is faster. */
    private CompletableFuture<Void> left(DdlLock lock) {
        scheduleRecovery(lock.row().target());
        return locks.abandon(lock);
    }

    private void scheduleRecovery(String target) {
        if (!closed) {
            CompletableFuture<Boolean> unused = Pause.of(environment.timers(), RECOVERY_MILLIS)
                    .thenCompose(over -> recover(target))
                    .whenComplete((recovered, failure) -> {
                        if (failure != null) {
                            scheduleRecovery(target);
                        }
                    });
        }
    }

    private CompletableFuture<Boolean> recoverAny(List<String> targets) {
        CompletableFuture<Boolean> any = CompletableFuture.completedFuture(false);
        for (String target : targets) {
            any = any.thenCompose(before -> recover(target).thenApply(now -> before || now));
        }
        return any;
    }

    /**
     * Finishes or undoes what a dead router left on a target.
     *
     * @return whether there was something and it is gone now; fails when it could not be ended, and then it stays
     */
    CompletableFuture<Boolean> recover(String target) {
        return locks.row(target).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(false);
            }
            return locks.firstOf(found.get()).thenCompose(first -> {
                if (first.isEmpty()) {
                    return locks.deleteOrphan(found.get()).thenApply(deleted -> true);
                }
                return locks.isAbandoned(first.get())
                        ? locks.takeUp(first.get())
                                .thenCompose(lock -> lock.isEmpty()
                                        ? CompletableFuture.completedFuture(false)
                                        : ended(lock.get()).thenApply(ended -> true))
                        : CompletableFuture.completedFuture(false);
            });
        });
    }

    private CompletableFuture<Void> ended(DdlLock lock) {
        DdlRow row = lock.row();
        DdlKind kind = kinds.get(row.kind());
        if (kind == null) {
            return CompletableFuture.failedFuture(new CommandException(
                    ErrorCode.INTERNAL_ERROR,
                    "a change of a kind that this router does not know was left: " + row.kind() + " of "
                            + row.target()));
        }
        LOG.info("taking up a change that was left: kind={} target={} phase={}", row.kind(), row.target(), row.phase());
        CompletableFuture<?> end = switch (row.phase()) {
            case CHECKING -> CompletableFuture.completedFuture(null);
            case PREPARING -> kind.undo(row.intent());
            case COMMITTING -> kind.commit(row.intent(), row.prepared());
        };
        return Settled.then(
                end, (done, failure) -> failure == null ? locks.release(lock) : failing(locks.abandon(lock), failure));
    }

    /**
     * Takes up everything that was left: at the start of a router. What cannot be ended yet is tried again later, and
     * what somebody still has a lease for is looked at again when that ends: its router may be dead too.
     */
    CompletableFuture<Void> recoverAll() {
        return locks.all().thenCompose(rows -> {
            List<CompletableFuture<Boolean>> recoveries = new ArrayList<>();
            long longestMillis = 0;
            for (DdlRow row : rows) {
                longestMillis = Math.max(longestMillis, locks.leaseLeftMillis(row));
                recoveries.add(recover(row.target()).exceptionally(failure -> {
                    scheduleRecovery(row.target());
                    return false;
                }));
            }
            if (longestMillis > 0) {
                lookAgain(longestMillis);
            }
            return CompletableFuture.allOf(recoveries.toArray(CompletableFuture[]::new));
        });
    }

    private void lookAgain(long afterMillis) {
        if (closed) {
            return;
        }
        CompletableFuture<Void> unused = Pause.of(environment.timers(), afterMillis + RECOVERY_MILLIS)
                .thenCompose(over -> recoverAll())
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        lookAgain(RECOVERY_MILLIS);
                    }
                });
    }

    /** Whether a change of a target is under way right now; one that was left is ended first. */
    CompletableFuture<Boolean> isBusy(String target) {
        return recover(target)
                .exceptionally(failure -> false)
                .thenCompose(recovered -> locks.row(target))
                .thenApply(Optional::isPresent);
    }

    /** Stops waiting and retrying; changes under way go on. */
    void close() {
        closed = true;
    }

    /** Fails with a failure once something else has ended, however that ended. */
    private static <T> CompletableFuture<T> failing(CompletableFuture<?> first, Throwable failure) {
        return first.handle((ended, trouble) -> {
            throw rethrown(failure);
        });
    }

    private static RuntimeException rethrown(Throwable failure) {
        CommandException refusal = ShardReplies.refusalIn(failure);
        if (refusal != null) {
            return refusal;
        }
        return failure instanceof RuntimeException exception ? exception : new CompletionException(failure);
    }
}
