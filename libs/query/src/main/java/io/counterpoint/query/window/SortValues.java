package io.counterpoint.query.window;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.DateUnit;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.sort.SortPattern;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The values that the documents of a partition are sorted by, as functions compute with them. */
final class SortValues {
    private SortValues() {}

    /** The value of the order's first field, read as expressions read paths. */
    static Expression expression(SortPattern sortBy, QueryContext context) {
        return Expression.parse(
                new BsonString("$" + sortBy.fields().get(0).path().text()), context);
    }

    /** The name of a value's type, {@code missing} for a missing one. */
    static String typeName(@Nullable BsonValue value) {
        return value == null ? "missing" : BsonTypes.name(value);
    }

    /**
     * A date some units later, in UTC.
     *
     * @throws CommandException DurationOverflow when there is no such date
     */
    static long plus(DateUnit unit, long dateMillis, long amount) {
        try {
            return unit.plus(dateMillis, amount, ZoneOffset.UTC);
        } catch (ArithmeticException | DateTimeException outOfRange) {
            throw new CommandException(ErrorCode.DURATION_OVERFLOW, "dateAdd overflowed");
        }
    }
}
