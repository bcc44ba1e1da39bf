package io.counterpoint.router.command;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.PathReader;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.view.ReadOnView;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code distinct}: the values of all shards, each once. */
final class DistinctCommand {
    private final RouterAccess router;

    private DistinctCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("distinct", "Lists the distinct values of a field.")
                .fields(SharedFields.DISTINCT)
                .abilities(Ability.READS, Ability.IN_TRANSACTION, Ability.READ_CONCERN, Ability.EXPLAINABLE)
                .handledBy(new DistinctCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        Arguments arguments = Arguments.of(request);
        BsonDocument query = arguments.documentOrEmpty("query");
        String key = arguments.requiredString("key");
        if (CommandNames.isCounters(namespace)) {
            QueryContext context = QueryContexts.of(request, router.environment());
            Filter filter = Filter.parse(query, context);
            return router.counterRows()
                    .read(query)
                    .thenApply(rows -> reply(valuesOf(
                            rows.stream().filter(filter::matches).toList(), FieldPath.parse(key), context.order())));
        }
        TargetedReads.Answers answers = new TargetedReads.Answers() {
            @Override
            public BsonDocument ofShards(List<RawDocument> replies, ValueOrder order) {
                return reply(union(replies, order));
            }

            @Override
            public BsonDocument ofView(BsonDocument aggregated) {
                // The aggregate has told them apart by its collation.
                SortedSet<BsonValue> values = new TreeSet<>(BsonOrder.COMPARATOR);
                values.addAll(ReadOnView.distinctValues(aggregated));
                return reply(values);
            }
        };
        return new TargetedReads(router).ask(request, namespace, query, ForwardedBody.of(request.body()), answers);
    }

    private static SortedSet<BsonValue> valuesOf(List<RawDocument> rows, FieldPath path, ValueOrder order) {
        SortedSet<BsonValue> values = new TreeSet<>(order);
        for (RawDocument row : rows) {
            PathReader.visitDistinctValues(row, path, (value, position) -> {
                if (value != null) {
                    values.add(value);
                }
                return false;
            });
        }
        return values;
    }

    /** Of texts that are equal, the least by its bytes stands for all: which one must not depend on where they are. */
    private static Collection<BsonValue> union(List<RawDocument> replies, ValueOrder order) {
        SortedMap<BsonValue, BsonValue> values = new TreeMap<>(order);
        for (RawDocument reply : replies) {
            for (BsonValue value : reply.getArray("values")) {
                values.merge(value, value, (one, other) -> BsonOrder.compare(other, one) < 0 ? other : one);
            }
        }
        return values.values();
    }

    private static BsonDocument reply(Collection<BsonValue> values) {
        return new BsonDocument("values", new BsonArray(List.copyOf(values)));
    }
}
