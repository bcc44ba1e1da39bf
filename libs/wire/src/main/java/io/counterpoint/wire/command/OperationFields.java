package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** What {@code currentOp} and {@code killOp} have in common on shards and routers. */
public final class OperationFields {
    /** Fields of {@code currentOp} that select nothing: there are no users, and no idle operations. */
    private static final Set<String> NO_FILTER = Set.of("$all", "$ownOps", "$truncateOps");

    private OperationFields() {}

    /** What {@code currentOp} selects operations by: all its own fields that are no options. */
    public static BsonDocument filter(CommandRequest request) {
        BsonDocument filter = new BsonDocument();
        request.ownFields().forEach((name, value) -> {
            if (!NO_FILTER.contains(name)) {
                filter.append(name, value);
            }
        });
        return filter;
    }

    /**
     * The number of the operation that {@code killOp} names.
     *
     * @throws CommandException 40414 when it names none; TypeMismatch (14); BadValue (2) for a number that no operation
     *     has
     */
    public static int number(CommandRequest request) {
        OptionalLong number = Arguments.of(request).number("op");
        if (number.isEmpty()) {
            throw RequestErrors.missing("killOp.op");
        }
        long id = number.getAsLong();
        if (id < Integer.MIN_VALUE || id > Integer.MAX_VALUE) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "invalid op : " + id + ". Op ID cannot be represented with 32 bits");
        }
        return (int) id;
    }

    /** The reply of {@code killOp}, the same whether or not there was such an operation. */
    public static BsonDocument killed() {
        return new BsonDocument("info", new BsonString("attempting to kill op"));
    }
}
