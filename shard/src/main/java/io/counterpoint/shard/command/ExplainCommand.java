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
                .abilities(Ability.READS, Ability.READ_CONCERN, Ability.EXPLAINS)
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
                yield explain(inner, find.namespace(), level, find::plan, projection(inner));
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
                        collection -> CountCommands.countRequest(inner, collection, filter),
                        OuterStage.NONE);
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
                                .withDistinct(path),
                        OuterStage.NONE);
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
                                .withLimit(1),
                        write(fields.bool("remove", false)));
            }
            default -> throw new IllegalStateException("not explainable: " + inner.name());
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
        boolean update = inner.name().equals("update");
        String statements = update ? "updates" : "deletes";
        List<RawDocument> sent = inner.documents(statements);
        if (sent.size() != 1) {
            throw new CommandException(ErrorCode.INVALID_LENGTH, "explained write batches must be of size 1");
        }
        Arguments statement = new Arguments(inner.name(), sent.get(0));
        QueryContext context = QueryArguments.ofStatement(
                QueryArguments.context(inner, shard, QueryArguments.namespace(inner)), statement);
        Filter filter = Filter.parse(statement.requiredDocument("q"), context);
        boolean one = update
                ? !statement.bool("multi", false)
                : statement.number("limit").orElse(0) == 1;
        return explain(
                inner,
                QueryArguments.namespace(inner),
                level,
                collection -> PlanRequest.of(collection, filter)
                        .withHint(statement.value("hint"))
                        .withLimit(one ? 1 : 0),
                write(!update));
    }

    /** What is done with the documents that a plan finds: the outermost stage of what is shown. */
    private interface OuterStage {
        OuterStage NONE = (plan, found) -> plan;

        /**
         * Puts the stage around a plan.
         *
         * @param found how many documents the plan found; null when it did not run
         */
        BsonDocument around(BsonDocument plan, @Nullable Long found);
    }

    /** A write stops by itself after its one document: the limit is a part of it. */
    private static OuterStage write(boolean delete) {
        return (plan, found) -> {
            BsonDocument stage = stage(delete ? "DELETE" : "UPDATE");
            if (found != null) {
                stage.append("nReturned", new BsonInt64(0));
                stage.append(delete ? "nWouldDelete" : "nMatched", new BsonInt64(found));
            }
            boolean limited = plan.getString("stage").getValue().equals("LIMIT");
            return stage.append("inputStage", limited ? plan.get("inputStage") : plan);
        };
    }

    private static OuterStage projection(CommandRequest find) {
        BsonDocument fields = Arguments.of(find).documentOrEmpty("projection");
        if (fields.isEmpty()) {
            return OuterStage.NONE;
        }
        boolean simple = fields.entrySet().stream()
                .allMatch(field -> field.getKey().indexOf('.') < 0
                        && (field.getValue().isNumber() || field.getValue().isBoolean()));
        return (plan, found) -> {
            BsonDocument stage = stage(simple ? "PROJECTION_SIMPLE" : "PROJECTION_DEFAULT");
            if (found != null) {
                stage.append("nReturned", new BsonInt64(found));
            }
            return stage.append("transformBy", fields).append("inputStage", plan);
        };
    }

    private interface RequestMaker {
        PlanRequest of(CollectionDescription collection);
    }

    private interface PlanMaker {
        Plan of(CollectionDescription collection);
    }

    private CompletableFuture<BsonDocument> explain(
            CommandRequest request, Namespace namespace, String level, RequestMaker wanted, OuterStage outer) {
        return Reading.read(shard, request, namespace, moment -> {
            CollectionDescription collection = Reading.collection(moment.catalog(), namespace, request);
            if (collection == null) {
                return reply(request, namespace, level, new Explained(null, List.of(), outer), moment.data());
            }
            PlanRequest planned = wanted.of(collection);
            if (planned.use().countOnly() && planned.isWholeCollection()) {
                long count = RecordCounts.read(moment.data(), collection.id()).orElse(0);
                return fastCount(request, namespace, level, count);
            }
            Plan plan = Planner.plan(planned);
            return reply(
                    request, namespace, level, new Explained(plan, Planner.rejected(planned), outer), moment.data());
        });
    }

    private CompletableFuture<BsonDocument> explainPlan(
            CommandRequest request, Namespace namespace, String level, PlanMaker maker) {
        return Reading.read(shard, request, namespace, moment -> {
            CollectionDescription collection = Reading.collection(moment.catalog(), namespace, request);
            Plan plan = collection == null ? null : maker.of(collection);
            return reply(request, namespace, level, new Explained(plan, List.of(), OuterStage.NONE), moment.data());
        });
    }

    /**
     * What is to be shown.
     *
     * @param plan null when the collection is not there
     */
    private record Explained(@Nullable Plan plan, List<Plan> rejected, OuterStage outer) {}

    private BsonDocument reply(
            CommandRequest request, Namespace namespace, String level, Explained explained, StoreView view) {
        Plan plan = explained.plan;
        BsonDocument winning = plan == null ? stage("EOF") : explained.outer.around(plan.explain(), null);
        BsonArray rejected = new BsonArray();
        explained.rejected.forEach(other -> rejected.add(explained.outer.around(other.explain(), null)));
        BsonDocument reply = new BsonDocument("explainVersion", new BsonString("1"))
                .append(
                        "queryPlanner",
                        planner(namespace, plan == null ? Collation.SIMPLE : plan.collation(), winning, rejected));
        if (!level.equals("queryPlanner")) {
            BsonDocument stats =
                    plan == null ? stats(0, 0, 0, 0, stage("EOF")) : run(plan, explained.outer, view, request);
            if (level.equals("allPlansExecution")) {
                // Plans are compared by what they would cost, not by a trial: only the winner runs.
                stats.append("allPlansExecution", new BsonArray());
            }
            reply.append("executionStats", stats);
        }
        return finished(request, reply);
    }

    /** A count that is read, not made. */
    private BsonDocument fastCount(CommandRequest request, Namespace namespace, String level, long count) {
        BsonDocument reply = new BsonDocument("explainVersion", new BsonString("1"))
                .append("queryPlanner", planner(namespace, Collation.SIMPLE, stage(FAST_COUNT), new BsonArray()));
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
            Namespace namespace, Collation collation, BsonDocument winning, BsonArray rejected) {
        BsonDocument planner = new BsonDocument("namespace", new BsonString(namespace.toString()))
                .append("indexFilterSet", BsonBoolean.FALSE);
        if (!collation.isSimple()) {
            planner.append("collation", collation.toDocument());
        }
        return planner.append("winningPlan", winning).append("rejectedPlans", rejected);
    }

    private BsonDocument run(Plan plan, OuterStage outer, StoreView view, CommandRequest request) {
        long started = shard.environment().clock().nanos();
        try (PlanRunner runner =
                new PlanRunner(plan, view, Reading.guard(request, shard), QueryArguments.memory(request, shard))) {
            long returned = 0;
            while (runner.next()) {
                returned++;
            }
            long millis = (shard.environment().clock().nanos() - started) / 1_000_000;
            BsonDocument stages = outer.around(runner.explainExecution(), returned);
            // Counts and writes give out no documents.
            boolean givesOut = !plan.countOnly()
                    && !stages.getString("stage").getValue().equals("UPDATE")
                    && !stages.getString("stage").getValue().equals("DELETE");
            return stats(givesOut ? returned : 0, millis, runner.keysExamined(), runner.docsExamined(), stages);
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
