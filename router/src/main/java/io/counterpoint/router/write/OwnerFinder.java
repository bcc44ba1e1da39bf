package io.counterpoint.router.write;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.key.ShardKeyField;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.routing.ShardTargeter;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Finds the document that a single write means when its filter does not tell the shard: asks all shards that can have
 * it for their first match, in the write's order, and takes the first of those; without an order, that of the least
 * {@code _id}, as a read would give it first. The write then goes to that shard, for that {@code _id}.
 */
public final class OwnerFinder {
    private final Shards shards;

    /** Finds documents on those shards. */
    public OwnerFinder(Shards shards) {
        this.shards = shards;
    }

    /**
     * A document and where it is.
     *
     * @param shard the shard that has it
     * @param document the document, or as much of it as has {@code _id} and the shard key
     */
    public record Owner(String shard, RawDocument document) {
        /** Its {@code _id}. */
        public BsonValue id() {
            BsonValue id = document.get("_id");
            return id == null ? BsonNull.VALUE : id;
        }
    }

    /**
     * What to look for.
     *
     * @param filter the write's filter
     * @param sort its order; empty when any match will do
     * @param let the command's {@code let} as sent; null for none
     * @param hint the write's {@code hint}; null for none
     * @param collation the write's {@code collation} as sent; null for none
     * @param session the client's session
     */
    public record Search(
            BsonDocument filter,
            BsonDocument sort,
            @Nullable BsonValue let,
            @Nullable BsonValue hint,
            @Nullable BsonValue collation,
            ClientSession session) {}

    /** Finds the first match; empty when nothing matches. Fails with StaleConfig when the routing is out of date. */
    public CompletableFuture<Optional<Owner>> find(
            CollectionRouting routing, Search search, QueryContext context, long deadlineNanos) {
        List<String> candidates = ShardTargeter.shardsFor(routing, search.filter(), context);
        RawDocument body = question(routing, search);
        List<CompletableFuture<ShardCursor>> answers = new ArrayList<>();
        for (String shard : candidates) {
            ShardRequest request =
                    ShardRequest.of(routing.namespace().database(), body, routing.version(), deadlineNanos);
            answers.add(shards.send(shard, request).thenApply(reply -> ShardCursor.of(shard, reply)));
        }
        SortPattern order =
                search.sort().isEmpty() ? SortPattern.BY_ID : SortPattern.parse(search.sort(), context.order());
        return Gathered.all(answers).thenApply(cursors -> first(cursors, order));
    }

    private static Optional<Owner> first(List<ShardCursor> cursors, SortPattern order) {
        Owner first = null;
        for (ShardCursor cursor : cursors) {
            if (cursor.batch().isEmpty()) {
                continue;
            }
            RawDocument document = cursor.batch().get(0);
            if (first == null || order.comparator().compare(document, first.document()) < 0) {
                first = new Owner(cursor.shard(), document);
            }
        }
        return Optional.ofNullable(first);
    }

    private static RawDocument question(CollectionRouting routing, Search search) {
        BsonOutput body = new BsonOutput()
                .appendString("find", routing.namespace().collection())
                .appendDocument("filter", search.filter())
                .appendInt32("limit", 1)
                .appendBoolean("singleBatch", true);
        if (search.sort().isEmpty()) {
            body.appendDocument("projection", keyProjection(routing));
        } else {
            // The order is compared here too, by fields that may collide with those of the key in a projection.
            body.appendDocument("sort", search.sort());
        }
        if (search.let() != null) {
            body.appendValue("let", search.let());
        }
        if (search.hint() != null) {
            body.appendValue("hint", search.hint());
        }
        if (search.collation() != null) {
            body.appendValue("collation", search.collation());
        }
        if (search.session().inTransaction()) {
            search.session().appendTo(body);
        }
        return body.finish();
    }

    private static BsonDocument keyProjection(CollectionRouting routing) {
        TreeMap<String, BsonValue> paths = new TreeMap<>();
        paths.put("_id", new BsonInt32(1));
        for (ShardKeyField field : routing.pattern().fields()) {
            if (!field.path().startsWith("_id.")) {
                paths.put(field.path(), new BsonInt32(1));
            }
        }
        BsonDocument projection = new BsonDocument();
        projection.putAll(paths);
        return projection;
    }

    /**
     * A filter that still demands what it did, and the found document's {@code _id} too.
     *
     * @param collation under which the filter will be read
     */
    public static RawDocument pinned(BsonDocument filter, BsonValue id, Collation collation) {
        if (!collation.isSimple() && Collation.concerns(id)) {
            BsonArray all = new BsonArray(List.of(new BsonDocument("_id", equalTo(id)), exactly(id), filter));
            return BsonBytes.raw(new BsonDocument("$and", all));
        }
        if (!filter.containsKey("_id")) {
            return new BsonOutput()
                    .appendFields(filter)
                    .appendValue("_id", equalTo(id))
                    .finish();
        }
        BsonArray both = new BsonArray(List.of(new BsonDocument("_id", equalTo(id)), filter));
        return BsonBytes.raw(new BsonDocument("$and", both));
    }

    /** Unlike everything else that compares values, a schema does so by their bytes under any collation. */
    private static BsonDocument exactly(BsonValue id) {
        BsonDocument enumeration = new BsonDocument("enum", new BsonArray(List.of(id)));
        return new BsonDocument("$jsonSchema", new BsonDocument("properties", new BsonDocument("_id", enumeration)));
    }

    private static BsonDocument equalTo(BsonValue id) {
        return new BsonDocument("$eq", id);
    }
}
