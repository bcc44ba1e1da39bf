package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.aggregate.flow.CollectionReplacement;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.MergeStatement;
import io.counterpoint.query.aggregate.flow.PipelineEnvironment;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.merge.PulledDocuments;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.write.WriteBatch;
import io.counterpoint.router.write.WriteKind;
import io.counterpoint.router.write.WriteOutcome;
import io.counterpoint.router.write.WriteStatement;
import io.counterpoint.wire.session.SessionList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What stages that run on the router reach outside of their input: collections, statistics and targets of writes all
 * over the cluster. Waits: for workers only.
 */
final class RouterPipelineEnvironment implements PipelineEnvironment {
    private final RouterAccess router;
    private final ClientSession session;
    private final StageMemory memory;
    private final boolean bypassValidation;
    private final Patience patience;

    /**
     * What is around a pipeline.
     *
     * @param session the client's, so that a transaction reads all collections at its own moment
     * @param memory what each blocking stage may hold
     * @param bypassValidation whether stages that write store what validators refuse
     * @param patience how long the pipeline may take
     */
    RouterPipelineEnvironment(
            RouterAccess router,
            ClientSession session,
            StageMemory memory,
            boolean bypassValidation,
            Patience patience) {
        this.router = router;
        this.session = session;
        this.memory = memory;
        this.bypassValidation = bypassValidation;
        this.patience = patience;
    }

    /** The context of a pipeline over a collection. */
    StageContext context(Namespace namespace, QueryContext query) {
        return new StageContext(namespace.database(), namespace.collection(), query, this, memory);
    }

    @Override
    public DocumentIterator aggregate(
            String database, String collection, List<BsonDocument> pipeline, QueryContext query) {
        // The collection's own does not count: a pipeline compares alike in all that it reads.
        BsonDocument fields = new BsonDocument("collation", query.collation().toDocument());
        if (!query.let().isEmpty()) {
            fields.append("let", literals(query.let()));
        }
        if (!memory.hasDisk()) {
            fields.append("allowDiskUse", BsonBoolean.FALSE);
        }
        Namespace namespace = new Namespace(database, collection);
        PipelineRun run = new PipelineRun(
                namespace,
                Pipeline.parse(pipeline, query),
                query,
                fields,
                Limits.CURSOR_FIRST_BATCH_COUNT,
                session,
                patience);
        PipelineFlows.Flow flow = Awaited.result(new PipelineFlows(router).open(run));
        return flow.rest()
                .run(new PulledDocuments(flow.documents(), patience::check), context(flow.namespace(), flow.context()));
    }

    /** Values that are computed already, told so that nobody takes them for expressions. */
    private static BsonDocument literals(BsonDocument variables) {
        BsonDocument literals = new BsonDocument();
        variables.forEach((name, value) -> literals.put(name, new BsonDocument("$literal", value)));
        return literals;
    }

    @Override
    public DocumentIterator collStats(String database, String collection, BsonDocument options) {
        return onEveryShard(database, new BsonString(collection), new BsonDocument("$collStats", options));
    }

    @Override
    public DocumentIterator indexStats(String database, String collection) {
        return onEveryShard(database, new BsonString(collection), new BsonDocument("$indexStats", new BsonDocument()));
    }

    @Override
    public DocumentIterator currentOp(BsonDocument options) {
        boolean local = options.getBoolean("localOps", BsonBoolean.FALSE).getValue();
        return DocumentIterator.over(
                local
                        ? router.operations().describe(router.address())
                        : Awaited.result(OperationCommands.ofShards(router, patience.deadlineNanos())));
    }

    private DocumentIterator onEveryShard(String database, BsonValue collection, BsonDocument stage) {
        RawDocument body = BsonBytes.raw(new BsonDocument("aggregate", collection)
                .append("pipeline", new BsonArray(List.of(stage)))
                .append("cursor", new BsonDocument()));
        List<BsonDocument> documents = new ArrayList<>();
        for (String shard : router.shards().names()) {
            documents.addAll(Awaited.result(router.shards()
                    .send(shard, ShardRequest.of(database, body, null, patience.deadlineNanos()))
                    .thenCompose(reply -> ShardCursor.of(shard, reply).drain(router.shards()))));
        }
        return DocumentIterator.over(documents);
    }

    @Override
    public DocumentIterator listLocalSessions(BsonDocument options) {
        return DocumentIterator.over(SessionList.of(router.sessions(), options));
    }

    @Override
    public CollectionReplacement replaceCollection(String database, String collection) {
        Namespace target = Namespace.of(database, collection);
        demandRouted(target, "$out");
        return new OutCollection(router, this, target, patience.deadlineNanos());
    }

