package io.counterpoint.router.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes rows of the {@code config} database. Every write is durable before its future completes. Futures
 * fail with the shard's refusal, or with HostUnreachable when the shard that holds the catalog is away. Any thread.
 */
public final class ConfigDatabase {
    /** The database's name. */
    public static final String NAME = "config";

    private final Shards shards;

    /** The database of the cluster that these shards form. */
    public ConfigDatabase(Shards shards) {
        this.shards = shards;
    }

    /** Rows that a filter selects. */
    public CompletableFuture<List<RawDocument>> find(String collection, BsonDocument filter) {
        return find(collection, filter, null);
    }

    /** Rows that a filter selects, in an order. */
    public CompletableFuture<List<RawDocument>> find(
            String collection, BsonDocument filter, @Nullable BsonDocument sort) {
        BsonOutput body = new BsonOutput().appendString("find", collection).appendDocument("filter", filter);
        if (sort != null) {
            body.appendDocument("sort", sort);
        }
        return send(body.finish())
                .thenCompose(
                        reply -> ShardCursor.of(shards.configShard(), reply).drain(shards));
    }

    /** The row of an {@code _id}. */
    public CompletableFuture<Optional<RawDocument>> get(String collection, String id) {
        return find(collection, byId(id)).thenApply(rows -> rows.stream().findFirst());
    }

    /** Inserts rows: DuplicateKey (11000) when one of an {@code _id} is there; those before it are stored then. */
    public CompletableFuture<Void> insert(String collection, List<? extends BsonDocument> rows) {
        BsonDocument body =
                new BsonDocument("insert", new BsonString(collection)).append("documents", new BsonArray(rows));
        return send(BsonBytes.raw(body)).thenAccept(ConfigDatabase::demandWritten);
    }

    /**
     * Updates one row.
     *
     * @param update operators, or the whole new row
     * @return whether a row was found or, with {@code upsert}, inserted
     */
    public CompletableFuture<Boolean> update(
            String collection, BsonDocument filter, BsonDocument update, boolean upsert) {
        RawDocument body = new BsonOutput()
                .appendString("update", collection)
                .startArray("updates")
                .startDocument()
                .appendDocument("q", filter)
                .appendDocument("u", update)
                .appendBoolean("upsert", upsert)
                .end()
                .end()
                .finish();
        return send(body).thenApply(reply -> demandWritten(reply) > 0);
    }

    /** Deletes all rows that a filter selects; gives their number. */
    public CompletableFuture<Integer> delete(String collection, BsonDocument filter) {
        RawDocument body = new BsonOutput()
                .appendString("delete", collection)
                .startArray("deletes")
                .startDocument()
                .appendDocument("q", filter)
                .appendInt32("limit", 0)
                .end()
                .end()
                .finish();
        return send(body).thenApply(ConfigDatabase::demandWritten);
    }

    private CompletableFuture<RawDocument> send(RawDocument body) {
        return shards.send(shards.configShard(), ShardRequest.of(NAME, body)).thenApply(ShardReplies::demandOk);
    }

    private static int demandWritten(RawDocument reply) {
        if (reply.get("writeErrors") instanceof BsonArray errors && !errors.isEmpty()) {
            BsonDocument first = errors.get(0).asDocument();
            int code = first.getNumber("code").intValue();
            throw new CommandException(
                    ErrorCode.location(code), first.getString("errmsg").getValue());
        }
        return reply.get("n") instanceof BsonNumber n ? n.intValue() : 0;
    }

    /** The filter for an {@code _id}. */
    public static BsonDocument byId(String id) {
        return new BsonDocument("_id", new BsonString(id));
    }
}
