package io.counterpoint.query.window;

import io.counterpoint.query.expression.Expression;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$locf: expression}}: the last value up to here that is neither null nor missing.
 *
 * @param input gives the values
 */
record LocfFunction(Expression input) implements WindowFunction {
    static final WindowOperator ENTRY =
            new WindowOperator("$locf", "the last value that was there", LocfFunction::parse);

    private static WindowFunction parse(WindowArguments arguments) {
        arguments.refuseWindow();
        return new LocfFunction(arguments.expression(arguments.operand()));
    }

    @Override
    public BsonValue[] over(Partition partition) {
        @Nullable BsonValue[] values = partition.values(input);
        BsonValue[] results = new BsonValue[values.length];
        BsonValue carried = BsonNull.VALUE;
        for (int i = 0; i < results.length; i++) {
            @Nullable BsonValue value = values[i];
            if (value != null && !value.isNull() && value.getBsonType() != BsonType.UNDEFINED) {
                carried = value;
            }
            results[i] = carried;
        }
        return results;
    }
}