    private static void demandRouted(Namespace target, String stage) {
        if (CommandNames.isUnrouted(target.database())) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, stage + " cannot write into the database '" + target.database() + "'");
        }
    }

    @Override
    public void insert(String database, String collection, List<BsonDocument> documents) {
        Namespace target = Namespace.of(database, collection);
        demandRouted(target, "$merge");
        run(target, WriteKind.INSERT, documents.stream().map(BsonBytes::raw).toList());
    }

    @Override
    public int update(String database, String collection, List<MergeStatement> statements, Collation collation) {
        Namespace target = Namespace.of(database, collection);
        demandRouted(target, "$merge");
        return (int) run(
                        target,
                        WriteKind.UPDATE,
                        statements.stream()
                                .map(statement -> statement(statement, collation))
                                .toList())
                .matched();
    }

    private static RawDocument statement(MergeStatement statement, Collation collation) {
        BsonOutput out = new BsonOutput()
                .appendDocument("q", statement.q())
                .appendValue("u", statement.u())
                .appendBoolean("upsert", statement.upsert())
                .appendDocument("collation", collation.toDocument());
        if (!statement.c().isEmpty()) {
            out.appendDocument("c", statement.c());
        }
        if (statement.upsertSupplied()) {
            out.appendBoolean("upsertSupplied", true);
        }
        return out.finish();
    }

    /** Writes a batch; the first error of a statement is the pipeline's. */
    WriteOutcome run(Namespace target, WriteKind kind, List<RawDocument> statements) {
        List<WriteStatement> numbered = WriteBatch.numbered(statements);
        WriteBatch batch = new WriteBatch(
                kind,
                target,
                numbered,
                true,
                new BsonOutput()
                        .appendString(kind.command(), target.collection())
                        .appendBoolean("bypassDocumentValidation", bypassValidation)
                        .finish(),
                false,
                new QueryContext(
                        new BsonDocument(),
                        router.environment().clock().millis(),
                        router.environment().random()),
                ClientSession.NONE,
                patience.deadlineNanos(),
                patience.interruption());
        WriteOutcome outcome = Awaited.result(router.writes().outcome(batch));
        for (Map.Entry<Integer, BsonDocument> error : outcome.errors().entrySet()) {
            BsonDocument document = error.getValue();
            throw new CommandException(
                    ErrorCode.location(document.getNumber("code").intValue()),
                    document.getString("errmsg").getValue(),
                    document.containsKey("errInfo") ? new BsonDocument("errInfo", document.get("errInfo")) : null,
                    List.of());
        }
        return outcome;
    }

    @Override
    public BsonValue newId() {
        return new BsonObjectId(router.environment().objectIds().next());
    }

    @Override
    public List<String> mergeFields(String database, String collection) {
        List<String> fields = new ArrayList<>();
        routing(new Namespace(database, collection))
                .filter(routing -> !routing.unsplittable())
                .ifPresent(routing -> routing.pattern().fields().forEach(field -> fields.add(field.path())));
        if (!fields.contains("_id")) {
            fields.add("_id");
        }
        return fields;
    }

    @Override
    public boolean isUnique(String database, String collection, List<String> fields, Collation collation) {
        Namespace namespace = new Namespace(database, collection);
        Optional<CollectionRouting> routing = routing(namespace);
        if (routing.isEmpty()) {
            return fields.equals(List.of("_id"));
        }
        Set<String> wanted = new HashSet<>(fields);
        String shard = routing.get().shards().get(0);
        RawDocument body =
                new BsonOutput().appendString("listIndexes", collection).finish();
        List<RawDocument> indexes = Awaited.result(router.shards()
                .send(shard, ShardRequest.of(database, body, routing.get().version(), patience.deadlineNanos()))
                .thenCompose(reply -> ShardCursor.of(shard, reply).drain(router.shards())));
        // The key itself with _id names one document too, whichever shard has it.
        return (collation.isSimple() && wanted.equals(new HashSet<>(mergeFields(database, collection))))
                || indexes.stream()
                        .anyMatch(index -> isUnique(index)
                                && Collation.ofOptions(index).equals(collation)
                                && index.getDocument("key").keySet().equals(wanted));
    }

    private static boolean isUnique(RawDocument index) {
        return (index.getBoolean("unique", BsonBoolean.FALSE).getValue()
                        || index.getDocument("key").keySet().equals(Set.of("_id")))
                && !index.containsKey("partialFilterExpression");
    }

    /** How a collection is spread; empty when there is none. */
    Optional<CollectionRouting> routing(Namespace namespace) {
        return Awaited.result(router.catalog().routing(namespace));
    }
}
