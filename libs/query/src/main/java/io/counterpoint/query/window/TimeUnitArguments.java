package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.failedToParse;
import static io.counterpoint.query.window.WindowArguments.refusal;

import io.counterpoint.query.ValueText;
import io.counterpoint.query.expression.DateUnit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.sort.SortPattern;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code $derivative} and {@code $integral}: {@code {input, unit}}.
 *
 * @param input what is derived or integrated
 * @param unitMillis the length of the unit of time, in milliseconds; empty when there is none and time is a number
 * @param sortValue the time
 */
record TimeUnitArguments(Expression input, OptionalLong unitMillis, Expression sortValue) {
    static TimeUnitArguments parse(WindowArguments arguments) {
        String operator = arguments.operator();
        SortPattern sortBy = requireSort(operator, arguments.sortBy());
        BsonDocument options = arguments.document(operator + " expects an object, but got a "
                + SortValues.typeName(arguments.operand()) + ": "
                + ValueText.element(operator, arguments.operand()));
        @Nullable BsonValue input = null;
        OptionalLong unitMillis = OptionalLong.empty();
        for (Map.Entry<String, BsonValue> option : options.entrySet()) {
            switch (option.getKey()) {
                case "input" -> input = option.getValue();
                case "unit" -> unitMillis = unitMillis(option.getValue());
                default -> throw failedToParse(operator + " got unexpected argument: " + option.getKey());
            }
        }
        if (input == null) {
            throw failedToParse(operator + " requires an 'input' expression");
        }
        return new TimeUnitArguments(
                arguments.expression(input), unitMillis, SortValues.expression(sortBy, arguments.context()));
    }

    private static SortPattern requireSort(String operator, @Nullable SortPattern sortBy) {
        if (sortBy == null) {
            throw failedToParse(operator + " requires a sortBy");
        }
        if (sortBy.fields().size() != 1) {
            throw failedToParse(operator + " requires a non-compound sortBy");
        }
        return sortBy;
    }

    private static OptionalLong unitMillis(BsonValue unit) {
        if (!(unit instanceof BsonString name)) {
            throw failedToParse("unit' must be a string, but got " + SortValues.typeName(unit));
        }
        OptionalLong millis = DateUnit.of(name.getValue()).fixedMillis();
        if (millis.isEmpty()) {
            throw refusal(5490710, "unit must be 'week' or smaller");
        }
        return millis;
    }
}
