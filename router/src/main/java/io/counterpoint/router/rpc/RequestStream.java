package io.counterpoint.router.rpc;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.proto.v1.CommandReply;
import io.counterpoint.proto.v1.CommandRequest;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One two-way stream to a shard, from its opening to its end, and the requests in flight on it.
 *
 * <p>A gRPC stream takes one message at a time. Whoever finds it idle sends for all who come meanwhile: nobody waits,
 * and no lock is held while a message is given away (in one process the shard's work runs inside of that call).
 */
final class RequestStream {
    private final String shard;
    private final ClusterClock clusterClock;
    private final ConcurrentMap<Long, CompletableFuture<RawDocument>> inFlight = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentLinkedQueue<CommandRequest> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final Consumer<RequestStream> onAnswer;
    private final Consumer<RequestStream> onEnd;
    private volatile @Nullable StreamObserver<CommandRequest> requests;
    private volatile @Nullable CommandException end;

    /**
     * A stream that is not open yet.
     *
     * @param clusterClock learns from every answer
     * @param onAnswer told of every answer: the shard is there
     * @param onEnd told once, when the stream is over; requests in flight fail after that
     */
    RequestStream(
            String shard, ClusterClock clusterClock, Consumer<RequestStream> onAnswer, Consumer<RequestStream> onEnd) {
        this.shard = shard;
        this.clusterClock = clusterClock;
        this.onAnswer = onAnswer;
        this.onEnd = onEnd;
    }

    /** Gives the way to send; called once, before the first {@link #send}. */
    void opened(StreamObserver<CommandRequest> those) {
        requests = those;
    }

    /** Takes the shard's answers. */
    StreamObserver<CommandReply> replies() {
        return new StreamObserver<>() {
            @Override
            public void onNext(CommandReply reply) {
                clusterClock.witness(reply.getClusterTime());
                onAnswer.accept(RequestStream.this);
                CompletableFuture<RawDocument> waiting = inFlight.remove(reply.getRequestId());
                if (waiting != null) {
                    waiting.complete(MessageBytes.document(reply.getBody()));
                }
            }

            @Override
            public void onError(Throwable failure) {
                end(RpcErrors.of(shard, failure));
            }

            @Override
            public void onCompleted() {
                end(RpcErrors.unreachable(shard, "it closed the connection"));
            }
        };
    }

    /** Sends a request; the future fails when the stream ends first. */
    Sent send(CommandRequest.Builder message) {
        long id = lastId.incrementAndGet();
        CompletableFuture<RawDocument> reply = new CompletableFuture<>();
        inFlight.put(id, reply);
        CommandException ended = end;
        if (ended != null) {
            // Whoever ended the stream may have looked before this request was there.
            inFlight.remove(id);
            reply.completeExceptionally(ended);
            return new Sent(id, reply);
        }
        enqueue(message.setRequestId(id).build());
        return new Sent(id, reply);
    }

    /** Ends a request on the shard, unless it has been answered already; its answer comes as that of any other. */
    void interrupt(long id) {
        if (inFlight.containsKey(id)) {
            enqueue(CommandRequest.newBuilder().setInterrupts(id).build());
        }
    }

    /** How many requests wait for their answers. */
    int runningCount() {
        return inFlight.size();
    }

    /** Forgets a request whose answer nobody waits for any more. */
    void forget(long id) {
        inFlight.remove(id);
    }

    private void enqueue(CommandRequest message) {
        queue.add(message);
        if (queued.getAndIncrement() != 0) {
            return;
        }
        do {
            CommandRequest next = queue.poll();
            StreamObserver<CommandRequest> out = requests;
            if (next != null && out != null && end == null) {
                give(out, next);
            }
        } while (queued.decrementAndGet() != 0);
    }

    private void give(StreamObserver<CommandRequest> out, CommandRequest message) {
        try {
            out.onNext(message);
        } catch (IllegalStateException closed) {
            // The stream ended between the look and the call; its end fails the request too, but may not have come yet.
            CompletableFuture<RawDocument> waiting = inFlight.remove(message.getRequestId());
            if (waiting != null) {
                waiting.completeExceptionally(RpcErrors.unreachable(shard, "the connection was closed"));
            }
        }
    }

    /** Ends the stream from this side. */
    void close() {
        StreamObserver<CommandRequest> out = requests;
        end(RpcErrors.unreachable(shard, "the router is stopping"));
        if (out != null) {
            try {
                out.onCompleted();
            } catch (IllegalStateException alreadyClosed) {
                // Nothing is left to close.
            }
        }
    }

    private void end(CommandException reason) {
        synchronized (this) {
            if (end != null) {
                return;
            }
            end = reason;
        }
        onEnd.accept(this);
        for (Long id : inFlight.keySet()) {
            CompletableFuture<RawDocument> waiting = inFlight.remove(id);
            if (waiting != null) {
                waiting.completeExceptionally(reason);
            }
        }
    }

    /** A request on its way. */
    record Sent(long id, CompletableFuture<RawDocument> reply) {}
}
