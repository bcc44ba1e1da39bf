package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.projection.Projection;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.CurrentCatalog;
import io.counterpoint.shard.plan.Plan;
import io.counterpoint.shard.plan.PlanRequest;
import io.counterpoint.shard.plan.Planner;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import io.counterpoint.wire.command.SnapshotReads;
import io.counterpoint.wire.cursor.BatchSource;
import io.counterpoint.wire.cursor.CursorRequest;
import io.counterpoint.wire.cursor.CursorTable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code find}: gives the documents that a filter selects. */
final class FindCommand {
    private final ShardAccess shard;

    private FindCommand(ShardAccess shard) {
        this.shard = shard;
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("find", "Gives the documents that a filter selects.")
                .fields(SharedFields.FIND)
                .abilities(Ability.READS, Ability.IN_TRANSACTION, Ability.READ_CONCERN, Ability.EXPLAINABLE)
                .handledBy(new FindCommand(shard)::run);
    }

    /**
     * A parsed find.
     *
     * @param projection null shows everything
     * @param showsRecordId whether each document is given the number of its record
     * @param limit 0 for all
     * @param min least key of the hinted index; empty for none
     * @param max greatest key, not included; empty for none
     */
    record Find(
            Namespace namespace,
            Filter filter,
            BsonDocument sort,
            @Nullable BsonValue hint,
            @Nullable Projection projection,
            boolean showsRecordId,
            long skip,
            long limit,
            CursorRequest cursor,
            BsonDocument min,
            BsonDocument max) {
        /** What is shown of each document. */
        Reading.Shown shown() {
            return new Reading.Shown(projection, showsRecordId);
        }

        PlanRequest plan(CollectionDescription collection) {
            return new PlanRequest(collection, filter, sort, hint, skip, limit).withKeys(min, max);
        }
    }

    /** Parses the arguments of a find. */
    static Find parse(CommandRequest request, ShardAccess shard) {
        Arguments arguments = Arguments.of(request);
        refuseTailable(arguments, QueryArguments.namespace(request));
        refuse(arguments, "returnKey");
        QueryArguments.checkReadConcern(request);
        Namespace namespace = QueryArguments.namespace(request);
        QueryContext context = QueryArguments.context(request, shard, namespace);
        Filter filter = Filter.parse(arguments.documentOrEmpty("filter"), context);
        BsonDocument fields = arguments.documentOrEmpty("projection");
        checkKeyLimits(arguments.documentOrEmpty("min"), arguments.documentOrEmpty("max"));
        boolean single = arguments.bool("singleBatch", false);
        long batchSize = arguments.count("batchSize", Limits.CURSOR_FIRST_BATCH_COUNT);
        return new Find(
                namespace,
                filter,
                QueryArguments.checkedSort(arguments.documentOrEmpty("sort")),
                arguments.value("hint"),
                fields.isEmpty() ? null : Projection.parse(fields, filter, context),
                arguments.bool("showRecordId", false),
                arguments.count("skip", 0),
                arguments.count("limit", 0),
                new CursorRequest(
                        namespace.toString(),
                        (int) Math.min(batchSize, Integer.MAX_VALUE),
                        single,
                        arguments.bool("noCursorTimeout", false)),
                arguments.documentOrEmpty("min"),
                arguments.documentOrEmpty("max"));
    }

    private static void checkKeyLimits(BsonDocument min, BsonDocument max) {
        boolean both = !min.isEmpty() && !max.isEmpty();
        if (both && !List.copyOf(min.keySet()).equals(List.copyOf(max.keySet()))) {
            throw new CommandException(ErrorCode.location(51176), "min and max must have the same field names");
        }
    }

    /** Only capped collections have tailable cursors, and there are none. */
    private static void refuseTailable(Arguments arguments, Namespace namespace) {
        boolean tailable = arguments.bool("tailable", false);
        if (arguments.bool("awaitData", false) && !tailable) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE, "Cannot set 'awaitData' without also setting 'tailable'");
        }
        if (tailable) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "error processing query: ns=" + namespace + " tailable cursor requested on non capped collection");
        }
    }

    private static void refuse(Arguments arguments, String... fields) {
        for (String field : fields) {
            BsonValue value = arguments.value(field);
            boolean off = value == null
                    || (value.isBoolean() && !value.asBoolean().getValue())
                    || (value instanceof BsonDocument document && document.isEmpty());
            if (!off) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED, "the option '" + field + "' of find is not supported");
            }
        }
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        if (Reading.view(shard, request, QueryArguments.namespace(request)) != null) {
            return AggregateCommand.runOnView(shard, request);
        }
        Find find = parse(request, shard);
        if (request.inTransaction()) {
            return Reading.openInTransaction(
                    shard, request, find.namespace, find.cursor, moment -> documents(find, moment, request));
        }
        CollectionDescription collection = Reading.collection(shard.catalog().get(), find.namespace, request);
        if (collection == null) {
            return shard.cursors().open(request, find.cursor, BatchSource.of(List.of()));
        }
        Plan plan = Planner.plan(find.plan(collection));
        if (plan.isPoint() && request.readConcernTime(SnapshotReads.AT_CLUSTER_TIME) == null) {
            // One key of the newest state: no snapshot is needed to agree with itself, and no other thread to be quick.
            ResultSource.Documents documents =
                    Reading.documents(plan, shard.store(), Reading.guard(request, shard), shard.memory(), find.shown());
            return find.cursor.batchSize() == 0
                    ? open(request, find, documents, null, Runnable::run)
                    : CompletableFuture.completedFuture(onlyBatch(find, documents));
        }
        CurrentCatalog.View view = Reading.view(shard, request);
        try {
            CollectionDescription current = Reading.collection(view.catalog(), find.namespace, request);
            if (current == null) {
                view.snapshot().close();
                return shard.cursors().open(request, find.cursor, BatchSource.of(List.of()));
            }
            ResultSource.Documents documents = Reading.documents(
                    Planner.plan(find.plan(current)),
                    view.snapshot(),
                    Reading.guard(request, shard),
                    QueryArguments.memory(request, shard),
                    find.shown());
            return open(request, find, documents, view, shard.environment().workers());
        } catch (RuntimeException failure) {
            view.snapshot().close();
            throw failure;
        }
    }

    /** The whole result, when it is at most one document and wanted at once. */
    private static BsonDocument onlyBatch(Find find, ResultSource.Documents documents) {
        try (documents) {
            BsonDocument document = documents.next();
            return CursorTable.onlyBatch(document == null ? List.of() : List.of(document), find.cursor);
        }
    }

    private ResultSource.Documents documents(Find find, Reading.Moment moment, CommandRequest request) {
        CollectionDescription collection = Reading.collection(moment.catalog(), find.namespace, request);
        if (collection == null) {
            return ResultSource.Documents.NONE;
        }
        Plan plan = Planner.plan(find.plan(collection));
        return Reading.documents(
                plan,
                moment.data(),
                Reading.guard(request, shard),
                QueryArguments.memory(request, shard),
                find.shown());
    }

    private CompletableFuture<BsonDocument> open(
            CommandRequest request,
            Find find,
            ResultSource.Documents documents,
            CurrentCatalog.@Nullable View view,
            Executor executor) {
        return shard.cursors().open(request, find.cursor, new ResultSource(documents, view, executor));
    }
}
