package io.counterpoint.shard.checkpoint;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.Timers;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.loop.WriteLoop;
import io.counterpoint.shard.txn.StageTable;
import io.counterpoint.shard.txn.TransactionTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who keeps the shard from changing anything. While there is at least one holder the write loop stands still; commands
 * that write, and the statements of transactions, wait in its queue. Other reads go on.
 *
 * <p>A hold with a limit ends by itself, so a router that dies half way stops a shard for no longer than that. Any
 * thread.
 */
public final class WriteHolds implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WriteHolds.class);

    /**
     * What is unfinished at the moment at which the loop stands still.
     *
     * @param staged parts of ordered batches whose routers have not decided
     * @param prepared transactions that wait for a decision
     */
    public record Standstill(int staged, int prepared) {}

    /** What calls off the end of a hold by itself; nothing for a hold without limit. */
    private record Hold(Timers.@Nullable Cancellable end) {
        void callOff() {
            if (end != null) {
                end.cancel();
            }
        }
    }

    private final WriteLoop loop;
    private final StageTable stages;
    private final TransactionTable transactions;
    private final Timers timers;

    private final Object lock = new Object();
    // Below: guarded by the lock.
    private final Map<String, Hold> holders = new HashMap<>();
    private final Map<String, Hold> gates = new HashMap<>();
    /** What those who asked wait for; null while nobody has asked. */
    private @Nullable CompletableFuture<Standstill> asked;

    private boolean standing;
    private boolean closed;

    /** No holds yet. */
    public WriteHolds(WriteLoop loop, StageTable stages, TransactionTable transactions, Timers timers) {
        this.loop = loop;
        this.stages = stages;
        this.transactions = transactions;
        this.timers = timers;
    }

    /**
     * Stops the loop behind what is queued now, or joins those who have stopped it.
     *
     * @param holder a name of its own; asking again under the same name begins the limit anew
     * @param millisMax when the hold ends by itself; 0 for never
     * @return completes once the loop stands still
     */
    public CompletableFuture<Standstill> hold(String holder, long millisMax) {
        CompletableFuture<Standstill> answer;
        boolean first;
        synchronized (lock) {
            if (closed) {
                return CompletableFuture.failedFuture(ended());
            }
            replace(holders, holder, limited(millisMax, () -> expire(holder)));
            CompletableFuture<Standstill> before = asked;
            first = before == null;
            answer = before == null ? new CompletableFuture<>() : before;
            asked = answer;
        }
        if (first) {
            CompletableFuture<Standstill> unused = loop.submit(
                            this::stop,
                            holder,
                            Submission.durable(Runnable::run).unsynced())
                    .whenComplete((counted, failure) -> {
                        if (failure != null) {
                            giveUp(answer, failure);
                        }
                    });
        }
        return answer;
    }

    private Standstill stop(WriteContext context, String holder) {
        Standstill counted = new Standstill(stages.undecidedCount(), transactions.preparedCount());
        context.hold(() -> stands(counted));
        return counted;
    }

    private void stands(Standstill counted) {
        CompletableFuture<Standstill> answer;
        boolean wanted;
        synchronized (lock) {
            wanted = !holders.isEmpty();
            standing = wanted;
            answer = asked;
            if (!wanted) {
                asked = null;
            }
        }
        if (!wanted) {
            loop.resume();
        }
        if (answer != null) {
            if (wanted) {
                answer.complete(counted);
            } else {
                answer.completeExceptionally(ended());
            }
        }
    }

    private void giveUp(CompletableFuture<Standstill> answer, Throwable failure) {
        synchronized (lock) {
            holders.values().forEach(Hold::callOff);
            holders.clear();
            asked = null;
        }
        answer.completeExceptionally(failure);
    }

    private static CommandException ended() {
        return new CommandException(ErrorCode.LOCK_BUSY, "the hold on writes ended before it began");
    }

    /** Whether the loop stands still and this holder is one of the reasons. */
    public boolean isHeldBy(String holder) {
        synchronized (lock) {
            return standing && holders.containsKey(holder);
        }
    }

    /**
     * Ends a hold; the loop goes on after the last one.
     *
     * @return whether the loop has stood still for this holder until now
     */
    public boolean release(String holder) {
        boolean was;
        boolean last;
        synchronized (lock) {
            Hold hold = holders.remove(holder);
            was = hold != null && standing;
            last = was && holders.isEmpty();
            if (hold != null) {
                hold.callOff();
            }
            if (last) {
                standing = false;
                asked = null;
            }
        }
        if (last) {
            loop.resume();
        }
        return was;
    }

    private void expire(String holder) {
        if (release(holder)) {
            LOG.warn("a hold on writes was not released in time: holder={}", holder);
        }
    }

    /**
     * Refuses new parts of ordered batches, as if they had met an older one, so that the undecided ones become fewer.
     * Their routers come again.
     *
     * @param millisMax when this ends by itself
     */
    public void closeGate(String holder, long millisMax) {
        synchronized (lock) {
            if (closed) {
                return;
            }
            replace(gates, holder, limited(millisMax, () -> openGate(holder)));
            stages.refuseNew(true);
        }
    }

    /** Takes {@link #closeGate} back. */
    public void openGate(String holder) {
        synchronized (lock) {
            Hold gate = gates.remove(holder);
            if (gate != null) {
                gate.callOff();
            }
            stages.refuseNew(!gates.isEmpty());
        }
    }

    private Hold limited(long millisMax, Runnable end) {
        return new Hold(millisMax == 0 ? null : timers.schedule(millisMax, end));
    }

    private static void replace(Map<String, Hold> holds, String holder, Hold hold) {
        Hold before = holds.put(holder, hold);
        if (before != null) {
            before.callOff();
        }
    }

    /** Ends all holds; there will be no others. */
    @Override
    public void close() {
        List<String> left;
        synchronized (lock) {
            closed = true;
            left = List.copyOf(holders.keySet());
            List.copyOf(gates.keySet()).forEach(this::openGate);
        }
        left.forEach(this::release);
    }
}
