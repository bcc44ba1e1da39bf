package io.counterpoint.router.rpc;

import io.counterpoint.bson.raw.RawDocument;
import java.util.concurrent.CompletableFuture;

/** The way to one shard. Any thread; never blocks. */
public interface ShardClient extends AutoCloseable {
    /** Name of the shard. */
    String shard();

    /**
     * Sends a command.
     *
     * @return the reply as the shard gave it, a refusal ({@code ok: 0}) included. Completes on the thread the reply
     *     arrives on, usually an event loop: what is chained to it must not block. Fails with HostUnreachable (6),
     *     naming the shard, when the shard cannot be reached or the connection broke before the reply: then nobody
     *     knows whether the command was carried out. Fails with MaxTimeMSExpired (50) when the deadline passed without
     *     a reply
     */
    CompletableFuture<RawDocument> send(ShardRequest request);

    /** Ends the connection; requests in flight fail. */
    @Override
    void close();
}
