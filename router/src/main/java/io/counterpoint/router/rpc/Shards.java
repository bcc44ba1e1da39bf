package io.counterpoint.router.rpc;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The shards of the cluster, in the order in which they joined it; the first one holds the catalog. Immutable; any
 * thread.
 */
public final class Shards implements AutoCloseable {
    private final Map<String, ShardClient> clients = new LinkedHashMap<>();
    private final List<String> names;

    /** Takes the clients over; {@link #close} closes them. */
    public Shards(List<? extends ShardClient> clients) {
        clients.forEach(client -> this.clients.put(client.shard(), client));
        names = List.copyOf(this.clients.keySet());
    }

    /** The same shards, each reached another way. */
    public Shards mapped(UnaryOperator<ShardClient> way) {
        return new Shards(clients.values().stream().map(way).toList());
    }

    /** Names of all shards. */
    public List<String> names() {
        return names;
    }

    /** Name of the shard that holds the catalog and the databases {@code admin}, {@code config} and {@code local}. */
    public String configShard() {
        return names.get(0);
    }

    /**
     * The way to a shard.
     *
     * @throws CommandException ShardNotFound (70) for a name that no shard has
     */
    public ShardClient get(String name) {
        ShardClient client = clients.get(name);
        if (client == null) {
            throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "Shard " + name + " not found");
        }
        return client;
    }

    /** Sends a request to a shard; see {@link ShardClient#send}. */
    public CompletableFuture<RawDocument> send(String shard, ShardRequest request) {
        return get(shard).send(request);
    }

    /** Sends a request to each of several shards at once; one future for each, in their order. */
    public List<CompletableFuture<RawDocument>> sendEach(
            Iterable<String> shards, Function<String, ShardRequest> requestFor) {
        List<CompletableFuture<RawDocument>> replies = new ArrayList<>();
        for (String shard : shards) {
            replies.add(send(shard, requestFor.apply(shard)));
        }
        return replies;
    }

    /** Sends the same request to every shard at once; the answers are in the order of {@link #names()}. */
    public CompletableFuture<List<RawDocument>> sendAll(ShardRequest request) {
        return Gathered.all(sendEach(names, shard -> request));
    }

    /** As {@link #sendAll}, but fails, once all have answered, with the refusal of the first shard that refused. */
    public CompletableFuture<List<RawDocument>> demandAll(ShardRequest request) {
        return Gathered.all(sendEach(names, shard -> request).stream()
                .map(reply -> reply.thenApply(ShardReplies::demandOk))
                .toList());
    }

    @Override
    public void close() {
        clients.values().forEach(ShardClient::close);
    }
}
