package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.failedToParse;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.expression.Expression;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$shift: {output, by, default}}}: the value of the document so many places further on.
 *
 * @param output gives the value
 * @param by how many places; negative for earlier documents
 * @param otherwise the value where there is no such document
 */
record ShiftFunction(Expression output, int by, BsonValue otherwise) implements WindowFunction {
    static final WindowOperator ENTRY =
            new WindowOperator("$shift", "the value of a document some places away", ShiftFunction::parse);

    private static WindowFunction parse(WindowArguments arguments) {
        if (arguments.window() != null) {
            throw failedToParse("$shift does not accept a 'window' field");
        }
        BsonDocument options = arguments.document("Argument to $shift must be an object");
        @Nullable BsonValue output = null;
        @Nullable BsonValue by = null;
        BsonValue otherwise = BsonNull.VALUE;
        for (Map.Entry<String, BsonValue> option : options.entrySet()) {
            switch (option.getKey()) {
                case "output" -> output = option.getValue();
                case "by" -> by = option.getValue();
                case "default" -> otherwise = constant(arguments, option.getValue());
                default -> throw failedToParse("Unknown argument in $shift");
            }
        }
        if (output == null) {
            throw failedToParse("$shift requires an 'output' expression.");
        }
        if (by == null) {
            throw failedToParse("$shift requires 'by' as an integer value.");
        }
        int places = places(by);
        if (arguments.sortBy() == null) {
            throw failedToParse("'$shift' requires a sortBy");
        }
        return new ShiftFunction(arguments.expression(output), places, otherwise);
    }

    private static BsonValue constant(WindowArguments arguments, BsonValue value) {
        @Nullable BsonValue constant = WindowArguments.constant(value, arguments.context());
        if (constant == null) {
            throw failedToParse("'$shift:default' expression must yield a constant value.");
        }
        return constant;
    }

    private static int places(BsonValue by) {
        OptionalLong whole = Numbers.asExactLong(by);
        if (whole.isEmpty() || whole.getAsLong() != (int) whole.getAsLong()) {
            throw failedToParse("'$shift:by' field must be an integer, but found  " + ValueText.element("by", by));
        }
        return (int) whole.getAsLong();
    }

    @Override
    public @Nullable BsonValue[] over(Partition partition) {
        @Nullable BsonValue[] values = partition.values(output);
        @Nullable BsonValue[] results = new BsonValue[values.length];
        for (int i = 0; i < results.length; i++) {
            long source = (long) i + by;
            results[i] = source >= 0 && source < values.length ? values[(int) source] : otherwise;
        }
        return results;
    }
}
