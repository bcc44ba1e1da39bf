package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.Pipeline;
import io.counterpoint.query.aggregate.PipelineDoor;
import io.counterpoint.query.aggregate.flow.CollectionReplacement;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.MergeStatement;
import io.counterpoint.query.aggregate.flow.PipelineEnvironment;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.ResolvedView;
import io.counterpoint.shard.collection.InsertHandler;
import io.counterpoint.shard.collection.InsertWrite;
import io.counterpoint.shard.collection.UpdateHandler;
import io.counterpoint.shard.collection.UpdateStatement;
import io.counterpoint.shard.collection.UpdateWrite;
import io.counterpoint.shard.collection.WriteOutcome;
import io.counterpoint.shard.loop.Submission;
import io.counterpoint.shard.loop.WriteHandler;
import io.counterpoint.shard.plan.ExecutionGuard;
import io.counterpoint.shard.storage.StoreView;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.session.SessionList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What stages reach outside of their input, on one shard: its other collections, its statistics, its write loop. Runs
 * on the worker pool, where waiting is allowed.
 */
final class ShardPipelineEnvironment implements PipelineEnvironment {
    private final ShardAccess shard;
    private final Catalog catalog;
    private final StoreView data;
    private final ExecutionGuard guard;
    private final StageMemory memory;
    private final boolean bypassValidation;

    /**
     * An environment that reads one moment.
     *
     * @param catalog collections at that moment
     * @param data data of that moment
     * @param bypassValidation whether stages that write store what validators refuse
     */
    ShardPipelineEnvironment(
            ShardAccess shard,
            Catalog catalog,
            StoreView data,
            ExecutionGuard guard,
            StageMemory memory,
            boolean bypassValidation) {
        this.shard = shard;
        this.catalog = catalog;
        this.data = data;
        this.guard = guard;
        this.memory = memory;
        this.bypassValidation = bypassValidation;
    }

    @Override
    public DocumentIterator aggregate(
            String database, String collection, List<BsonDocument> pipeline, QueryContext query) {
        Namespace namespace = new Namespace(database, collection);
        ResolvedView view = catalog.resolve(namespace);
        if (view == null) {
            return run(Pipeline.parse(pipeline, query), namespace, query);
        }
        CollectionDescription described = catalog.find(namespace);
        QueryArguments.checkViewCollation(query, described == null ? Collation.SIMPLE : described.collation());
        return run(Pipeline.parse(view.with(pipeline), PipelineDoor.CLIENT, query), view.namespace(), query);
    }

    /** The documents of a pipeline over a collection of this moment. */
    private DocumentIterator run(Pipeline pipeline, Namespace namespace, QueryContext query) {
        StageContext context = new StageContext(namespace.database(), namespace.collection(), query, this, memory);
        return new PipelineReading(catalog.find(namespace), data, guard, query).run(pipeline.optimized(), context);
    }

    @Override
    public DocumentIterator collStats(String database, String collection, BsonDocument options) {
        Namespace namespace = new Namespace(database, collection);
        CollectionDescription described = catalog.find(namespace);
        if (described == null) {
            throw new CommandException(
                    ErrorCode.NAMESPACE_NOT_FOUND,
                    "Unable to retrieve storageStats in $collStats stage :: caused by :: Collection [" + namespace
                            + "] not found.");
        }
        BsonDocument document = new BsonDocument("ns", new BsonString(namespace.toString()))
                .append("shard", new BsonString(shard.name()))
                .append("host", new BsonString(shard.address()))
                .append(
                        "localTime",
                        new BsonDateTime(shard.environment().clock().millis()));
        CollectionStatistics statistics = CollectionStatistics.of(shard.store(), data, described);
        for (String part : options.keySet()) {
            switch (part) {
                case "storageStats" -> {
                    BsonDocument storage = options.getDocument(part, new BsonDocument());
                    long scale = new Arguments("$collStats.storageStats", storage)
                            .number("scale")
                            .orElse(1);
                    if (scale <= 0) {
                        throw new CommandException(
                                ErrorCode.location(51024),
                                "BSON field 'scale' value must be >= 1, actual value '" + scale + "'");
                    }
                    document.append(part, statistics.storageStats(scale));
                }
                case "latencyStats" -> {
                    BsonDocument latency = options.getDocument(part, new BsonDocument());
                    if (new Arguments("$collStats.latencyStats", latency).bool("histograms", false)) {
                        throw new CommandException(
                                ErrorCode.COMMAND_NOT_SUPPORTED,
                                "$collStats with 'latencyStats.histograms' is not supported");
                    }
                    document.append(part, shard.latencies().latencyStats(database, collection));
                }
                case "count" -> document.append(part, new BsonInt64(statistics.count()));
                default ->
                    throw new CommandException(
                            ErrorCode.COMMAND_NOT_SUPPORTED, "$collStats with '" + part + "' is not supported");
            }
        }
        return DocumentIterator.over(List.of(document));
    }

