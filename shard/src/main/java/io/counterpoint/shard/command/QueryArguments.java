package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.shard.catalog.CollectionDescription;
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

    /**
     * What the command's filters and expressions need from outside: its {@code let} variables, the moment, chance.
     * Texts compare by their bytes: for commands that take no {@code collation}.
     */
    static QueryContext context(CommandRequest request, ShardAccess shard) {
        return context(request, shard, Collation.SIMPLE);
    }

    /**
     * As {@link #context(CommandRequest, ShardAccess)}, for a command on a collection: under the collation that the
     * command asks for, else under the collection's.
     *
     * @throws CommandException what {@link Collation#parse} says
     */
    static QueryContext context(CommandRequest request, ShardAccess shard, Namespace namespace) {
        return context(
                request,
                shard,
                Collation.of(Arguments.of(request).document("collation"), collationOf(shard, namespace)));
    }

    /** As {@link #context(CommandRequest, ShardAccess)}, under a collation. */
    static QueryContext context(CommandRequest request, ShardAccess shard, Collation collation) {
        QueryContext plain = new QueryContext(
                NO_VARIABLES,
                shard.environment().clock().millis(),
                shard.environment().random(),
                collation);
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
     * What each blocking stage of the command may hold, on disk only if its {@code allowDiskUse} does not say no.
     *
     * <p>Source: MongoDB manual, "allowDiskUseByDefault", which is true there too.
     */
    static StageMemory memory(CommandRequest request, ShardAccess shard) {
        return shard.memory().allowingDisk(Arguments.of(request).bool("allowDiskUse", true));
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
     * The collation of a collection, the simple one when there is no such collection. It never changes; who finds
     * another collection of that name a moment later reads that one as if this collation had been asked for.
     */
    static Collation collationOf(ShardAccess shard, Namespace namespace) {
        CollectionDescription collection = shard.catalog().get().find(namespace);
        return collection == null ? Collation.SIMPLE : collection.collation();
    }

    /**
     * Refuses a read of a view under another collation than the view's: its pipeline was written for that one.
     *
     * @param context of the read
     * @throws CommandException OptionNotSupportedOnView (167)
     */
    static void checkViewCollation(QueryContext context, Collation ofView) {
        if (!context.collation().equals(ofView)) {
            throw new CommandException(
                    ErrorCode.OPTION_NOT_SUPPORTED_ON_VIEW, "Cannot override a view's default collation");
        }
    }

    /**
     * The context of one statement of a command, under the statement's {@code collation} if it has one.
     *
     * @param context of the command, under the collection's collation
     * @throws CommandException what {@link Collation#parse} says
     */
    static QueryContext ofStatement(QueryContext context, Arguments statement) {
        return context.withCollation(Collation.of(statement.document("collation"), context.collation()));
    }

    /**
     * Refuses levels of read concern that there are none of.
     *
     * @throws CommandException FailedToParse (9) for an unknown level, CommandNotSupported (115) for a known one
     */
    static void checkReadConcern(CommandRequest request) {
        String level = request.readConcernLevel();
        if (level == null) {
            return;
        }
        switch (level) {
            case "local", "available", "majority", "linearizable", "snapshot" -> {}
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
