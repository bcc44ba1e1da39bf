package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.shard.collection.DeleteHandler;
import io.counterpoint.shard.collection.DeleteStatement;
import io.counterpoint.shard.collection.DeleteWrite;
import io.counterpoint.shard.collection.RecordFinder;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.RequestErrors;
import io.counterpoint.wire.command.SharedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** {@code delete}: removes documents. */
final class DeleteCommand {
    private static final Set<String> STATEMENT_FIELDS = Set.of("q", "limit", "collation", "hint");

    private final ShardAccess shard;
    private final WriteDoor door;
    private final DeleteHandler handler;

    private DeleteCommand(ShardAccess shard) {
        this.shard = shard;
        this.door = new WriteDoor(shard);
        this.handler = new DeleteHandler(shard.writer(), shard.finder());
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("delete", "Removes documents.")
                .fields(SharedFields.DELETE)
                .routerFields("stmtIds", WriteDoor.STAGE)
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION, Ability.EXPLAINABLE)
                .handledBy(new DeleteCommand(shard)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        List<RawDocument> sent = WriteDoor.statements(request, "deletes");
        Namespace namespace = QueryArguments.namespace(request);
        QueryContext context = QueryArguments.context(request, shard, QueryArguments.collationOf(shard, namespace));
        List<DeleteStatement> statements = new ArrayList<>(sent.size());
        boolean heavy = false;
        for (int i = 0; i < sent.size(); i++) {
            statements.add(parse(new Arguments("delete.deletes." + i, sent.get(i)), context));
            heavy |= !PointFilters.isPoint(statements.get(i).selection());
        }
        RetryKey retry = RetryKey.of(request);
        RetryKey.refuseMany(retry, statements.stream().anyMatch(DeleteCommand::isForAll), "limit=0");
        DeleteWrite write = new DeleteWrite(
                namespace,
                QueryArguments.version(request),
                statements,
                Arguments.of(request).bool("ordered", true),
                retry);
        return door.run(request, handler, write, WriteDoor.Shape.DELETE, heavy);
    }

    private static boolean isForAll(DeleteStatement statement) {
        return statement.refused() == null && !statement.one();
    }

    /**
     * Parses one statement; what is wrong with its meaning becomes the statement's refusal, what is wrong with its form
     * refuses the whole command.
     */
    static DeleteStatement parse(Arguments statement, QueryContext context) {
        for (String field : statement.body().keySet()) {
            if (!STATEMENT_FIELDS.contains(field)) {
                throw RequestErrors.unknownField(statement.path() + "." + field);
            }
        }
        BsonDocument filter = statement.requiredDocument("q");
        OptionalLong limit = statement.number("limit");
        if (limit.isEmpty()) {
            throw RequestErrors.missing(statement.path() + ".limit");
        }
        try {
            if (limit.getAsLong() != 0 && limit.getAsLong() != 1) {
                throw new CommandException(
                        ErrorCode.FAILED_TO_PARSE,
                        "The limit field in delete objects must be 0 or 1. Got " + limit.getAsLong());
            }
            QueryContext collated = QueryArguments.ofStatement(context, statement);
            return new DeleteStatement(
                    null,
                    new RecordFinder.Selection(
                            Filter.parse(filter, collated), new BsonDocument(), statement.value("hint")),
                    limit.getAsLong() == 1);
        } catch (CommandException refused) {
            return DeleteStatement.refused(refused);
        }
    }
}
