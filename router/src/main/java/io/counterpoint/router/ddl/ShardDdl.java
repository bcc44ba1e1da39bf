package io.counterpoint.router.ddl;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.cluster.version.ChunkVersion;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The steps of changes that shards carry out, each on several shards at once and each harmless to repeat. */
final class ShardDdl {
    private static final String ADMIN = "admin";

    private final Shards shards;

    ShardDdl(Shards shards) {
        this.shards = shards;
    }

    List<String> allShards() {
        return shards.names();
    }

    /** Makes sure that every shard answers, so that a change that cannot be undone is not begun in vain. */
    CompletableFuture<Void> demandReachable(List<String> names) {
        return onEach(names, shard -> ShardRequest.of(ADMIN, raw(new BsonDocument("ping", new BsonInt32(1)))))
                .thenAccept(replies -> {});
    }

    CompletableFuture<List<RawDocument>> create(
            List<String> names, Namespace namespace, UUID uuid, BsonDocument options, BsonArray indexes) {
        BsonDocument body = command("_shardCreate", namespace, uuid)
                .append("options", options)
                .append("indexes", indexes);
        return onEach(names, namespace.database(), body);
    }

    CompletableFuture<List<RawDocument>> drop(List<String> names, Namespace namespace, UUID uuid) {
        return onEach(names, namespace.database(), command("_shardDrop", namespace, uuid));
    }

    /**
     * Builds indexes.
     *
     * @param millisMax what a shard may take for it; 0 for no limit
     */
    CompletableFuture<List<RawDocument>> createIndexes(
            List<String> names, Namespace namespace, UUID uuid, BsonArray indexes, long millisMax) {
        return onEach(
                names,
                namespace.database(),
                command("_shardCreateIndexes", namespace, uuid)
                        .append("indexes", indexes)
                        .append("maxTimeMS", new BsonInt64(millisMax)));
    }

    /** Drops an index by name; that it is not there is as good. */
    CompletableFuture<RawDocument> dropIndex(String shard, Namespace namespace, UUID uuid, String index) {
        BsonDocument body = command("_shardDropIndexes", namespace, uuid).append("index", new BsonString(index));
        return shards.send(shard, ShardRequest.of(namespace.database(), raw(body)))
                .thenApply(reply -> {
                    if (!ShardReplies.isOk(reply)) {
                        CommandException refusal = ShardReplies.refusal(reply);
                        if (!refusal.code().equals(ErrorCode.INDEX_NOT_FOUND)) {
                            throw refusal;
                        }
                    }
                    return reply;
                });
    }

    CompletableFuture<List<RawDocument>> collMod(
            List<String> names, Namespace namespace, UUID uuid, BsonDocument fields) {
        BsonDocument body = command("_shardCollMod", namespace, uuid);
        body.putAll(fields);
        return onEach(names, namespace.database(), body);
    }

    /**
     * Renames; what has the new name is dropped if its UUID is that given in {@code drop}, an empty document meaning
     * that nothing has the name.
     */
    CompletableFuture<List<RawDocument>> rename(
            List<String> names, Namespace from, Namespace to, UUID uuid, BsonDocument drop) {
        BsonDocument body = new BsonDocument("_shardRename", new BsonString(from.toString()))
                .append("to", new BsonString(to.toString()))
                .append("uuid", new BsonBinary(uuid));
        body.putAll(drop);
        return onEach(names, ADMIN, body);
    }

    /** The indexes that a shard has of a collection, as {@code listIndexes} shows them. */
    CompletableFuture<List<RawDocument>> indexes(String shard, Namespace namespace, ExpectedVersion version) {
        BsonDocument body = new BsonDocument("listIndexes", new BsonString(namespace.collection()));
        return shards.send(shard, ShardRequest.of(namespace.database(), raw(body), version, Long.MAX_VALUE))
                .thenCompose(reply -> ShardCursor.of(shard, reply).drain(shards));
    }

