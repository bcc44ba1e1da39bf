package io.counterpoint.router.command;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.aggregate.SplitPipeline;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.routing.ShardTargeter;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.write.WriteStatement;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code explain}: which shards a command goes to, by the same decision that sends it there, and how each of them finds
 * its documents.
 */
final class ExplainCommand {
    private static final Set<String> WRITES = Set.of("update", "delete", "findAndModify", "findandmodify");

    private static final Set<String> READS = Set.of("find", "count", "distinct", "aggregate");

    private final RouterAccess router;
    private final ViewResolver views;

    ExplainCommand(RouterAccess router) {
        this.router = router;
        views = new ViewResolver(router);
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("explain", "Shows how a command finds its documents.")
                .fields("verbosity")
                .abilities(Ability.READS, Ability.READ_CONCERN, Ability.EXPLAINS)
                .handledBy(new ExplainCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        RawDocument inner = BsonBytes.raw(Arguments.of(request).requiredDocument("explain"));
        RawDocument body = ForwardedBody.of(request.body());
        return explain(request, request.withBody(inner), body);
    }

    /** {@code aggregate} with {@code explain: true}. */
    CompletableFuture<BsonDocument> explainAggregate(CommandRequest request) {
        RawDocument inner = ForwardedBody.of(request.body(), Set.of("explain")).finish();
        RawDocument body =
                BsonBytes.raw(new BsonDocument("explain", inner).append("verbosity", new BsonString("queryPlanner")));
        return explain(request, request.withBody(inner), body);
    }

    private CompletableFuture<BsonDocument> explain(CommandRequest request, CommandRequest inner, RawDocument body) {
        if (!(inner.body().get(inner.name()) instanceof BsonString)) {
            return toOne(router.shards().configShard(), request, body, null);
        }
        Namespace namespace = CommandNames.namespace(inner);
        if (CommandNames.isUnrouted(namespace.database())) {
            return toOne(router.shards().configShard(), request, body, null);
        }
        return router.calls().run(namespace, found -> {
            if (found.isEmpty()) {
                return toOne(router.shards().configShard(), request, body, ExpectedVersion.noCollection());
            }
            if (found.get().view() && READS.contains(inner.name())) {
                return views.resolve(found.get(), request.deadlineNanos()).thenCompose(view -> {
                    CommandRequest over = view.with(inner);
                    return explain(request, over, withExplained(body, over.body()));
                });
            }
            QueryContext context = context(inner, found.get());
            List<String> targets = ShardTargeter.shardsFor(found.get(), filter(inner, context), context);
            ShardRequest each = ShardRequest.of(
                            request.database(), body, found.get().version(), request.deadlineNanos())
                    .endingWith(request.interruption());
            return Gathered.all(router.shards().sendEach(targets, shard -> each))
                    .thenApply(replies -> {
                        replies.forEach(ShardReplies::demandOk);
                        return inner.name().equals("aggregate")
                                ? pipelineReply(inner, targets, replies, context)
                                : reply(inner, targets, replies);
                    });
        });
    }

    /** An explain of another command, its other fields as they are. */
    private static RawDocument withExplained(RawDocument explain, RawDocument inner) {
        BsonDocument changed = new BsonDocument();
        changed.putAll(explain);
        changed.put("explain", inner);
        return BsonBytes.raw(changed);
    }

    private CompletableFuture<BsonDocument> toOne(
            String shard, CommandRequest request, RawDocument body, @Nullable ExpectedVersion version) {
        return router.shards()
                .send(shard, ShardRequest.of(request.database(), body, version, request.deadlineNanos()))
                .thenApply(ShardReplies::demandOk);
    }

    private QueryContext context(CommandRequest inner, CollectionRouting routing) {
        QueryContext context = QueryContexts.of(inner, router.environment(), routing.collation());
        return switch (inner.name()) {
            case "update", "delete" -> {
                List<RawDocument> statements = inner.documents(inner.name() + "s");
                yield statements.isEmpty()
                        ? context
                        : new WriteStatement(0, statements.get(0)).context(context, routing);
            }
            default -> context;
        };
    }

    private static BsonDocument filter(CommandRequest inner, QueryContext context) {
        Arguments arguments = Arguments.of(inner);
        return switch (inner.name()) {
            case "find" -> arguments.documentOrEmpty("filter");
            case "update" -> statementFilter(inner.documents("updates"));
            case "delete" -> statementFilter(inner.documents("deletes"));
            case "aggregate" -> {
                Filter leading = Pipeline.parse(AggregateCommand.stages(arguments), context)
                        .prefix()
                        .filter();
                yield leading == null ? new BsonDocument() : leading.source();
            }
            default -> arguments.documentOrEmpty("query");
        };
    }

    private static BsonDocument statementFilter(List<RawDocument> statements) {
        return statements.isEmpty() ? new BsonDocument() : statements.get(0).getDocument("q", new BsonDocument());
    }

    private BsonDocument reply(CommandRequest inner, List<String> targets, List<RawDocument> replies) {
        String stage = stage(inner, targets.size());
        BsonArray plans = new BsonArray();
        BsonArray executions = new BsonArray();
        for (int i = 0; i < targets.size(); i++) {
            plans.add(shardPlan(targets.get(i), replies.get(i)));
            if (replies.get(i).get("executionStats") instanceof BsonDocument stats) {
                executions.add(named(targets.get(i), stats));
            }
        }
        BsonDocument winning = new BsonDocument("stage", new BsonString(stage)).append("shards", plans);
        BsonDocument reply = new BsonDocument(
                "queryPlanner", new BsonDocument("winningPlan", winning).append("rejectedPlans", new BsonArray()));
        if (!executions.isEmpty()) {
            reply.append("executionStats", executionStats(stage, executions));
        }
        return reply.append("serverInfo", new BsonDocument("host", new BsonString(router.address())))
                .append("command", inner.body());
    }

    private static String stage(CommandRequest inner, int shardCount) {
        if (WRITES.contains(inner.name())) {
            return "SHARD_WRITE";
        }
        if (shardCount == 1) {
            return "SINGLE_SHARD";
        }
        return Arguments.of(inner).documentOrEmpty("sort").isEmpty() ? "SHARD_MERGE" : "SHARD_MERGE_SORT";
    }

    private static BsonDocument named(String shard, BsonDocument document) {
        BsonDocument named = new BsonDocument("shardName", new BsonString(shard));
        named.putAll(document);
        return named;
    }

    private static BsonDocument shardPlan(String shard, RawDocument reply) {
        BsonDocument plan = named(shard, reply.getDocument("queryPlanner", new BsonDocument()));
        BsonValue server = reply.get("serverInfo");
        if (server instanceof BsonDocument info) {
            plan.append("connectionString", info.get("host", new BsonString(shard)));
            plan.append("serverInfo", info);
        }
        return plan;
    }

    private static BsonDocument executionStats(String stage, BsonArray executions) {
        return new BsonDocument("nReturned", new BsonInt64(sum(executions, "nReturned")))
                .append("executionTimeMillis", new BsonInt32((int) sum(executions, "executionTimeMillis")))
                .append("totalKeysExamined", new BsonInt64(sum(executions, "totalKeysExamined")))
                .append("totalDocsExamined", new BsonInt64(sum(executions, "totalDocsExamined")))
                .append(
                        "executionStages",
                        new BsonDocument("stage", new BsonString(stage)).append("shards", executions));
    }

    private static long sum(BsonArray executions, String field) {
        long sum = 0;
        for (BsonValue execution : executions) {
            BsonValue value = execution.asDocument().get(field);
            sum += value != null && value.isNumber() ? value.asNumber().longValue() : 0;
        }
        return sum;
    }

    private static BsonDocument pipelineReply(
            CommandRequest inner, List<String> targets, List<RawDocument> replies, QueryContext context) {
        Pipeline pipeline = Pipeline.parse(AggregateCommand.stages(Arguments.of(inner)), context)
                .optimized();
        boolean whole = targets.size() == 1 && !PipelineReach.needsRouter(pipeline.toBson());
        BsonDocument reply = new BsonDocument("mergeType", new BsonString(whole ? "none" : "router"));
        if (!whole) {
            SplitPipeline split = pipeline.split();
            reply.append(
                    "splitPipeline",
                    new BsonDocument("shardsPart", new BsonArray(split.shardStages()))
                            .append("mergerPart", new BsonArray(new ArrayList<>(split.mergeStages()))));
        }
        BsonDocument shards = new BsonDocument();
        for (int i = 0; i < targets.size(); i++) {
            BsonDocument shard = new BsonDocument();
            replies.get(i).forEach((field, value) -> {
                if (!field.equals("ok") && !field.equals("command")) {
                    shard.put(field, value);
                }
            });
            shards.append(targets.get(i), shard);
        }
        return reply.append("shards", shards).append("command", inner.body());
    }
}
