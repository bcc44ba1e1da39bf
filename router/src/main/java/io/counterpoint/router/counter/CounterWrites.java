package io.counterpoint.router.counter;

import io.counterpoint.base.random.ObjectIds;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.wire.command.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Writes to {@code admin.counters}: the same command to every shard. What shards answer for one statement counts once:
 * the largest count, the first error, the first upsert of each index.
 */
public final class CounterWrites {
    private static final String UPSERT_ID = "upsertId";

    private final Shards shards;
    private final ObjectIds objectIds;

    /** Writes to those shards. */
    public CounterWrites(Shards shards, ObjectIds objectIds) {
        this.shards = shards;
        this.objectIds = objectIds;
    }

    /** {@code insert}: documents without {@code _id} get the same one on every shard. */
    public CompletableFuture<BsonDocument> insert(CommandRequest request) {
        return batch(
                request,
                "documents",
                document -> document.containsKey("_id")
                        ? document
                        : new BsonOutput()
                                .appendObjectId("_id", objectIds.next())
                                .appendFields(document)
                                .finish());
    }

    /** {@code update}. */
    public CompletableFuture<BsonDocument> update(CommandRequest request) {
        return batch(request, "updates", this::withUpsertId);
    }

    /** {@code delete}. */
    public CompletableFuture<BsonDocument> delete(CommandRequest request) {
        return batch(request, "deletes", statement -> statement);
    }

    private RawDocument withUpsertId(RawDocument statement) {
        return statement.getBoolean("upsert", BsonBoolean.FALSE).getValue()
                ? new BsonOutput()
                        .appendFields(statement)
                        .appendObjectId(UPSERT_ID, objectIds.next())
                        .finish()
                : statement;
    }

    /** What has to be the same on every shard is decided here. */
    private interface Preparation {
        RawDocument prepare(RawDocument statement);
    }

    private CompletableFuture<BsonDocument> batch(CommandRequest request, String field, Preparation preparation) {
        List<RawDocument> statements = new ArrayList<>();
        request.documents(field).forEach(statement -> statements.add(preparation.prepare(statement)));
        BsonOutput out = ForwardedBody.of(request.body(), Set.of(field));
        appendStatementNumbers(request, out, statements.size());
        RawDocument body = out.finish();
        ShardRequest same =
                new ShardRequest(request.database(), body, field, statements, null, request.deadlineNanos());
        return shards.sendAll(same).thenApply(CounterWrites::merged);
    }

    private static void appendStatementNumbers(CommandRequest request, BsonOutput out, int count) {
        if (request.txnNumber().isPresent()) {
            out.startArray("stmtIds");
            for (int i = 0; i < count; i++) {
                out.add(new BsonInt32(i));
            }
            out.end();
        }
    }

    /** {@code findAndModify}: gives the row that a read would show. */
    public CompletableFuture<BsonDocument> findAndModify(CommandRequest request) {
        BsonOutput out = ForwardedBody.of(request.body(), Set.of());
        appendStatementNumbers(request, out, 1);
        if (request.body().getBoolean("upsert", BsonBoolean.FALSE).getValue()) {
            out.appendObjectId(UPSERT_ID, objectIds.next());
        }
        RawDocument body = out.finish();
        ShardRequest same = ShardRequest.of(request.database(), body, null, request.deadlineNanos());
        return shards.sendAll(same).thenApply(replies -> {
            replies.forEach(ShardReplies::demandOk);
            RawDocument shown = null;
            for (RawDocument reply : replies) {
                shown = shown == null || isHigher(reply, shown) ? reply : shown;
            }
            return shown == null ? new BsonDocument() : shown;
        });
    }

    private static boolean isHigher(RawDocument reply, RawDocument than) {
        BsonValue row = reply.get("value");
        BsonValue other = than.get("value");
        if (row instanceof RawDocument one && other instanceof RawDocument two) {
            return CounterRows.isHigher(one, two);
        }
        return row instanceof RawDocument;
    }

    static BsonDocument merged(List<RawDocument> replies) {
        replies.forEach(ShardReplies::demandOk);
        BsonDocument merged = new BsonDocument("n", largest(replies, "n"));
        if (replies.stream().anyMatch(reply -> reply.containsKey("nModified"))) {
            merged.append("nModified", largest(replies, "nModified"));
        }
        appendFirst(merged, replies, "upserted");
        appendFirst(merged, replies, "writeErrors");
        return merged;
    }

    private static BsonInt32 largest(List<RawDocument> replies, String field) {
        int largest = 0;
        for (RawDocument reply : replies) {
            @Nullable BsonValue value = reply.get(field);
            if (value != null && value.isNumber()) {
                largest = Math.max(largest, value.asNumber().intValue());
            }
        }
        return new BsonInt32(largest);
    }

    private static void appendFirst(BsonDocument merged, List<RawDocument> replies, String field) {
        TreeMap<Integer, BsonValue> byIndex = new TreeMap<>();
        for (RawDocument reply : replies) {
            if (reply.get(field) instanceof BsonArray entries) {
                for (BsonValue entry : entries) {
                    byIndex.putIfAbsent(entry.asDocument().getNumber("index").intValue(), entry);
                }
            }
        }
        if (!byIndex.isEmpty()) {
            merged.append(field, new BsonArray(List.copyOf(byIndex.values())));
        }
    }
}