    /** The options that a collection was created with, as a shard's {@code listCollections} shows them. */
    CompletableFuture<BsonDocument> options(String shard, Namespace namespace) {
        BsonDocument body = new BsonDocument("listCollections", new BsonInt32(1))
                .append("filter", new BsonDocument("name", new BsonString(namespace.collection())));
        return shards.send(shard, ShardRequest.of(namespace.database(), raw(body)))
                .thenCompose(reply -> ShardCursor.of(shard, reply).drain(shards))
                .thenApply(rows ->
                        rows.isEmpty() ? new BsonDocument() : rows.get(0).getDocument("options", new BsonDocument()));
    }

    /** The number of documents a shard has of a collection. */
    CompletableFuture<Long> count(String shard, Namespace namespace, UUID uuid) {
        BsonDocument body = new BsonDocument("count", new BsonString(namespace.collection()));
        ExpectedVersion version = ExpectedVersion.of(uuid, ChunkVersion.INITIAL);
        return shards.send(shard, ShardRequest.of(namespace.database(), raw(body), version, Long.MAX_VALUE))
                .thenApply(reply -> ShardReplies.demandOk(reply).getNumber("n").longValue());
    }

    /** The rows of {@code admin.counters} that a shard has for a collection. */
    CompletableFuture<List<RawDocument>> counters(String shard, Namespace namespace) {
        BsonDocument body = new BsonDocument("find", new BsonString(Namespace.COUNTERS.collection()))
                .append("filter", new BsonDocument("collection", new BsonString(namespace.toString())));
        return shards.send(shard, ShardRequest.of(ADMIN, raw(body)))
                .thenCompose(reply -> ShardCursor.of(shard, reply).drain(shards));
    }

    /** Sets {@code last} of a counter on one shard. */
    CompletableFuture<RawDocument> setCounter(String shard, Namespace namespace, String field, BsonValue last) {
        BsonDocument statement = new BsonDocument("q", new BsonDocument("_id", new BsonString(namespace + "." + field)))
                .append("u", new BsonDocument("$set", new BsonDocument("last", last)));
        BsonDocument body = new BsonDocument("update", new BsonString(Namespace.COUNTERS.collection()))
                .append("updates", new BsonArray(List.of(statement)));
        return shards.send(shard, ShardRequest.of(ADMIN, raw(body))).thenApply(ShardReplies::demandOk);
    }

    /** Runs a question on each of several shards; answers by shard, in their order. */
    <T> CompletableFuture<List<T>> ask(List<String> names, Function<String, CompletableFuture<T>> question) {
        List<CompletableFuture<T>> answers = new ArrayList<>();
        for (String shard : names) {
            answers.add(question.apply(shard));
        }
        return Gathered.all(answers);
    }

    private static BsonDocument command(String name, Namespace namespace, UUID uuid) {
        return new BsonDocument(name, new BsonString(namespace.collection())).append("uuid", new BsonBinary(uuid));
    }

    private CompletableFuture<List<RawDocument>> onEach(List<String> names, String database, BsonDocument body) {
        RawDocument bytes = raw(body);
        return onEach(names, shard -> ShardRequest.of(database, bytes));
    }

    private CompletableFuture<List<RawDocument>> onEach(List<String> names, Function<String, ShardRequest> request) {
        return Gathered.all(shards.sendEach(names, request)).thenApply(replies -> {
            replies.forEach(ShardReplies::demandOk);
            return replies;
        });
    }

    private static RawDocument raw(BsonDocument document) {
        return BsonBytes.raw(document);
    }

    /** The largest number that a field has in any of the replies; 0 when none has it. */
    static BsonInt32 largest(List<RawDocument> replies, String field) {
        int largest = 0;
        for (RawDocument reply : replies) {
            if (reply.isNumber(field)) {
                largest = Math.max(largest, reply.getNumber(field).intValue());
            }
        }
        return new BsonInt32(largest);
    }

    /** Whether a number is more than zero. */
    static boolean isPositive(BsonValue value) {
        return value.isNumber() && value.asNumber().longValue() > 0;
    }

    /** Fields of a document without some of them. */
    static BsonDocument without(BsonDocument document, String... names) {
        BsonDocument rest = new BsonDocument();
        List<String> dropped = List.of(names);
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            if (!dropped.contains(field.getKey())) {
                rest.put(field.getKey(), field.getValue());
            }
        }
        return rest;
    }
}
