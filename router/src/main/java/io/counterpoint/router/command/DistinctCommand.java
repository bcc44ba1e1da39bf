package io.counterpoint.router.command;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.PathReader;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.view.ReadOnView;
import java.util.List;
import java.util.SortedSet;
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
                .fields("key", "query", "collation", "hint")
                .abilities(Ability.READS, Ability.IN_TRANSACTION, Ability.READ_CONCERN)
                .handledBy(new DistinctCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        Arguments arguments = Arguments.of(request);
        BsonDocument query = arguments.documentOrEmpty("query");
        String key = arguments.requiredString("key");
        if (CommandNames.isCounters(namespace)) {
            Filter filter = Filter.parse(query, QueryContexts.of(request, router.environment()));
            return router.counterRows()
                    .read(query)
                    .thenApply(rows ->
                            reply(valuesOf(rows.stream().filter(filter::matches).toList(), FieldPath.parse(key))));
        }
        TargetedReads.Answers answers = new TargetedReads.Answers() {
            @Override
            public BsonDocument ofShards(List<RawDocument> replies) {
                return reply(union(replies));
            }

            @Override
            public BsonDocument ofView(BsonDocument aggregated) {
                SortedSet<BsonValue> values = new TreeSet<>(BsonOrder.COMPARATOR);
                values.addAll(ReadOnView.distinctValues(aggregated));
                return reply(values);
            }
        };
        return new TargetedReads(router).ask(request, namespace, query, ForwardedBody.of(request.body()), answers);
    }

    private static SortedSet<BsonValue> valuesOf(List<RawDocument> rows, FieldPath path) {
        SortedSet<BsonValue> values = new TreeSet<>(BsonOrder.COMPARATOR);
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

    private static SortedSet<BsonValue> union(List<RawDocument> replies) {
        SortedSet<BsonValue> values = new TreeSet<>(BsonOrder.COMPARATOR);
        replies.forEach(reply -> values.addAll(reply.getArray("values")));
        return values;
    }

    private static BsonDocument reply(SortedSet<BsonValue> values) {
        return new BsonDocument("values", new BsonArray(List.copyOf(values)));
    }
}
