package io.counterpoint.router.write;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.random.ObjectIds;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.update.Update;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.wire.command.Arguments;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Where the document of an upsert goes that matched nothing: the document is made here too, to see its shard key.
 *
 * @param shard the shard that owns the key
 * @param upsertId the {@code _id} it is to have; null when filter or update give one
 */
public record UpsertTarget(String shard, @Nullable ObjectId upsertId) {
    /**
     * Finds the target.
     *
     * @param arguments the statement; its field of the update is {@code updateField}
     * @throws CommandException what the update is refused for; ShardKeyNotFound (61) when the document would have an
     *     array in its key
     */
    public static UpsertTarget of(
            CollectionRouting routing,
            Arguments arguments,
            BsonDocument filter,
            String updateField,
            QueryContext context,
            ObjectIds objectIds) {
        BsonValue sent = arguments.value(updateField);
        if (sent == null) {
            throw new CommandException(ErrorCode.FAILED_TO_PARSE, "Either an update or remove=true must be specified");
        }
        Update update = Update.parse(sent, arguments.array("arrayFilters"), withConstants(arguments, context));
        BsonDocument document = BsonBytes.tree(update.upsertDocument(Filter.parse(filter, context)));
        ObjectId id = null;
        if (!document.containsKey("_id")) {
            id = objectIds.next();
            document.put("_id", new BsonObjectId(id));
        }
        return new UpsertTarget(routing.table().shardOf(routing.pattern().keyOf(document)), id);
    }

    private static QueryContext withConstants(Arguments arguments, QueryContext context) {
        BsonDocument constants = arguments.document("c");
        if (constants == null) {
            return context;
        }
        BsonDocument variables = new BsonDocument();
        variables.putAll(context.let());
        variables.putAll(constants);
        return context.withLet(variables);
    }
}
