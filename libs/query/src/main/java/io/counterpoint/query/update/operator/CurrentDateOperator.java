package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$currentDate: {path: true}}}, {@code {path: {$type: "date"}}} or {@code {path: {$type: "timestamp"}}}. The
 * time is the command's, one for the whole command.
 *
 * <p>Source: MongoDB manual, "$currentDate".
 */
record CurrentDateOperator(boolean timestamp) implements FieldUpdate {
    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        return List.of(new PathUpdate(path, new CurrentDateOperator(wantsTimestamp(argument))));
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        long nowMillis = context.query().nowMillis();
        return timestamp ? new BsonTimestamp((int) (nowMillis / 1000), 1) : new BsonDateTime(nowMillis);
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.CREATE;
    }

    private static boolean wantsTimestamp(BsonValue argument) {
        if (argument.isBoolean()) {
            return false;
        }
        if (!argument.isDocument()) {
            throw badValue(BsonTypes.name(argument) + " is not valid type for $currentDate. Please use a boolean"
                    + " ('true') or a $type expression ({$type: 'timestamp/date'}).");
        }
        boolean timestamp = false;
        boolean typed = false;
        for (Map.Entry<String, BsonValue> option : argument.asDocument().entrySet()) {
            if (!option.getKey().equals("$type")) {
                throw badValue("Unrecognized $currentDate option: " + option.getKey());
            }
            typed = true;
            timestamp = isTimestamp(option.getValue());
        }
        if (!typed) {
            throw typeRequired();
        }
        return timestamp;
    }

    private static boolean isTimestamp(BsonValue type) {
        String name = type.isString() ? type.asString().getValue() : "";
        if (!name.equals("date") && !name.equals("timestamp")) {
            throw typeRequired();
        }
        return name.equals("timestamp");
    }

    private static CommandException typeRequired() {
        return badValue("The '$type' string field is required to be 'date' or 'timestamp': "
                + "{$currentDate: {field : {$type: 'date'}}}");
    }

    private static CommandException badValue(String text) {
        return new CommandException(ErrorCode.BAD_VALUE, text);
    }
}
