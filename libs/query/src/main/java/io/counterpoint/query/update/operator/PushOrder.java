package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.ValueOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The {@code $sort} of a {@code $push}: whole elements, or fields of elements. Unlike the sort of a query it does not
 * look into arrays: an element is one value.
 *
 * <p>Source: MongoDB manual, "$sort" (update modifier).
 *
 * @param keys what is compared, in turn
 * @param values the order of the compared values
 */
record PushOrder(List<Key> keys, ValueOrder values) implements Comparator<BsonValue> {
    /**
     * One thing to compare.
     *
     * @param path field names below an element; empty for the element itself
     * @param direction 1 or -1
     */
    private record Key(List<String> path, int direction) {}

    static PushOrder parse(BsonValue sort, ValueOrder values) {
        if (Numbers.isNumber(sort)) {
            return new PushOrder(List.of(new Key(List.of(), direction(sort))), values);
        }
        if (!sort.isDocument()) {
            throw badValue("The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded"
                    + " fields");
        }
        if (sort.asDocument().isEmpty()) {
            throw badValue("The $sort pattern is empty when it should be a set of fields.");
        }
        List<Key> keys = new ArrayList<>();
        for (Map.Entry<String, BsonValue> field : sort.asDocument().entrySet()) {
            int direction = direction(field.getValue());
            keys.add(new Key(path(field.getKey()), direction));
        }
        return new PushOrder(keys, values);
    }

    @Override
    public int compare(BsonValue left, BsonValue right) {
        for (Key key : keys) {
            int order = values.compare(read(left, key.path()), read(right, key.path()));
            if (order != 0) {
                return key.direction() * Integer.signum(order);
            }
        }
        return 0;
    }

    private static BsonValue read(BsonValue element, List<String> path) {
        BsonValue value = element;
        for (String name : path) {
            BsonValue next = value instanceof BsonDocument document ? document.get(name) : null;
            if (next == null) {
                return BsonNull.VALUE;
            }
            value = next;
        }
        return value;
    }

    private static int direction(BsonValue value) {
        double direction = Numbers.isNumber(value) ? Numbers.toDouble(value) : 0;
        if (direction != 1 && direction != -1) {
            throw badValue("The $sort element value must be either 1 or -1");
        }
        return (int) direction;
    }

    private static List<String> path(String field) {
        if (field.isEmpty()) {
            throw badValue("The $sort field cannot be empty");
        }
        List<String> parts = Arrays.asList(field.split("\\.", -1));
        if (parts.contains("")) {
            throw badValue("The $sort field is a dotted field but has an empty part: " + field);
        }
        return parts;
    }

    private static CommandException badValue(String text) {
        return new CommandException(ErrorCode.BAD_VALUE, text);
    }
}
