package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.refusal;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.accumulator.Accumulation;
import io.counterpoint.query.accumulator.Accumulator;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$integral: {input, unit}}}: the area under the input by the trapezoidal rule. Adds points {@code [time,
 * input]} in the order of time.
 *
 * <p>Partial form: {@code {first: point, last: point, sum: area between them, nan: whether a point has NaN}}, empty
 * when there is no point.
 */
final class IntegralState implements Accumulator {
    static final WindowOperator ENTRY =
            new WindowOperator("$integral", "the area under the curve", IntegralState::parse);

    private static final String FIRST = "first";
    private static final String LAST = "last";
    private static final String SUM = "sum";
    private static final String NAN = "nan";

    private static final BsonDouble HALF = new BsonDouble(2);

    private final OptionalLong unitMillis;
    private @Nullable BsonArray first;
    private @Nullable BsonArray last;
    private BsonValue sum = new BsonInt32(0);
    private boolean nan;

    private IntegralState(OptionalLong unitMillis) {
        this.unitMillis = unitMillis;
    }

    private static WindowFunction parse(WindowArguments arguments) {
        TimeUnitArguments parsed = TimeUnitArguments.parse(arguments);
        Expression point = (root, variables) -> point(parsed, root, variables);
        return new AccumulatedWindow(
                new Accumulation("$integral", point, () -> new IntegralState(parsed.unitMillis())), arguments.bounds());
    }

    private static BsonArray point(TimeUnitArguments arguments, BsonDocument root, Variables variables) {
        BsonArray point = new BsonArray(2);
        point.add(orNull(arguments.sortValue().evaluate(root, variables)));
        point.add(orNull(arguments.input().evaluate(root, variables)));
        return point;
    }

    private static BsonValue orNull(@Nullable BsonValue value) {
        return value == null ? BsonNull.VALUE : value;
    }

    @Override
    public void add(@Nullable BsonValue value) {
        BsonArray point = orNull(value).asArray();
        check(point);
        join(point, new BsonInt32(0), point, Numbers.isNaN(point.get(1)) || isNaN(point.get(0)));
    }

    private static boolean isNaN(BsonValue time) {
        return Numbers.isNumber(time) && Numbers.isNaN(time);
    }

    private void check(BsonArray point) {
        BsonValue time = point.get(0);
        boolean date = time instanceof BsonDateTime;
        if (!Numbers.isNumber(point.get(1)) || !(date || Numbers.isNumber(time))) {
            throw refusal(
                    5423900,
                    "The input value of $integral window function must be a vector of 2 value, the first value must be"
                            + " numeric or date type and the second must be numeric.");
        }
        if (unitMillis.isPresent() && !date) {
            throw refusal(5423901, "$integral with 'outputUnit' expects the sortBy field to be a Date");
        }
        if (unitMillis.isEmpty() && date) {
            throw refusal(5423902, "$integral (with no 'outputUnit') expects the sortBy field to be numeric");
        }
    }

    /** Appends a run of points that has an area of its own. */
    private void join(BsonArray from, BsonValue area, BsonArray to, boolean hasNaN) {
        BsonArray before = last;
        if (before == null) {
            first = from;
        } else if (!hasNaN && !nan) {
            sum = Calculation.ADD.of(sum, trapezoid(before, from));
        }
        sum = Calculation.ADD.of(sum, area);
        last = to;
        nan |= hasNaN;
    }

    private static BsonValue trapezoid(BsonArray from, BsonArray to) {
        BsonValue width = Calculation.SUBTRACT.of(to.get(0), from.get(0));
        BsonValue heights = Calculation.ADD.of(to.get(1), from.get(1));
        return Calculation.DIVIDE.of(Calculation.MULTIPLY.of(heights, width), HALF);
    }

    @Override
    public BsonValue result() {
        if (last == null) {
            return BsonNull.VALUE;
        }
        if (nan) {
            return new BsonDouble(Double.NaN);
        }
        return unitMillis.isEmpty() ? sum : Calculation.DIVIDE.of(sum, new BsonInt64(unitMillis.getAsLong()));
    }

    @Override
    public BsonValue partial() {
        BsonDocument partial = new BsonDocument();
        if (first != null && last != null) {
            partial.append(FIRST, first).append(LAST, last).append(SUM, sum).append(NAN, BsonBoolean.valueOf(nan));
        }
        return partial;
    }

    @Override
    public void merge(BsonValue partial) {
        BsonDocument parts = partial.asDocument();
        if (!parts.isEmpty()) {
            join(
                    parts.getArray(FIRST),
                    orNull(parts.get(SUM)),
                    parts.getArray(LAST),
                    parts.getBoolean(NAN).getValue());
        }
    }
}
