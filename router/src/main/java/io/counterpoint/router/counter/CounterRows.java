package io.counterpoint.router.counter;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonValue;

/**
 * The rows of {@code admin.counters} as clients of the router see them: those of all shards, one for each {@code _id}.
 * Filters are not for the shards: a filter on {@code last} must look at the row that is shown, not at those it hides.
 * Only an equality on {@code _id}, which selects the same rows everywhere, goes along.
 */
public final class CounterRows {
    private static final String ID = "_id";
    private static final String LAST = "last";

    private final Shards shards;

    /** Rows of those shards. */
    public CounterRows(Shards shards) {
        this.shards = shards;
    }

    /**
     * Reads the rows.
     *
     * @param filter what will be looked for; only serves to read less
     * @return in the order of {@code _id}; fails with HostUnreachable when a shard is away, since its rows might be the
     *     ones to show
     */
    public CompletableFuture<List<RawDocument>> read(BsonDocument filter) {
        BsonOutput body = new BsonOutput().appendString("find", Namespace.COUNTERS.collection());
        BsonValue id = ShardKeyPattern.equality(filter, ID);
        if (id != null) {
            body.appendDocument("filter", new BsonDocument(ID, new BsonDocument("$eq", id)));
        }
        RawDocument question = body.finish();
        List<CompletableFuture<List<RawDocument>>> answers = new ArrayList<>();
        for (String shard : shards.names()) {
            answers.add(shards.send(shard, ShardRequest.of(Namespace.COUNTERS.database(), question))
                    .thenCompose(reply -> ShardCursor.of(shard, reply).drain(shards)));
        }
        return Gathered.all(answers).thenApply(CounterRows::shown);
    }

    /** One row for each {@code _id}: the one with the highest {@code last}. */
    static List<RawDocument> shown(Collection<? extends Collection<RawDocument>> perShard) {
        Map<BsonValue, RawDocument> rows = new TreeMap<>(BsonOrder.COMPARATOR);
        for (Collection<RawDocument> ofShard : perShard) {
            for (RawDocument row : ofShard) {
                rows.merge(valueOf(row, ID), row, CounterRows::higher);
            }
        }
        return List.copyOf(rows.values());
    }

    /** The row with the higher {@code last}; the first one if they are level. */
    static RawDocument higher(RawDocument one, RawDocument other) {
        return isHigher(other, one) ? other : one;
    }

    /** Whether a row's {@code last} is higher than that of another one. */
    static boolean isHigher(RawDocument row, RawDocument than) {
        return BsonOrder.compare(valueOf(row, LAST), valueOf(than, LAST)) > 0;
    }

    private static BsonValue valueOf(RawDocument row, String field) {
        BsonValue value = row.get(field);
        return value == null ? new BsonMinKey() : value;
    }
}
