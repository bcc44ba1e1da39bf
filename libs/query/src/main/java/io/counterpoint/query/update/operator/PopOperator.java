package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$pop: {path: 1}}} removes the last element of an array, {@code -1} the first.
 *
 * <p>Source: MongoDB manual, "$pop".
 */
record PopOperator(boolean first) implements FieldUpdate {
    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        if (!Numbers.isNumber(argument)) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE, "Expected a number in: " + ValueText.element(path.text(), argument));
        }
        double side = Numbers.toDouble(argument);
        if (side != 1 && side != -1) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE, "$pop expects 1 or -1, found: " + ValueText.of(argument));
        }
        return List.of(new PathUpdate(path, new PopOperator(side < 0)));
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        if (current == null) {
            return null;
        }
        if (!current.isArray()) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "Path '" + spot.path() + "' contains an element of non-array type '" + BsonTypes.name(current)
                            + "'");
        }
        BsonArray array = current.asArray();
        if (array.isEmpty()) {
            return array;
        }
        return new BsonArray(first ? array.subList(1, array.size()) : array.subList(0, array.size() - 1));
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.SKIP_VIABLE;
    }
}
