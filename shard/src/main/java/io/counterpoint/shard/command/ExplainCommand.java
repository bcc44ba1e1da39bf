package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.index.RecordCounts;
import io.counterpoint.shard.plan.Plan;
import io.counterpoint.shard.plan.PlanRequest;
import io.counterpoint.shard.plan.PlanRunner;
import io.counterpoint.shard.plan.Planner;
import io.counterpoint.shard.storage.StoreView;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.view.ReadOnView;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code explain}: shows the plan of a command, made by the planner that runs it, and what a run of it counts. */
final class ExplainCommand {
    private static final List<String> VERBOSITIES = List.of("queryPlanner", "executionStats", "allPlansExecution");

    private static final String FAST_COUNT = "RECORD_STORE_FAST_COUNT";

    private final ShardAccess shard;

    private ExplainCommand(ShardAccess shard) {
        this.shard = shard;
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("explain", "Shows how a command finds its documents.")
                .fields("verbosity")
                .abilities(Ability.READS, Ability.READ_CONCERN)
                .handledBy(new ExplainCommand(shard)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        String verbosity = arguments.string("verbosity");
        String level = verbosity == null ? "allPlansExecution" : verbosity;
        if (!VERBOSITIES.contains(level)) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE,
                    "verbosity string must be one of {'queryPlanner', 'executionStats', 'allPlansExecution'}");
        }
        RawDocument explained = BsonBytes.raw(arguments.requiredDocument(request.name()));
        CommandRequest inner = onView(request.withBody(explained));
        return switch (inner.name()) {
            case "find" -> {
                FindCommand.Find find = FindCommand.parse(inner, shard);
                yield explain(inner, find.namespace(), level, find::plan);
            }
            case "aggregate" -> explainAggregate(shard, inner, level);
            case "count" -> {
                Arguments fields = Arguments.of(inner);
                Filter filter = Filter.parse(
                        fields.documentOrEmpty("query"),
                        QueryArguments.context(inner, shard, QueryArguments.namespace(inner)));
                yield explain(
                        inner,
                        QueryArguments.namespace(inner),
                        level,
                        collection -> CountCommands.countRequest(inner, collection, filter));
            }
            case "distinct" -> {
                Arguments fields = Arguments.of(inner);
                Filter filter = Filter.parse(fields.documentOrEmpty("query"), QueryArguments.context(inner, shard));
                FieldPath path = FieldPath.parse(fields.requiredString("key"));
                yield explain(
                        inner,
                        QueryArguments.namespace(inner),
                        level,
                        collection -> PlanRequest.of(collection, filter)
                                .withHint(fields.value("hint"))
                                .withDistinct(path));
            }
            case "update", "delete" -> explainWrite(inner, level);
            case "findAndModify", "findandmodify" -> {
                Arguments fields = Arguments.of(inner);
                Filter filter = Filter.parse(
                        fields.documentOrEmpty("query"),
                        QueryArguments.context(inner, shard, QueryArguments.namespace(inner)));
                yield explain(
                        inner,
                        QueryArguments.namespace(inner),
                        level,
                        collection -> PlanRequest.of(collection, filter)
                                .withSort(fields.documentOrEmpty("sort"))
                                .withHint(fields.value("hint"))
                                .withLimit(1));
            }
            default ->
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_FOUND, "Explain failed due to unknown command: " + inner.name());
        };
    }

    /** A read of a view is explained as the aggregate it comes to. */
    private CommandRequest onView(CommandRequest inner) {
        boolean view = inner.body().get(inner.name()) instanceof BsonString
                && Reading.view(shard, inner, QueryArguments.namespace(inner)) != null;
        return view ? ReadOnView.asAggregate(inner) : inner;
    }

    /** The plan of the reading that an aggregate begins with. */
    static CompletableFuture<BsonDocument> explainAggregate(ShardAccess shard, CommandRequest request, String level) {
        AggregateCommand.Aggregate aggregate = AggregateCommand.parse(request, shard);
        return new ExplainCommand(shard)
                .explainPlan(
                        request,
                        aggregate.namespace(),
                        level,
                        collection -> PipelineReading.plan(
                                collection, aggregate.pipeline().prefix(), aggregate.context(), aggregate.hint()));
    }

    private CompletableFuture<BsonDocument> explainWrite(CommandRequest inner, String level) {
        String statements = inner.name().equals("update") ? "updates" : "deletes";
        List<RawDocument> sent = inner.documents(statements);
        if (sent.size() != 1) {
            throw new CommandException(ErrorCode.INVALID_LENGTH, "explained write batches must be of size 1");
        }
        Arguments statement = new Arguments(inner.name(), sent.get(0));
        QueryContext context = QueryArguments.ofStatement(
                QueryArguments.context(inner, shard, QueryArguments.namespace(inner)), statement);
        Filter filter = Filter.parse(statement.requiredDocument("q"), context);
        return explain(
                inner,
                QueryArguments.namespace(inner),
                level,
                collection -> PlanRequest.of(collection, filter).withHint(statement.value("hint")));
    }

    private interface RequestMaker {
        PlanRequest of(CollectionDescription collection);
    }

    private interface PlanMaker {
        Plan of(CollectionDescription collection);
    }

    private CompletableFuture<BsonDocument> explain(
            CommandRequest request, Namespace namespace, String level, RequestMaker wanted) {
        return Reading.read(shard, request, namespace, moment -> {
            CollectionDescription collection = Reading.collection(moment.catalog(), namespace, request);
            if (collection == null) {
                return reply(request, namespace, level, null, List.of(), moment.data());
            }
            PlanRequest planned = wanted.of(collection);
            if (planned.use().countOnly() && planned.isWholeCollection()) {
                long count = RecordCounts.read(moment.data(), collection.id()).orElse(0);
                return fastCount(request, namespace, level, count);
            }
            Plan plan = Planner.plan(planned);
            return reply(request, namespace, level, plan, Planner.rejected(planned), moment.data());
        });
    }

    private CompletableFuture<BsonDocument> explainPlan(
            CommandRequest request, Namespace namespace, String level, PlanMaker maker) {
        return Reading.read(shard, request, namespace, moment -> {
            CollectionDescription collection = Reading.collection(moment.catalog(), namespace, request);
            Plan plan = collection == null ? null : maker.of(collection);
            return reply(request, namespace, level, plan, List.of(), moment.data());
        });
    }

    private BsonDocument reply(
            CommandRequest request,
            Namespace namespace,
            String level,
            @Nullable Plan plan,
            List<Plan> rejected,
            StoreView view) {
        BsonDocument winning = plan == null ? stage("EOF") : plan.explain();
        BsonDocument reply = new BsonDocument("explainVersion", new BsonString("1"))
                .append(
                        "queryPlanner",
                        planner(namespace, plan == null ? Collation.SIMPLE : plan.collation(), winning, rejected));
        if (!level.equals("queryPlanner")) {
            reply.append("executionStats", plan == null ? stats(0, 0, 0, 0, stage("EOF")) : run(plan, view, request));
            if (level.equals("allPlansExecution")) {
                // Plans are compared by what they would cost, not by a trial: only the winner runs.
                reply.getDocument("executionStats").append("allPlansExecution", new BsonArray());
            }
        }
        return finished(request, reply);
    }

    /** A count that is read, not made. */
    private BsonDocument fastCount(CommandRequest request, Namespace namespace, String level, long count) {
        BsonDocument reply = new BsonDocument("explainVersion", new BsonString("1"))
                .append("queryPlanner", planner(namespace, Collation.SIMPLE, stage(FAST_COUNT), List.of()));
        if (!level.equals("queryPlanner")) {
            reply.append(
                    "executionStats", stats(0, 0, 0, 0, stage(FAST_COUNT).append("nCounted", new BsonInt64(count))));
        }
        return finished(request, reply);
    }

    private BsonDocument finished(CommandRequest request, BsonDocument reply) {
        return reply.append("command", request.body())
                .append(
                        "serverInfo",
                        new BsonDocument("host", new BsonString(shard.address()))
                                .append("version", new BsonString("8.0.0")));
    }

    private static BsonDocument stage(String name) {
        return new BsonDocument("stage", new BsonString(name));
    }

    private static BsonDocument planner(
            Namespace namespace, Collation collation, BsonDocument winning, List<Plan> rejected) {
        BsonArray others = new BsonArray();
        rejected.forEach(plan -> others.add(plan.explain()));
        BsonDocument planner = new BsonDocument("namespace", new BsonString(namespace.toString()))
                .append("indexFilterSet", BsonBoolean.FALSE);
        if (!collation.isSimple()) {
            planner.append("collation", collation.toDocument());
        }
        return planner.append("winningPlan", winning).append("rejectedPlans", others);
    }

    private BsonDocument run(Plan plan, StoreView view, CommandRequest request) {
        long started = shard.environment().clock().nanos();
        try (PlanRunner runner = new PlanRunner(plan, view, Reading.guard(request, shard))) {
            long returned = 0;
            while (runner.next()) {
                returned++;
            }
            long millis = (shard.environment().clock().nanos() - started) / 1_000_000;
            // A count gives out no documents.
            return stats(
                    plan.countOnly() ? 0 : returned,
                    millis,
                    runner.keysExamined(),
                    runner.docsExamined(),
                    runner.explainExecution());
        }
    }

    private static BsonDocument stats(long returned, long millis, long keys, long documents, BsonValue stages) {
        return new BsonDocument("executionSuccess", BsonBoolean.TRUE)
                .append("nReturned", new BsonInt64(returned))
                .append("executionTimeMillis", new BsonInt32((int) millis))
                .append("totalKeysExamined", new BsonInt64(keys))
                .append("totalDocsExamined", new BsonInt64(documents))
                .append("executionStages", stages);
    }
}
