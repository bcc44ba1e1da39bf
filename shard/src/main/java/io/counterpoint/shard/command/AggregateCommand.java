package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.aggregate.PipelineDoor;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.catalog.ResolvedView;
import io.counterpoint.shard.plan.TimedGuard;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.Door;
import io.counterpoint.wire.command.RequestErrors;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.view.ReadOnView;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code aggregate}: runs a pipeline. */
final class AggregateCommand {
    /** What {@code aggregate: 1} is called in namespaces. */
    private static final String NO_COLLECTION = "$cmd.aggregate";

    private final ShardAccess shard;

    private AggregateCommand(ShardAccess shard) {
        this.shard = shard;
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("aggregate", "Runs a pipeline over a collection.")
                .fields(SharedFields.AGGREGATE)
                .abilities(
                        Ability.READS,
                        Ability.WRITES,
                        Ability.IN_TRANSACTION,
                        Ability.READ_CONCERN,
                        Ability.EXPLAINABLE)
                .writesWhen(request -> request.value("pipeline") instanceof BsonArray stages && Pipeline.writes(stages))
                .handledBy(new AggregateCommand(shard)::run);
    }

    /** Runs a read of a view, put as an aggregate. */
    static CompletableFuture<BsonDocument> runOnView(ShardAccess shard, CommandRequest request) {
        return new AggregateCommand(shard).run(ReadOnView.asAggregate(request));
    }

    /**
     * A parsed aggregate.
     *
     * @param namespace what is read: for a view the collection below, with the view's stages before those that were
     *     sent; its collection is empty for {@code aggregate: 1}
     */
    record Aggregate(
            Namespace namespace,
            Pipeline pipeline,
            QueryContext context,
            @Nullable BsonValue hint) {
        boolean hasCollection() {
            return !namespace.collection().isEmpty();
        }
    }

    /** Parses the arguments of an aggregate. */
    static Aggregate parse(CommandRequest request, ShardAccess shard) {
        Arguments arguments = Arguments.of(request);
        QueryArguments.checkReadConcern(request);
        BsonArray stages = arguments.array("pipeline");
        if (stages == null) {
            throw RequestErrors.missing("aggregate.pipeline");
        }
        boolean named = request.argument() instanceof BsonString;
        Namespace namespace = named ? QueryArguments.namespace(request) : new Namespace(request.database(), "");
        QueryContext context = QueryArguments.context(request, shard, namespace);
        PipelineDoor door = request.connection().door() == Door.ROUTER ? PipelineDoor.ROUTER : PipelineDoor.CLIENT;
        Pipeline pipeline = Pipeline.parse(stages, door, context);
        if (request.apiStrict()) {
            pipeline.checkStable();
        }
        if (pipeline.writes() && "linearizable".equals(request.readConcernLevel())) {
            throw RequestErrors.readConcernNotSupported(
                    "aggregate",
                    "linearizable",
                    stages.get(stages.size() - 1).asDocument().getFirstKey()
                            + " cannot be used with a 'linearizable' read concern level");
        }
        pipeline.checkNamespace(namespace.database(), namespace.collection());
        if (request.inTransaction()) {
            pipeline.checkTransaction();
        }
        ResolvedView view = named ? Reading.view(shard, request, namespace) : null;
        if (view != null) {
            QueryArguments.checkViewCollation(context, QueryArguments.collationOf(shard, namespace));
            namespace = view.namespace();
            pipeline = Pipeline.parse(view.with(stages), door, context);
        }
        return new Aggregate(namespace, pipeline.optimized(), context, arguments.value("hint"));
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        if (arguments.bool("explain", false)) {
            return ExplainCommand.explainAggregate(shard, request, "queryPlanner");
        }
        if (!arguments.has("cursor")) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE,
                    "The 'cursor' option is required, except for aggregate with the explain argument");
        }
        Aggregate aggregate = parse(request, shard);
        // A view's cursor goes by the name that was asked for.
        String cursorNamespace = aggregate.hasCollection()
                ? QueryArguments.namespace(request).toString()
                : request.database() + "." + NO_COLLECTION;
        if (request.inTransaction()) {
            return Reading.openInTransaction(
                    shard,
                    request,
                    aggregate.namespace,
                    ListArguments.cursor(request, cursorNamespace),
                    moment -> documents(aggregate, moment, request));
        }
        CurrentCatalog.View view = Reading.view(shard, request);
        try {
            ResultSource.Documents documents =
                    documents(aggregate, new Reading.Moment(view.catalog(), view.snapshot()), request);
            return shard.cursors()
                    .open(
                            request,
                            ListArguments.cursor(request, cursorNamespace),
                            new ResultSource(
                                    documents, view, shard.environment().workers()));
        } catch (RuntimeException failure) {
            view.snapshot().close();
            throw failure;
        }
    }

    private ResultSource.Documents documents(Aggregate aggregate, Reading.Moment moment, CommandRequest request) {
        CollectionDescription collection = Reading.collection(moment.catalog(), aggregate.namespace, request);
        TimedGuard guard = Reading.guard(request, shard);
        StageMemory memory = QueryArguments.memory(request, shard);
        ShardPipelineEnvironment environment = new ShardPipelineEnvironment(
                shard, moment.catalog(), moment.data(), guard, memory, ValidationBypass.isAskedFor(request));
        StageContext context = new StageContext(
                aggregate.namespace.database(),
                aggregate.namespace.collection(),
                aggregate.context,
                environment,
                memory);
        return new ResultSource.Documents() {
            private @Nullable DocumentIterator flow;

            @Override
            public @Nullable BsonDocument next() {
                DocumentIterator open = flow;
                if (open == null) {
                    // Opened here and not before: the first stages may already read, which belongs on the worker pool.
                    open = new PipelineReading(collection, moment.data(), guard, aggregate.context)
                            .run(aggregate.pipeline, context, aggregate.hint);
                    flow = open;
                }
                return open.hasNext() ? open.next() : null;
            }

            @Override
            public TimedGuard guard() {
                return guard;
            }

            @Override
            public void close() {
                if (flow != null) {
                    flow.close();
                }
            }
        };
    }
}
