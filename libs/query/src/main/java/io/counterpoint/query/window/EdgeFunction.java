package io.counterpoint.query.window;

import io.counterpoint.query.expression.Expression;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code $first} and {@code $last}: the value of the document at one end of the window; null for an empty window.
 *
 * @param input gives the value
 * @param bounds of the windows
 * @param last at which end
 */
record EdgeFunction(Expression input, WindowBounds bounds, boolean last) implements WindowFunction {
    static final WindowOperator FIRST = entry("$first", "the value of the first document", false);
    static final WindowOperator LAST = entry("$last", "the value of the last document", true);

    private static WindowOperator entry(String name, String help, boolean last) {
        return new WindowOperator(
                name,
                help,
                arguments -> new EdgeFunction(arguments.expression(arguments.operand()), arguments.bounds(), last));
    }

    @Override
    public @Nullable BsonValue[] over(Partition partition) {
        Frames frames = bounds.frames(partition);
        @Nullable BsonValue[] values = partition.values(input);
        @Nullable BsonValue[] results = new BsonValue[values.length];
        for (int i = 0; i < results.length; i++) {
            int edge = last ? frames.ends()[i] - 1 : frames.starts()[i];
            results[i] = frames.isEmpty(i) ? BsonNull.VALUE : values[edge];
        }
        return results;
    }
}
