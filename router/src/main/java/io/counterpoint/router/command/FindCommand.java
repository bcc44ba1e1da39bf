package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.order.BinaryOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.projection.Projection;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.merge.MergeCursor;
import io.counterpoint.router.merge.MergePlan;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.routing.ShardTargeter;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.cursor.BatchSource;
import io.counterpoint.wire.cursor.CursorRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * {@code find}: to the shard that can have what the filter selects, as it is; or to several, which sort and limit for
 * themselves, while what concerns all of them together stays here.
 *
 * <pre>
 * {sort: s, skip: 10, limit: 5}      shards: {sort: s, limit: 15}      here: merge by s, skip 10, limit 5
 * </pre>
 */
final class FindCommand {
    private static final Set<String> REMADE_FIELDS =
            Set.of("skip", "limit", "batchSize", "singleBatch", "allowPartialResults");

    private final RouterAccess router;
    private final Forwarding forwarding;

    private FindCommand(RouterAccess router) {
        this.router = router;
        forwarding = new Forwarding(router);
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("find", "Gives the documents that a filter selects.")
                .fields(SharedFields.FIND)
                .abilities(Ability.READS, Ability.IN_TRANSACTION, Ability.READ_CONCERN, Ability.EXPLAINABLE)
                .handledBy(new FindCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        if (CommandNames.isCounters(namespace)) {
            return counters(request);
        }
        if (CommandNames.isUnrouted(namespace.database())) {
            return forwarding.cursorOf(router.shards().configShard(), request, null);
        }
        return router.calls().run(namespace, routing -> routed(request, routing));
    }

    private CompletableFuture<BsonDocument> routed(CommandRequest request, Optional<CollectionRouting> routing) {
        if (routing.isEmpty()) {
            return forwarding.cursorOf(router.shards().configShard(), request, ExpectedVersion.noCollection());
        }
        CollectionRouting found = routing.get();
        if (found.view()) {
            return AggregateCommand.runOnView(router, request);
        }
        BsonDocument filter = Arguments.of(request).documentOrEmpty("filter");
        Collation collation = QueryContexts.collation(request, found.collation());
        String only = ShardTargeter.onlyShard(found, filter, collation);
        if (only != null) {
            return forwarding.cursorOf(only, request, found.version());
        }
        QueryContext context = QueryContexts.of(request, router.environment(), collation);
        List<String> targets = ShardTargeter.shardsFor(found, filter, context);
        return targets.size() == 1
                ? forwarding.cursorOf(targets.get(0), request, found.version())
                : merged(request, found, targets, context);
    }

    private CompletableFuture<BsonDocument> merged(
            CommandRequest request, CollectionRouting routing, List<String> targets, QueryContext context) {
        FindShape shape = FindShape.of(request);
        if (shape.projectsHere() && Arguments.of(request).bool("showRecordId", false)) {
            throw new CommandException(
                    ErrorCode.COMMAND_NOT_SUPPORTED,
                    "showRecordId with a projection that leaves out what documents of several shards are sorted by is not"
                            + " supported");
        }
        Projection projection = shape.projectsHere()
                ? Projection.parse(shape.projection(), Filter.parse(shape.filter(), context), context)
                : null;
        MergePlan plan = new MergePlan(shape.mergeSort(context.order()), shape.skip(), shape.limit(), projection);
        ShardRequest forShards = ShardRequest.of(
                        request.database(), forShards(request, shape), routing.version(), request.deadlineNanos())
                .endingWith(request.interruption());
        boolean allowPartial = Arguments.of(request).bool("allowPartialResults", false);
        return ShardScans.open(router.shards(), targets, forShards, allowPartial)
                .thenCompose(opened -> {
                    BatchSource source =
                            new MergeCursor(router.shards(), opened.cursors(), ClientSession.of(request), plan);
                    CompletableFuture<BsonDocument> reply = router.cursors()
                            .open(request, shape.cursor(routing.namespace().toString()), source);
                    return opened.partial() ? reply.thenApply(FindCommand::markedPartial) : reply;
                });
    }

    private static BsonDocument markedPartial(BsonDocument reply) {
        reply.getDocument("cursor").append("partialResultsReturned", BsonBoolean.TRUE);
        return reply;
    }

    private static RawDocument forShards(CommandRequest request, FindShape shape) {
        Set<String> leftOut = new HashSet<>(REMADE_FIELDS);
        if (shape.projectsHere()) {
            leftOut.add("projection");
        }
        BsonOutput body = ForwardedBody.of(request.body(), leftOut);
        if (shape.limit() > 0) {
            body.appendInt64("limit", sum(shape.limit(), shape.skip()));
        }
        long batchSize = shape.batchSize() == 0 ? 0 : sum(shape.batchSize(), shape.skip());
        body.appendInt64("batchSize", Math.min(batchSize, Integer.MAX_VALUE));
        if (shape.endsWithFirstBatch()) {
            body.appendBoolean("singleBatch", true);
        }
        return body.finish();
    }

    /** The sum, or the largest number there is. */
    private static long sum(long left, long right) {
        return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
    }

    /** The shown rows are few: they are filtered, sorted and cut here. */
    private CompletableFuture<BsonDocument> counters(CommandRequest request) {
        FindShape shape = FindShape.of(request);
        QueryContext context = QueryContexts.of(request, router.environment());
        Filter filter = Filter.parse(shape.filter(), context);
        @Nullable SortPattern sort = shape.mergeSort(context.order());
        Projection projection = Projection.parse(shape.projection(), filter, context);
        return router.counterRows().read(shape.filter()).thenCompose(rows -> {
            List<BsonDocument> selected = new ArrayList<>();
            rows.stream().filter(filter::matches).forEach(selected::add);
            if (sort != null) {
                selected.sort(sort.comparator());
            }
            List<BsonDocument> shown = selected.stream()
                    .skip(shape.skip())
                    .limit(shape.limit() == 0 ? Long.MAX_VALUE : shape.limit())
                    .map(projection::apply)
                    .toList();
            return router.cursors().open(request, shape.cursor(Namespace.COUNTERS.toString()), BatchSource.of(shown));
        });
    }

    /**
     * What of a find concerns the merged result.
     *
     * @param limit 0 for all
     * @param batchSize most documents of the first batch
     * @param singleBatch whether the result ends with the first batch
     */
    record FindShape(
            BsonDocument filter,
            BsonDocument sort,
            BsonDocument projection,
            long skip,
            long limit,
            long batchSize,
            boolean singleBatch,
            boolean noTimeout) {
        static FindShape of(CommandRequest request) {
            Arguments arguments = Arguments.of(request);
            return new FindShape(
                    arguments.documentOrEmpty("filter"),
                    arguments.documentOrEmpty("sort"),
                    arguments.documentOrEmpty("projection"),
                    arguments.count("skip", 0),
                    arguments.count("limit", 0),
                    arguments.count("batchSize", Limits.CURSOR_FIRST_BATCH_COUNT),
                    arguments.bool("singleBatch", false),
                    arguments.bool("noCursorTimeout", false));
        }

        /** The order to merge by; null when any will do. */
        @Nullable
        SortPattern mergeSort(ValueOrder order) {
            return sort.isEmpty() || sort.containsKey("$natural") ? null : SortPattern.parse(sort, order);
        }

        /** Whether shards must give whole documents, because the projection would drop what the order is merged by. */
        boolean projectsHere() {
            SortPattern order = mergeSort(BinaryOrder.INSTANCE);
            return order != null && !projection.isEmpty() && !ProjectionReach.keeps(projection, order);
        }

        /** Whether no shard has to keep anything: all that can be wanted is in their first batches. */
        boolean endsWithFirstBatch() {
            return singleBatch && skip == 0 && limit > 0 && limit <= batchSize;
        }

        CursorRequest cursor(String namespace) {
            return new CursorRequest(namespace, (int) Math.min(batchSize, Integer.MAX_VALUE), singleBatch, noTimeout);
        }
    }
}
