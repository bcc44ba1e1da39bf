package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.refusal;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.sort.SortPattern;
import org.bson.BsonDateTime;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$linearFill: expression}}: values that are null or missing lie on the straight line between their neighbours;
 * those without a neighbour on each side are null.
 *
 * @param input gives the values
 * @param sortValue where on the line a document is
 */
record LinearFillFunction(Expression input, Expression sortValue) implements WindowFunction {
    static final WindowOperator ENTRY = new WindowOperator(
            "$linearFill", "what is missing, on a line between neighbours", LinearFillFunction::parse);

    private static WindowFunction parse(WindowArguments arguments) {
        arguments.refuseWindow();
        @Nullable SortPattern sortBy = arguments.sortBy();
        if (sortBy == null || sortBy.fields().size() != 1) {
            throw refusal(
                    605001,
                    "$linearFill must be specified with a top level sortBy expression with exactly one element");
        }
        return new LinearFillFunction(
                arguments.expression(arguments.operand()), SortValues.expression(sortBy, arguments.context()));
    }

    @Override
    public BsonValue[] over(Partition partition) {
        @Nullable BsonValue[] places = partition.values(sortValue);
        @Nullable BsonValue[] values = partition.values(input);
        check(places, values);
        BsonValue[] results = new BsonValue[values.length];
        int before = -1;
        for (int i = 0; i < results.length; i++) {
            @Nullable BsonValue value = values[i];
            if (value == null || isNullish(value)) {
                results[i] = BsonNull.VALUE;
                continue;
            }
            results[i] = value;
            for (int gap = before + 1; before >= 0 && gap < i; gap++) {
                results[gap] = between(places[before], values[before], places[i], value, places[gap]);
            }
            before = i;
        }
        return results;
    }

    private static BsonValue between(
            @Nullable BsonValue x1,
            @Nullable BsonValue y1,
            @Nullable BsonValue x2,
            @Nullable BsonValue y2,
            @Nullable BsonValue x) {
        BsonValue slope = Calculation.DIVIDE.of(Calculation.SUBTRACT.of(y2, y1), Calculation.SUBTRACT.of(x2, x1));
        return Calculation.ADD.of(y1, Calculation.MULTIPLY.of(Calculation.SUBTRACT.of(x, x1), slope));
    }

    private static void check(@Nullable BsonValue[] places, @Nullable BsonValue[] values) {
        @Nullable BsonValue last = null;
        for (int i = 0; i < places.length; i++) {
            @Nullable BsonValue value = values[i];
            if (value != null && !isNullish(value) && !Numbers.isNumber(value)) {
                throw mismatch("Value to be filled must be numeric or nullish, but found ", value);
            }
            @Nullable BsonValue place = places[i];
            boolean date = place instanceof BsonDateTime;
            if (place == null || !(date || Numbers.isNumber(place))) {
                throw mismatch("Value of the sortBy field must be numeric or a date, but found ", place);
            }
            if (last != null && BsonOrder.equal(last, place)) {
                throw refusal(6050106, "There can be no repeated values in the sort field");
            }
            if (last != null && last instanceof BsonDateTime != date) {
                throw mismatch(
                        "Conflicting sort value types, previously received type " + SortValues.typeName(last)
                                + ", but found ",
                        place);
            }
            last = place;
        }
    }

    private static boolean isNullish(BsonValue value) {
        return value.isNull() || value.getBsonType() == BsonType.UNDEFINED;
    }

    private static CommandException mismatch(String text, @Nullable BsonValue found) {
        return new CommandException(ErrorCode.TYPE_MISMATCH, text + SortValues.typeName(found));
    }
}
