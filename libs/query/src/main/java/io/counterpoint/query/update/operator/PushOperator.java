package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$push: {path: value}}} or {@code {path: {$each: [value, …], $position: n, $sort: order, $slice: n}}}:
 * inserts, then sorts, then cuts.
 *
 * <p>Source: MongoDB manual, "$push", "$each", "$position", "$sort", "$slice".
 *
 * @param values what is inserted
 * @param position where; negative counts from the end; {@link Long#MAX_VALUE} for the end
 * @param order null for none
 * @param slice how many elements stay, the first ones, or the last ones when negative; {@link Long#MAX_VALUE} for all
 */
record PushOperator(
        List<BsonValue> values, long position, @Nullable PushOrder order, long slice) implements FieldUpdate {
    private static final String EACH = "$each";
    private static final String SLICE = "$slice";
    private static final String SORT = "$sort";
    private static final String POSITION = "$position";

    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        PushOperator push = argument.isDocument() && argument.asDocument().containsKey(EACH)
                ? modified(argument.asDocument(), context.order())
                : new PushOperator(List.of(argument), Long.MAX_VALUE, null, Long.MAX_VALUE);
        return List.of(new PathUpdate(path, push));
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        if (current != null && !current.isArray()) {
            throw badValue("The field '" + spot.path() + "' must be an array but is of type " + BsonTypes.name(current)
                    + " in document {" + context.idText() + "}");
        }
        List<BsonValue> elements = current == null ? new ArrayList<>() : new ArrayList<>(current.asArray());
        elements.addAll(insertionIndex(elements.size()), values);
        if (order != null) {
            elements.sort(order);
        }
        return new BsonArray(sliced(elements));
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.CREATE;
    }

    private int insertionIndex(int size) {
        long index = position >= 0 ? position : Math.max(0, size + position);
        return (int) Math.min(index, size);
    }

    private List<BsonValue> sliced(List<BsonValue> elements) {
        int size = elements.size();
        if (slice >= 0) {
            return elements.subList(0, (int) Math.min(slice, size));
        }
        return elements.subList((int) Math.max(0, size + slice), size);
    }

    private static PushOperator modified(BsonDocument argument, ValueOrder order) {
        List<BsonValue> values = List.of();
        long position = Long.MAX_VALUE;
        PushOrder sort = null;
        long slice = Long.MAX_VALUE;
        for (Map.Entry<String, BsonValue> clause : argument.entrySet()) {
            BsonValue value = clause.getValue();
            switch (clause.getKey()) {
                case EACH -> values = each(value);
                case POSITION ->
                    position = integer(value, "The value for $position must be an integer value, not of type: ");
                case SLICE ->
                    slice = integer(value, "The value for $slice must be an integer value but was given type: ");
                case SORT -> sort = PushOrder.parse(value, order);
                default -> throw badValue("Unrecognized clause in $push: " + clause.getKey());
            }
        }
        return new PushOperator(values, position, sort, slice);
    }

    private static List<BsonValue> each(BsonValue value) {
        if (!value.isArray()) {
            throw badValue(
                    "The argument to $each in $push must be an array but it was of type: " + BsonTypes.name(value));
        }
        return List.copyOf(value.asArray());
    }

    private static long integer(BsonValue value, String refusal) {
        return Numbers.asExactLong(value).orElseThrow(() -> badValue(refusal + BsonTypes.name(value)));
    }

    private static CommandException badValue(String text) {
        return new CommandException(ErrorCode.BAD_VALUE, text);
    }
}
