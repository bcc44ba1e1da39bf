package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.wire.command.CommandRequest;
import java.util.Set;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What a command's first field names, and which databases are not spread over shards. */
final class CommandNames {
    /** Databases that lie on the first shard as a whole, {@code admin.counters} aside. */
    private static final Set<String> UNROUTED = Set.of("admin", "config", "local");

    private CommandNames() {}

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

    /** A full name, {@code database.collection}, that a field gives. */
    static Namespace fullName(CommandRequest request, String field) {
        BsonValue value = request.value(field);
        if (!(value instanceof BsonString name)) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "BSON field '" + request.name() + "." + field + "' must be a full collection name");
        }
        return Namespace.parse(name.getValue());
    }

    /** Whether a database lies on the first shard as a whole. */
    static boolean isUnrouted(String database) {
        return UNROUTED.contains(database);
    }

    /** Whether a collection is the counters of {@code autoincrement}, which every shard has its own of. */
    static boolean isCounters(Namespace namespace) {
        return namespace.equals(Namespace.COUNTERS);
    }
}
