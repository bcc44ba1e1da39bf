package io.counterpoint.shard.rpc;

import io.counterpoint.proto.v1.CommandReply;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends replies that come from many threads over one stream, which takes one at a time. Whoever finds the stream idle
 * sends for all: nobody waits, and what the receiver does with a reply (in one process it runs right here) is never
 * under a lock.
 */
final class ReplyStream {
    private final StreamObserver<CommandReply> stream;
    private final ConcurrentLinkedQueue<CommandReply> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private volatile boolean closed;

    ReplyStream(StreamObserver<CommandReply> stream) {
        this.stream = stream;
    }

    void send(CommandReply reply) {
        queue.add(reply);
        if (queued.getAndIncrement() != 0) {
            return;
        }
        do {
            CommandReply next = queue.poll();
            if (next != null && !closed) {
                stream.onNext(next);
            }
        } while (queued.decrementAndGet() != 0);
    }

    /** Drops what is sent from now on: the router is gone. */
    void close() {
        closed = true;
    }
}
