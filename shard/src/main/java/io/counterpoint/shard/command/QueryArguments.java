package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.collection.RoutingVersion;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandRequest;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads the arguments that many commands share. */
final class QueryArguments {
    private static final BsonDocument NO_VARIABLES = new BsonDocument();

    private QueryArguments() {}

    /**
     * The collection that the command's first field names.
     *
     * @throws CommandException InvalidNamespace (73) when the field is no string or no name
     */
    static Namespace namespace(CommandRequest request) {
        BsonValue collection = request.argument();
        if (!(collection instanceof BsonString name)) {
            throw new CommandException(
                    ErrorCode.INVALID_NAMESPACE, "collection name has invalid type " + BsonTypes.name(collection));
        }
        return Namespace.of(request.database(), name.getValue());
    }

    /** What the command's filters and expressions need from outside: its {@code let} variables, the moment, chance. */
    static QueryContext context(CommandRequest request, ShardAccess shard) {
        QueryContext plain = new QueryContext(
                NO_VARIABLES,
                shard.environment().clock().millis(),
                shard.environment().random());
        BsonDocument let = Arguments.of(request).document("let");
        if (let == null) {
            return plain;
        }
        BsonDocument values = new BsonDocument();
        for (Map.Entry<String, BsonValue> variable : let.entrySet()) {
            BsonValue value = Expression.parse(variable.getValue(), plain.withLet(values))
                    .evaluate(new BsonDocument(), Variables.of(plain.withLet(values)));
            values.put(variable.getKey(), value == null ? BsonNull.VALUE : value);
        }
        return plain.withLet(values);
    }

    /**
     * A sort document, checked.
     *
     * @throws CommandException BadValue (2) and others for what is no sort
     */
    static BsonDocument checkedSort(BsonDocument sort) {
        if (!sort.containsKey("$natural")) {
            SortPattern.parse(sort);
        }
        return sort;
    }

    /**
     * Refuses a collation that would compare otherwise than by bytes.
     *
     * @throws CommandException CommandNotSupported (115)
     */
    static void checkCollation(@Nullable BsonDocument collation) {
        if (collation != null && !collation.isEmpty() && !new BsonString("simple").equals(collation.get("locale"))) {
            throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "collation is not supported");
        }
    }

    /**
     * Refuses read concerns that a single copy of the data cannot give.
     *
     * @throws CommandException FailedToParse (9) for an unknown level, CommandNotSupported (115) for a known one
     */
    static void checkReadConcern(CommandRequest request) {
        String level = request.readConcernLevel();
        if (level == null) {
            return;
        }
        switch (level) {
            case "local", "available", "majority", "linearizable" -> {}
            case "snapshot" -> {
                if (!request.inTransaction()) {
                    throw new CommandException(
                            ErrorCode.COMMAND_NOT_SUPPORTED,
                            "readConcern level 'snapshot' outside of transactions is not supported");
                }
            }
            default ->
                throw new CommandException(
                        ErrorCode.BAD_VALUE,
                        "Enumeration value '" + level + "' for field 'readConcern.level' is not a valid value.");
        }
    }

    /** What the request's router believes about the collection; null when it came by the wire door. */
    static @Nullable RoutingVersion version(CommandRequest request) {
        return RoutingVersion.of(request);
    }
}