    @Override
    public DocumentIterator indexStats(String database, String collection) {
        CollectionDescription described = catalog.find(new Namespace(database, collection));
        List<BsonDocument> documents = new ArrayList<>();
        if (described != null) {
            for (IndexDescription index : described.indexes()) {
                documents.add(new BsonDocument("name", new BsonString(index.name()))
                        .append("key", index.key())
                        .append("host", new BsonString(shard.address()))
                        .append(
                                "accesses",
                                new BsonDocument(
                                                "ops",
                                                new BsonInt64(index.uses().count()))
                                        .append(
                                                "since",
                                                new BsonDateTime(index.uses().sinceMillis())))
                        .append("shard", new BsonString(shard.name()))
                        .append("spec", index.toSpec()));
            }
        }
        return DocumentIterator.over(documents);
    }

    @Override
    public DocumentIterator currentOp(BsonDocument options) {
        return DocumentIterator.over(shard.operations().describe(shard.address()));
    }

    @Override
    public DocumentIterator listLocalSessions(BsonDocument options) {
        return DocumentIterator.over(SessionList.of(shard.sessions(), options));
    }

    @Override
    public CollectionReplacement replaceCollection(String database, String collection) {
        return new OutCollection(shard, Namespace.of(database, collection), bypassValidation);
    }

    @Override
    public void insert(String database, String collection, List<BsonDocument> documents) {
        List<RawDocument> raw = documents.stream().map(BsonBytes::raw).toList();
        InsertWrite write = new InsertWrite(
                Namespace.of(database, collection),
                null,
                raw,
                true,
                false,
                null,
                shard.environment().random().nextUuid());
        check(submit(new InsertHandler(shard.writer(), shard.catalogWrites()), write));
    }

    @Override
    public int update(String database, String collection, List<MergeStatement> statements, Collation collation) {
        List<UpdateStatement> parsed = new ArrayList<>();
        QueryContext context = new QueryContext(
                new BsonDocument(),
                shard.environment().clock().millis(),
                shard.environment().random(),
                collation);
        for (MergeStatement statement : statements) {
            BsonDocument update = new BsonDocument("q", statement.q())
                    .append("u", statement.u())
                    .append("upsert", BsonBoolean.valueOf(statement.upsert()));
            if (!statement.c().isEmpty()) {
                update.append("c", statement.c());
            }
            if (statement.upsertSupplied()) {
                update.append("upsertSupplied", BsonBoolean.TRUE);
            }
            parsed.add(UpdateCommand.parse(new Arguments("$merge", update), context, shard));
        }
        UpdateWrite write = new UpdateWrite(
                Namespace.of(database, collection),
                null,
                parsed,
                true,
                false,
                null,
                shard.environment().random().nextUuid());
        WriteOutcome outcome = submit(new UpdateHandler(shard.writer(), shard.catalogWrites(), shard.finder()), write);
        check(outcome);
        return (int) outcome.matched();
    }

    private <C> WriteOutcome submit(WriteHandler<C, WriteOutcome> handler, C command) {
        try {
            return shard.loop()
                    .submit(
                            ValidationBypass.around(bypassValidation, handler),
                            command,
                            Submission.durable(Runnable::run))
                    .join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof CommandException refused) {
                throw refused;
            }
            throw failed;
        }
    }

    private static void check(WriteOutcome outcome) {
        if (!outcome.failures().isEmpty()) {
            throw outcome.failures().get(0).error();
        }
    }

    @Override
    public BsonValue newId() {
        return new BsonObjectId(shard.environment().objectIds().next());
    }

    @Override
    public List<String> mergeFields(String database, String collection) {
        return List.of("_id");
    }

    @Override
    public boolean isUnique(String database, String collection, List<String> fields, Collation collation) {
        CollectionDescription described = shard.catalog().get().find(new Namespace(database, collection));
        if (described == null) {
            return fields.equals(List.of("_id"));
        }
        return described.indexes().stream()
                .anyMatch(index -> index.unique()
                        && !index.building()
                        && index.collation().equals(collation)
                        && index.partialFilterExpression() == null
                        && new HashSet<>(index.key().keySet()).equals(new HashSet<>(fields)));
    }
}
