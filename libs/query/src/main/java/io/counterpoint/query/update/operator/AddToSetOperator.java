package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$addToSet: {path: value}}} or {@code {path: {$each: [value, …]}}}: adds each value that no element equals.
 * Duplicates that the array already has stay.
 *
 * <p>Source: MongoDB manual, "$addToSet".
 */
record AddToSetOperator(List<BsonValue> values) implements FieldUpdate {
    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        Map.Entry<String, BsonValue> first =
                argument.isDocument() && !argument.asDocument().isEmpty()
                        ? argument.asDocument().entrySet().iterator().next()
                        : null;
        List<BsonValue> values = first != null && first.getKey().equals("$each")
                ? eachOf(first.getValue(), argument.asDocument())
                : List.of(argument);
        return List.of(new PathUpdate(path, new AddToSetOperator(values)));
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        if (current != null && !current.isArray()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "Cannot apply $addToSet to non-array field. Field named '" + spot.name() + "' has non-array type "
                            + BsonTypes.name(current));
        }
        BsonArray result = current == null ? new BsonArray() : new BsonArray(current.asArray());
        int sizeBefore = result.size();
        for (BsonValue value : values) {
            if (!contains(result, value, context.order())) {
                result.add(value);
            }
        }
        return current != null && result.size() == sizeBefore ? current : result;
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.CREATE;
    }

    private static List<BsonValue> eachOf(BsonValue each, BsonDocument argument) {
        if (!each.isArray()) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "The argument to $each in $addToSet must be an array but it was of type " + BsonTypes.name(each));
        }
        if (argument.size() > 1) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "Found unexpected fields after $each in $addToSet: " + ValueText.of(argument));
        }
        return List.copyOf(each.asArray());
    }

    private static boolean contains(BsonArray array, BsonValue value, ValueOrder order) {
        for (BsonValue element : array) {
            if (order.equal(element, value)) {
                return true;
            }
        }
        return false;
    }
}
