package io.counterpoint.shard.command;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.projection.Projection;
import io.counterpoint.query.update.FindAndModifyRules;
import io.counterpoint.query.update.Update;
import io.counterpoint.shard.collection.FindAndModifyHandler;
import io.counterpoint.shard.collection.FindAndModifyWrite;
import io.counterpoint.shard.collection.RecordFinder;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code findAndModify}: changes or removes one document and gives it back. */
final class FindAndModifyCommand {
    private final ShardAccess shard;
    private final WriteDoor door;
    private final FindAndModifyHandler handler;

    private FindAndModifyCommand(ShardAccess shard) {
        this.shard = shard;
        this.door = new WriteDoor(shard);
        this.handler = new FindAndModifyHandler(shard.writer(), shard.catalogWrites(), shard.finder());
    }

    static CommandEntry entry(ShardAccess shard) {
        return CommandEntry.command("findAndModify", "Changes or removes one document and gives it back.")
                .aliases("findandmodify")
                .fields(SharedFields.FIND_AND_MODIFY)
                .routerFields("stmtIds", "upsertId")
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION, Ability.EXPLAINABLE)
                .handledBy(new FindAndModifyCommand(shard)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Arguments arguments = Arguments.of(request);
        boolean remove = arguments.bool("remove", false);
        boolean upsert = arguments.bool("upsert", false);
        boolean returnNew = arguments.bool("new", false);
        BsonValue update = arguments.value("update");
        FindAndModifyRules.check(remove, upsert, returnNew, update != null);
        Namespace namespace = QueryArguments.namespace(request);
        QueryContext context = QueryArguments.context(request, shard, namespace);
        Filter filter = Filter.parse(arguments.documentOrEmpty("query"), context);
        RecordFinder.Selection selection = new RecordFinder.Selection(
                filter, QueryArguments.checkedSort(arguments.documentOrEmpty("sort")), arguments.value("hint"));
        FindAndModifyWrite write = new FindAndModifyWrite(
                namespace,
                QueryArguments.version(request),
                selection,
                update == null ? null : Update.parse(update, arguments.array("arrayFilters"), context),
                returnNew,
                upsert ? upsertId(arguments) : null,
                arguments.bool("reportAutoincrement", false),
                RetryKey.of(request),
                upsert ? door.newCollection(request) : null);
        BsonDocument fields = arguments.document("fields");
        Projection projection = fields == null ? null : Projection.parse(fields, filter, context);
        return door.submit(request, handler, write, !PointFilters.isPoint(selection))
                .thenApply(outcome -> reply(outcome, projection));
    }

    private BsonObjectId upsertId(Arguments arguments) {
        return arguments.value("upsertId") instanceof BsonObjectId given
                ? given
                : new BsonObjectId(shard.environment().objectIds().next());
    }

    private static BsonDocument reply(FindAndModifyHandler.Outcome outcome, @Nullable Projection projection) {
        BsonDocument reply = outcome.reply();
        if (projection != null && reply.get("value") instanceof BsonDocument value) {
            reply = new BsonDocument("lastErrorObject", reply.getDocument("lastErrorObject"))
                    .append("value", projection.apply(value));
        }
        if (!outcome.numbers().isEmpty()) {
            BsonArray numbers = new BsonArray();
            for (Map.Entry<String, BsonValue> number : outcome.numbers().entrySet()) {
                numbers.add(new BsonDocument("index", new BsonInt32(0))
                        .append("field", new BsonString(number.getKey()))
                        .append("value", number.getValue()));
            }
            reply.append("autoincrement", numbers);
        }
        return reply;
    }
}
