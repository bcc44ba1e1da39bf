package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.update.Update;
import io.counterpoint.shard.collection.RecordFinder;
import io.counterpoint.shard.collection.UpdateHandler;
import io.counterpoint.shard.collection.UpdateStatement;
import io.counterpoint.shard.collection.UpdateWrite;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import io.counterpoint.wire.command.SharedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code update}: changes documents by operators, replacement or pipeline. */
final class UpdateCommand {
    private static final Set<String> STATEMENT_FIELDS = Set.of(
            "q",
            "u",
            "c",
            "multi",
            "upsert",
            "collation",
            "arrayFilters",
            "hint",
            "sort",
            "upsertId",
            "upsertSupplied");

    private final ShardAccess shard;
    private final WriteDoor door;
    private final UpdateHandler handler;

    private UpdateCommand(ShardAccess shard) {
        this.shard = shard;
        this.door = new WriteDoor(shard);
        this.handler = new UpdateHandler(shard.writer(), shard.catalogWrites(), shard.finder());
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("update", "Changes documents.")
                .fields(SharedFields.UPDATE)
                .routerFields("stmtIds", WriteDoor.STAGE)
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION, Ability.EXPLAINABLE)
                .handledBy(new UpdateCommand(shard)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        List<RawDocument> sent = WriteDoor.statements(request, "updates");
        Namespace namespace = QueryArguments.namespace(request);
        QueryContext context = QueryArguments.context(request, shard, QueryArguments.collationOf(shard, namespace));
        List<UpdateStatement> statements = new ArrayList<>(sent.size());
        boolean heavy = false;
        for (int i = 0; i < sent.size(); i++) {
            Arguments statement = new Arguments("update.updates." + i, sent.get(i));
            statements.add(parse(statement, context, shard));
            heavy |= !PointFilters.isPoint(statements.get(i).selection())
                    || statements.get(i).multi();
        }
        RetryKey retry = RetryKey.of(request);
        RetryKey.refuseMany(retry, statements.stream().anyMatch(UpdateStatement::multi), "multi=true");
        UpdateWrite write = new UpdateWrite(
                namespace,
                QueryArguments.version(request),
                statements,
                arguments.bool("ordered", true),
                arguments.bool("reportAutoincrement", false),
                retry,
                door.newCollection(request));
        return door.run(request, handler, write, WriteDoor.Shape.UPDATE, heavy);
    }

    /**
     * Parses one statement; what is wrong with its meaning becomes the statement's refusal, what is wrong with its form
     * refuses the whole command.
     */
    static UpdateStatement parse(Arguments statement, QueryContext context, ShardAccess shard) {
        for (String field : statement.body().keySet()) {
            if (!STATEMENT_FIELDS.contains(field)) {
                throw RequestErrors.unknownField(statement.path() + "." + field);
            }
        }
        BsonDocument filter = statement.requiredDocument("q");
        BsonValue update = statement.value("u");
        if (update == null) {
            throw RequestErrors.missing(statement.path() + ".u");
        }
        boolean multi = statement.bool("multi", false);
        BsonDocument sort = statement.documentOrEmpty("sort");
        try {
            QueryContext collated = QueryArguments.ofStatement(context, statement);
            if (multi && !sort.isEmpty()) {
                throw new CommandException(ErrorCode.FAILED_TO_PARSE, "Cannot specify sort with multi=true");
            }
            QueryContext withConstants = withConstants(statement, update, collated);
            Update parsed = Update.parse(update, statement.array("arrayFilters"), withConstants);
            parsed.checkMulti(multi);
            return new UpdateStatement(
                    null,
                    new RecordFinder.Selection(
                            Filter.parse(filter, collated), QueryArguments.checkedSort(sort), statement.value("hint")),
                    parsed,
                    multi,
                    upsertId(statement, shard),
                    supplied(statement));
        } catch (CommandException refused) {
            return UpdateStatement.refused(refused);
        }
    }

    private static QueryContext withConstants(Arguments statement, BsonValue update, QueryContext context) {
        BsonDocument constants = statement.document("c");
        if (constants == null) {
            return context;
        }
        if (!update.isArray()) {
            throw new CommandException(
                    ErrorCode.location(51198), "Constant values may only be specified for pipeline updates");
        }
        BsonDocument variables = context.let().clone();
        variables.putAll(constants);
        return context.withLet(variables);
    }

    /** The document that {@code $merge} wants inserted: {@code c.new} instead of what the pipeline makes of nothing. */
    private static @Nullable BsonDocument supplied(Arguments statement) {
        if (!statement.bool("upsertSupplied", false)) {
            return null;
        }
        return new Arguments(statement.path() + ".c", statement.requiredDocument("c")).requiredDocument("new");
    }

    private static @Nullable BsonObjectId upsertId(Arguments statement, ShardAccess shard) {
        if (!statement.bool("upsert", false)) {
            return null;
        }
        return statement.value("upsertId") instanceof BsonObjectId given
                ? given
                : new BsonObjectId(shard.environment().objectIds().next());
    }
}
