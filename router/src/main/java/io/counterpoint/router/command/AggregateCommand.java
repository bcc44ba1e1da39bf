package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.merge.PulledDocuments;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.cursor.BatchSource;
import io.counterpoint.wire.cursor.CursorRequest;
import io.counterpoint.wire.view.ReadOnView;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code aggregate}: pushes what it can down to the shards and runs the rest here. */
final class AggregateCommand {
    /** What {@code aggregate: 1} is called in namespaces. */
    private static final String NO_COLLECTION = "$cmd.aggregate";

    private static final Set<String> FORWARDED_FIELDS =
            Set.of("allowDiskUse", "bypassDocumentValidation", "collation", "hint", "let", "readConcern", "comment");

    private final RouterAccess router;
    private final PipelineFlows flows;

    private AggregateCommand(RouterAccess router) {
        this.router = router;
        flows = new PipelineFlows(router);
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("aggregate", "Runs a pipeline over a collection.")
                .fields(SharedFields.AGGREGATE)
                .abilities(
                        Ability.READS,
                        Ability.WRITES,
                        Ability.IN_TRANSACTION,
                        Ability.READ_CONCERN,
                        Ability.EXPLAINABLE)
                .writesWhen(request -> request.value("pipeline") instanceof BsonArray stages && Pipeline.writes(stages))
                .handledBy(new AggregateCommand(router)::run);
    }

    /** Runs a read of a view, put as an aggregate. */
    static CompletableFuture<BsonDocument> runOnView(RouterAccess router, CommandRequest request) {
        return new AggregateCommand(router).run(ReadOnView.asAggregate(request));
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        BsonArray stages = stages(arguments);
        if (arguments.bool("explain", false)) {
            return new ExplainCommand(router).explainAggregate(request);
        }
        if (!arguments.has("cursor")) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE,
                    "The 'cursor' option is required, except for aggregate with the explain argument");
        }
        if (DataDistribution.isAskedFor(stages)) {
            return new DataDistribution(router).run(request, stages);
        }
        return collationOf(request).thenCompose(ofCollection -> open(request, stages, ofCollection));
    }

    /** The collation of the collection, as far as is known by now: stages are read under it. */
    private CompletableFuture<Collation> collationOf(CommandRequest request) {
        boolean named = request.argument() instanceof BsonString;
        if (!named || CommandNames.isUnrouted(request.database())) {
            return CompletableFuture.completedFuture(Collation.SIMPLE);
        }
        return router.catalog()
                .routing(CommandNames.namespace(request))
                .thenApply(found -> found.map(CollectionRouting::collation).orElse(Collation.SIMPLE));
    }

    private CompletableFuture<BsonDocument> open(CommandRequest request, BsonArray stages, Collation ofCollection) {
        PipelineRun run = parse(request, stages, ofCollection);
        CursorRequest cursor = cursor(request, run.pipeline());
        return flows.open(run)
                .thenCompose(flow -> router.cursors()
                        .open(request, cursor, flow.isComplete() ? flow.documents() : here(router, run, flow)));
    }

    /** The pipeline's stages as sent. */
    static BsonArray stages(Arguments arguments) {
        BsonArray stages = arguments.array("pipeline");
        if (stages == null) {
            throw RequestErrors.missing("aggregate.pipeline");
        }
        return stages;
    }

    /** Runs what is left of a pipeline here. */
    static BatchSource here(RouterAccess router, PipelineRun run, PipelineFlows.Flow flow) {
        RouterPipelineEnvironment environment = new RouterPipelineEnvironment(
                router, run.session(), memory(router, run), bypassesValidation(run), run.patience());
        return new PipelineSource(
                () -> flow.rest()
                        .run(
                                new PulledDocuments(flow.documents(), run.patience()::check),
                                environment.context(flow.namespace(), flow.context())),
                router.environment(),
                run.patience());
    }

    private static StageMemory memory(RouterAccess router, PipelineRun run) {
        return router.memory().allowingDisk(new Arguments("aggregate", run.fields()).bool("allowDiskUse", true));
    }

    private static boolean bypassesValidation(PipelineRun run) {
        return new Arguments("aggregate", run.fields()).bool("bypassDocumentValidation", false);
    }

    private PipelineRun parse(CommandRequest request, BsonArray stages, Collation ofCollection) {
        QueryContext context = QueryContexts.of(request, router.environment(), ofCollection);
        Pipeline sent = Pipeline.parse(stages, context);
        Pipeline pipeline = sent.optimized();
        if (request.apiStrict()) {
            sent.checkStable();
        }
        if (request.inTransaction()) {
            sent.checkTransaction();
        }
        if (pipeline.writes() && "linearizable".equals(request.readConcernLevel())) {
            throw RequestErrors.readConcernNotSupported(
                    "aggregate",
                    "linearizable",
                    stages.get(stages.size() - 1).asDocument().getFirstKey()
                            + " cannot be used with a 'linearizable' read concern level");
        }
        boolean named = request.argument() instanceof BsonString;
        Namespace namespace = named ? CommandNames.namespace(request) : new Namespace(request.database(), "");
        sent.checkNamespace(namespace.database(), namespace.collection());
        BsonDocument fields = new BsonDocument();
        for (String field : FORWARDED_FIELDS) {
            BsonValue value = request.value(field);
            if (value != null) {
                fields.append(field, value);
            }
        }
        return new PipelineRun(
                namespace,
                pipeline,
                context,
                fields,
                cursor(request, pipeline).batchSize(),
                ClientSession.of(request),
                Patience.of(request, router.environment().clock()));
    }

    private static CursorRequest cursor(CommandRequest request, Pipeline pipeline) {
        boolean named = request.argument() instanceof BsonString;
        String namespace =
                named ? CommandNames.namespace(request).toString() : request.database() + "." + NO_COLLECTION;
        CursorRequest cursor = ListCollectionsCommand.cursor(request, namespace);
        // What writes has to run now, whether or not its (empty) result is read.
        return pipeline.writes() ? cursor.withBatchSize(Math.max(1, cursor.batchSize())) : cursor;
    }

    /** For commands that run a pipeline over documents they made themselves. */
    static CompletableFuture<BsonDocument> over(
            RouterAccess router, CommandRequest request, List<BsonDocument> documents, BsonArray stages) {
        QueryContext context = QueryContexts.of(request, router.environment());
        Pipeline pipeline = Pipeline.parse(stages, context);
        PipelineRun run = new PipelineRun(
                new Namespace(request.database(), ""),
                pipeline,
                context,
                new BsonDocument(),
                0,
                ClientSession.of(request),
                Patience.of(request, router.environment().clock()));
        PipelineFlows.Flow flow = new PipelineFlows.Flow(BatchSource.of(documents), pipeline, run.namespace(), context);
        return router.cursors().open(request, cursor(request, pipeline), here(router, run, flow));
    }
}
