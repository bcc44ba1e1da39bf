package io.counterpoint.router.rpc;

import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.base.time.Timers;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.proto.v1.CommandRequest;
import io.counterpoint.proto.v1.DocumentSequence;
import io.counterpoint.proto.v1.ShardGrpc;
import io.grpc.ManagedChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard behind a gRPC channel: one two-way stream carries all requests, replies come back in any order. When the
 * stream ends, the next request opens a new one; while the shard stays away, requests fail at once and a new attempt is
 * made at growing intervals.
 */
public final class GrpcShardClient implements ShardClient {
    private static final Logger LOG = LoggerFactory.getLogger(GrpcShardClient.class);

    private static final long BACKOFF_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long BACKOFF_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    /** What a shard gets beyond a deadline to answer that it passed, before the router says so itself. */
    private static final long DEADLINE_GRACE_MILLIS = 500;

    private final String shard;
    private final String router;
    private final ManagedChannel channel;
    private final ShardGrpc.ShardStub stub;
    private final Clock clock;
    private final ClusterClock clusterClock;
    private final Timers timers;

    private final LongAdder requests = new LongAdder();
    private final LongAdder losses = new LongAdder();
    private volatile @Nullable RequestStream current;
    private final Object opening = new Object();
    private long backoffNanos;
    private long nextAttemptNanos;
    private boolean closed;

    /**
     * Connects with the first request.
     *
     * @param shard name of the shard, for errors
     * @param router name of this router, for the shard's logs
     * @param channel closed by {@link #close}
     * @param clusterClock the router's; told to the shard, and learns from it
     */
    public GrpcShardClient(
            String shard,
            String router,
            ManagedChannel channel,
            Clock clock,
            ClusterClock clusterClock,
            Timers timers) {
        this.shard = shard;
        this.router = router;
        this.channel = channel;
        this.clock = clock;
        this.clusterClock = clusterClock;
        this.timers = timers;
        stub = ShardGrpc.newStub(channel);
    }

    /** Shows what goes to the shard among a process's metrics. */
    public void register(Metrics metrics) {
        metrics.count("counterpoint.router.shard.requests", requests, "shard", shard);
        metrics.count("counterpoint.router.shard.losses", losses, "shard", shard);
        metrics.gauge(
                "counterpoint.router.shard.running",
                () -> {
                    RequestStream stream = current;
                    return stream == null ? 0 : stream.runningCount();
                },
                "shard",
                shard);
    }

    @Override
    public String shard() {
        return shard;
    }

    @Override
    public CompletableFuture<RawDocument> send(ShardRequest request) {
        CommandRequest.Builder message = CommandRequest.newBuilder()
                .setBody(MessageBytes.of(request.body()))
                .setDatabase(request.database())
                .setRouter(router)
                .setClusterTime(clusterClock.latest());
        if (request.sequenceField() != null) {
            DocumentSequence.Builder sequence = DocumentSequence.newBuilder().setField(request.sequenceField());
            for (RawDocument document : request.documents()) {
                sequence.addDocuments(MessageBytes.of(document));
            }
            message.addSequences(sequence);
        }
        if (request.version() != null) {
            message.setVersion(request.version().message());
        }
        long timeLeftMillis = 0;
        if (request.deadlineNanos() != Long.MAX_VALUE) {
            timeLeftMillis = TimeUnit.NANOSECONDS.toMillis(request.deadlineNanos() - clock.nanos());
            if (timeLeftMillis <= 0) {
                return CompletableFuture.failedFuture(RpcErrors.outOfTime());
            }
            message.setTimeLeftMillis(timeLeftMillis);
        }
        RequestStream stream = current;
        if (stream == null) {
            stream = open();
            if (stream == null) {
                return CompletableFuture.failedFuture(RpcErrors.unreachable(shard, "it does not answer"));
            }
        }
        requests.increment();
        RequestStream.Sent sent = stream.send(message);
        if (request.interruption() != null && !sent.reply().isDone()) {
            RequestStream used = stream;
            request.interruption().onSet(() -> used.interrupt(sent.id()));
        }
        if (timeLeftMillis > 0) {
            limit(stream, sent, timeLeftMillis);
        }
        return sent.reply();
    }

    private void limit(RequestStream stream, RequestStream.Sent sent, long timeLeftMillis) {
        Timers.Cancellable timer = timers.schedule(timeLeftMillis + DEADLINE_GRACE_MILLIS, () -> {
            // First of all the answer: what the shard says of its end must not come before it.
            sent.reply().completeExceptionally(RpcErrors.outOfTime());
            stream.interrupt(sent.id());
            stream.forget(sent.id());
        });
        CompletableFuture<RawDocument> unused = sent.reply().whenComplete((reply, failure) -> timer.cancel());
    }

    /** The stream, opened if need be; null while the next attempt has to wait. */
    private @Nullable RequestStream open() {
        synchronized (opening) {
            RequestStream open = current;
            if (open != null) {
                return open;
            }
            if (closed || (backoffNanos > 0 && clock.nanos() - nextAttemptNanos < 0)) {
                return null;
            }
            // The channel has a patience of its own, made for the internet; a shard that restarts is back in a moment.
            channel.resetConnectBackoff();
            RequestStream stream = new RequestStream(shard, clusterClock, this::answered, this::ended);
            current = stream;
            stream.opened(stub.commands(stream.replies()));
            // The stream may have failed while it was being opened.
            return current == stream ? stream : null;
        }
    }

    private void answered(RequestStream stream) {
        if (backoffNanos > 0) {
            synchronized (opening) {
                backoffNanos = 0;
            }
            LOG.info("shard answers again: shard={}", shard);
        }
    }

    private void ended(RequestStream stream) {
        synchronized (opening) {
            if (current == stream) {
                current = null;
            }
            if (backoffNanos == 0 && !closed) {
                losses.increment();
                LOG.warn("connection to shard lost: shard={}", shard);
            }
            backoffNanos = Math.min(Math.max(backoffNanos * 2, BACKOFF_NANOS_MIN), BACKOFF_NANOS_MAX);
            nextAttemptNanos = clock.nanos() + backoffNanos;
        }
    }

    @Override
    public void close() {
        RequestStream stream;
        synchronized (opening) {
            closed = true;
            stream = current;
        }
        if (stream != null) {
            stream.close();
        }
        channel.shutdown();
    }
}
