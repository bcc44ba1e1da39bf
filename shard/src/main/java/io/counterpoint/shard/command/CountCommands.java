package io.counterpoint.shard.command;

import io.counterpoint.bson.order.BinaryOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.PathReader;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.plan.PlanRequest;
import io.counterpoint.shard.plan.PlanRunner;
import io.counterpoint.shard.plan.Planner;
import io.counterpoint.shard.storage.StoreView;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.view.ReadOnView;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code count} and {@code distinct}. */
final class CountCommands {
    private final ShardAccess shard;

    private CountCommands(ShardAccess shard) {
        this.shard = shard;
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        CountCommands commands = new CountCommands(shard);
        return List.of(
                CommandEntry.command("count", "Counts the documents that a filter selects.")
                        .fields(SharedFields.COUNT)
                        .abilities(Ability.READS, Ability.READ_CONCERN, Ability.EXPLAINABLE)
                        .handledBy(commands::count),
                CommandEntry.command("distinct", "Lists the distinct values of a field.")
                        .fields(SharedFields.DISTINCT)
                        .abilities(Ability.READS, Ability.IN_TRANSACTION, Ability.READ_CONCERN, Ability.EXPLAINABLE)
                        .handledBy(commands::distinct));
    }

    private CompletableFuture<BsonDocument> count(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        QueryArguments.checkReadConcern(request);
        Namespace namespace = QueryArguments.namespace(request);
        if (Reading.view(shard, request, namespace) != null) {
            return AggregateCommand.runOnView(shard, request).thenApply(ReadOnView::countReply);
        }
        QueryContext context = QueryArguments.context(request, shard, namespace);
        Filter filter = Filter.parse(arguments.documentOrEmpty("query"), context);
        long limit = Math.abs(arguments.number("limit").orElse(0));
        long skip = arguments.count("skip", 0);
        return Reading.read(shard, request, namespace, moment -> {
            CollectionDescription collection = Reading.collection(moment.catalog(), namespace, request);
            if (collection == null) {
                return new BsonDocument("n", new BsonInt32(0));
            }
            PlanRequest wanted =
                    countRequest(request, collection, filter).withSkip(skip).withLimit(limit);
            OptionalLong all = wanted.isWholeCollection()
                    ? RecordCounts.read(moment.data(), collection.id())
                    : OptionalLong.empty();
            long count =
                    all.isPresent() ? cut(all.getAsLong(), skip, limit) : countPlanned(moment.data(), request, wanted);
            return new BsonDocument("n", count == (int) count ? new BsonInt32((int) count) : new BsonInt64(count));
        });
    }

    /** What a count looks for: records, whose documents nobody needs to see. */
    static PlanRequest countRequest(CommandRequest request, CollectionDescription collection, Filter filter) {
        return PlanRequest.of(collection, filter)
                .withHint(Arguments.of(request).value("hint"))
                .withCountOnly();
    }

    private static long cut(long count, long skip, long limit) {
        long left = Math.max(0, count - skip);
        return limit == 0 ? left : Math.min(left, limit);
    }

    private long countPlanned(StoreView view, CommandRequest request, PlanRequest wanted) {
        try (PlanRunner runner = new PlanRunner(Planner.plan(wanted), view, Reading.guard(request, shard))) {
            long count = 0;
            while (runner.next()) {
                count++;
            }
            return count;
        }
    }

    private CompletableFuture<BsonDocument> distinct(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        QueryArguments.checkReadConcern(request);
        Namespace namespace = QueryArguments.namespace(request);
        if (Reading.view(shard, request, namespace) != null) {
            return AggregateCommand.runOnView(shard, request)
                    .thenApply(reply -> distinctReply(ReadOnView.distinctValues(reply), BinaryOrder.INSTANCE));
        }
        QueryContext context = QueryArguments.context(request, shard, namespace);
        Filter filter = Filter.parse(arguments.documentOrEmpty("query"), context);
        FieldPath path = FieldPath.parse(arguments.requiredString("key"));
        return Reading.read(shard, request, namespace, moment -> {
            TreeSet<BsonValue> values = new TreeSet<>(context.order());
            CollectionDescription collection = Reading.collection(moment.catalog(), namespace, request);
            if (collection != null) {
                PlanRequest wanted = PlanRequest.of(collection, filter)
                        .withHint(arguments.value("hint"))
                        .withDistinct(path);
                try (PlanRunner runner =
                        new PlanRunner(Planner.plan(wanted), moment.data(), Reading.guard(request, shard))) {
                    while (runner.next()) {
                        PathReader.visitDistinctValues(runner.document(), path, (value, position) -> {
                            if (value != null) {
                                values.add(value);
                            }
                            return false;
                        });
                    }
                }
            }
            return distinctReply(values, context.order());
        });
    }

    /** The values of a view are told apart by its aggregate already: any order that loses none will do. */
    private static BsonDocument distinctReply(Collection<BsonValue> values, ValueOrder order) {
        TreeSet<BsonValue> sorted = new TreeSet<>(order);
        sorted.addAll(values);
        return new BsonDocument("values", new BsonArray(List.copyOf(sorted)));
    }
}
