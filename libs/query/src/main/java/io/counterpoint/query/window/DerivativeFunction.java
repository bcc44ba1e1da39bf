package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.failedToParse;
import static io.counterpoint.query.window.WindowArguments.refusal;

import io.counterpoint.bson.number.Numbers;
import java.util.OptionalLong;
import org.bson.BsonDateTime;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$derivative: {input, unit}}}: how much the input grows from the first to the last document of the window, for
 * each unit of what they are sorted by; null when that is the same for both.
 *
 * @param arguments input and unit
 * @param bounds of the windows
 */
record DerivativeFunction(TimeUnitArguments arguments, WindowBounds bounds) implements WindowFunction {
    static final WindowOperator ENTRY =
            new WindowOperator("$derivative", "the mean rate of change", DerivativeFunction::parse);

    private static WindowFunction parse(WindowArguments arguments) {
        TimeUnitArguments parsed = TimeUnitArguments.parse(arguments);
        if (arguments.window() == null) {
            throw failedToParse("$derivative requires explicit window bounds");
        }
        return new DerivativeFunction(parsed, arguments.bounds());
    }

    @Override
    public BsonValue[] over(Partition partition) {
        Frames frames = bounds.frames(partition);
        @Nullable BsonValue[] times = partition.values(arguments.sortValue());
        @Nullable BsonValue[] inputs = partition.values(arguments.input());
        BsonValue[] results = new BsonValue[times.length];
        for (int i = 0; i < results.length; i++) {
            int first = frames.starts()[i];
            int last = frames.ends()[i] - 1;
            results[i] = frames.isEmpty(i)
                    ? BsonNull.VALUE
                    : rate(run(times[first], times[last]), rise(inputs[first], inputs[last]));
        }
        return results;
    }

    private BsonValue run(@Nullable BsonValue from, @Nullable BsonValue to) {
        boolean dates = from instanceof BsonDateTime && to instanceof BsonDateTime;
        boolean someDate = from instanceof BsonDateTime || to instanceof BsonDateTime;
        if (arguments.unitMillis().isPresent() && !dates) {
            throw refusal(5624900, "$derivative with 'unit' expects the sortBy field to be a Date");
        }
        if (arguments.unitMillis().isEmpty() && someDate) {
            throw refusal(5624901, "$derivative where the sortBy is a Date requires an 'unit'");
        }
        if (!dates && (from == null || to == null || !Numbers.isNumber(from) || !Numbers.isNumber(to))) {
            throw refusal(5624902, "$derivative (with no 'unit') expects the sortBy field to be numeric");
        }
        return Calculation.SUBTRACT.of(to, from);
    }

    private static BsonValue rise(@Nullable BsonValue from, @Nullable BsonValue to) {
        BsonValue rise = Calculation.SUBTRACT.of(to, from);
        if (rise.isNull()) {
            throw refusal(5624903, "$derivative input must not be null or missing");
        }
        return rise;
    }

    private BsonValue rate(BsonValue run, BsonValue rise) {
        if (Numbers.isZero(run)) {
            return BsonNull.VALUE;
        }
        BsonValue rate = Calculation.DIVIDE.of(rise, run);
        OptionalLong unitMillis = arguments.unitMillis();
        return unitMillis.isEmpty() ? rate : Calculation.MULTIPLY.of(rate, new BsonInt64(unitMillis.getAsLong()));
    }
}
