package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code $dateAdd $dateSubtract $dateDiff $dateTrunc}. Units from the day up follow the calendar of the time zone;
 * shorter ones are lengths of time. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateAdd/">$dateAdd</a> and its neighbours.
 */
final class DateArithmeticExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator(
                    "$dateAdd",
                    "a date some units later",
                    (argument, parser) -> parseAdd("$dateAdd", argument, parser, 1)),
            new ExpressionOperator(
                    "$dateDiff", "boundaries of a unit between two dates", DateArithmeticExpressions::parseDiff),
            new ExpressionOperator(
                    "$dateSubtract",
                    "a date some units earlier",
                    (argument, parser) -> parseAdd("$dateSubtract", argument, parser, -1)),
            new ExpressionOperator(
                    "$dateTrunc", "the start of the bin a date lies in", DateArithmeticExpressions::parseTrunc));

    /** Bins of several units are counted from here. */
    private static final LocalDate REFERENCE = LocalDate.of(2000, 1, 1);

    private DateArithmeticExpressions() {}

    private static Expression parseAdd(String name, BsonValue argument, ExpressionParser parser, int sign) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("startDate", "unit", "amount", "timezone"),
                () -> refusal(5166400, name + " expects an object as its argument"),
                unknown -> refusal(5166401, "Unrecognized argument to " + name + ": " + unknown));
        String missing = name + " requires startDate, unit, and amount to be present";
        return new Add(
                name,
                parser.parse(named.require("startDate", 5166402, missing)),
                parser.parse(named.require("unit", 5166402, missing)),
                parser.parse(named.require("amount", 5166402, missing)),
                named.parse("timezone", parser),
                sign);
    }

    private static Expression parseDiff(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("startDate", "endDate", "unit", "timezone", "startOfWeek"),
                () -> refusal(5166301, "$dateDiff only supports an object as its argument"),
                unknown -> refusal(5166302, "Unrecognized argument to $dateDiff: " + unknown));
        return new Diff(
                parser.parse(named.require("startDate", 5166303, "Missing 'startDate' parameter to $dateDiff")),
                parser.parse(named.require("endDate", 5166304, "Missing 'endDate' parameter to $dateDiff")),
                parser.parse(named.require("unit", 5166305, "Missing 'unit' parameter to $dateDiff")),
                named.parse("timezone", parser),
                named.parse("startOfWeek", parser));
    }

    private static Expression parseTrunc(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("date", "unit", "binSize", "timezone", "startOfWeek"),
                () -> refusal(5439007, "$dateTrunc only supports an object as its argument"),
                unknown -> refusal(5439008, "Unrecognized argument to $dateTrunc: " + unknown));
        return new Trunc(
                parser.parse(named.require("date", 5439009, "Missing 'date' parameter to $dateTrunc")),
                parser.parse(named.require("unit", 5439010, "Missing 'unit' parameter to $dateTrunc")),
                named.parse("binSize", parser),
                named.parse("timezone", parser),
                named.parse("startOfWeek", parser));
    }

    private static DateUnit requireUnit(String operator, int code, @Nullable BsonValue value) {
        if (!(value instanceof BsonString name)) {
            throw refusal(code, operator + " requires 'unit' to be a string, but got " + typeName(value));
        }
        return DateUnit.of(name.getValue());
    }

    private static DayOfWeek weekStart(
            String operator, int code, @Nullable Expression startOfWeek, BsonDocument root, Variables variables) {
        @Nullable BsonValue value = startOfWeek == null ? null : startOfWeek.evaluate(root, variables);
        if (value == null || isNullish(value)) {
            return DayOfWeek.SUNDAY;
        }
        if (!(value instanceof BsonString name)) {
            throw refusal(code, operator + " requires 'startOfWeek' to be a string, but got " + typeName(value));
        }
        String wanted = name.getValue().toLowerCase(Locale.ROOT);
        for (DayOfWeek day : DayOfWeek.values()) {
            String full = day.name().toLowerCase(Locale.ROOT);
            if (full.equals(wanted) || full.substring(0, 3).equals(wanted)) {
                return day;
            }
        }
        throw new CommandException(ErrorCode.FAILED_TO_PARSE, "unknown day of week value: " + name.getValue());
    }

    private record Add(
            String name,
            Expression startDate,
            Expression unit,
            Expression amount,
            @Nullable Expression timezone,
            int sign)
            implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue start = startDate.evaluate(root, variables);
            @Nullable BsonValue unitValue = unit.evaluate(root, variables);
            @Nullable BsonValue amountValue = amount.evaluate(root, variables);
            @Nullable ZoneId zone = DateArguments.zone(timezone, root, variables);
            if (isNullish(start)
                    || isNullish(unitValue)
                    || amountValue == null
                    || isNullish(amountValue)
                    || zone == null) {
                return BsonNull.VALUE;
            }
            DateUnit dateUnit = requireUnit(name, 5166404, unitValue);
            OptionalLong count = Numbers.asExactLong(amountValue);
            if (count.isEmpty()) {
                throw refusal(5166405, name + " expects integer amount of time units");
            }
            long millis = DateArguments.millis(start);
            try {
                return new BsonDateTime(dateUnit.plus(millis, Math.multiplyExact(count.getAsLong(), sign), zone));
            } catch (ArithmeticException | DateTimeException e) {
                throw refusal(5166406, name + " overflowed");
            }
        }
    }

    private record Diff(
            Expression startDate,
            Expression endDate,
            Expression unit,
            @Nullable Expression timezone,
            @Nullable Expression startOfWeek)
            implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue start = startDate.evaluate(root, variables);
            @Nullable BsonValue end = endDate.evaluate(root, variables);
            @Nullable BsonValue unitValue = unit.evaluate(root, variables);
            @Nullable ZoneId zone = DateArguments.zone(timezone, root, variables);
            if (isNullish(start) || isNullish(end) || isNullish(unitValue) || zone == null) {
                return BsonNull.VALUE;
            }
            DateUnit dateUnit = requireUnit("$dateDiff", 5439013, unitValue);
            DayOfWeek week = weekStart("$dateDiff", 5439015, startOfWeek, root, variables);
            ZonedDateTime from = DateArguments.at(DateArguments.millis(start), zone);
            ZonedDateTime to = DateArguments.at(DateArguments.millis(end), zone);
            return new BsonInt64(Math.subtractExact(number(to, dateUnit, week), number(from, dateUnit, week)));
        }

        /** How many units there were before, counted from any fixed point. */
        private static long number(ZonedDateTime date, DateUnit unit, DayOfWeek week) {
            if (unit.months() > 0) {
                return Math.floorDiv(date.getYear() * 12L + date.getMonthValue() - 1, (long) unit.months());
            }
            if (unit == DateUnit.WEEK) {
                return Math.floorDiv(
                        date.toLocalDate()
                                .with(TemporalAdjusters.previousOrSame(week))
                                .toEpochDay(),
                        7L);
            }
            return unit == DateUnit.DAY
                    ? date.toLocalDate().toEpochDay()
                    : Math.floorDiv(localMillis(date), unit.millis());
        }
    }

    /** Milliseconds since the epoch on the clock on the wall. */
    private static long localMillis(ZonedDateTime date) {
        return date.toInstant().toEpochMilli() + date.getOffset().getTotalSeconds() * 1000L;
    }

    private record Trunc(
            Expression date,
            Expression unit,
            @Nullable Expression binSize,
            @Nullable Expression timezone,
            @Nullable Expression startOfWeek)
            implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = date.evaluate(root, variables);
            @Nullable BsonValue unitValue = unit.evaluate(root, variables);
            @Nullable BsonValue sizeValue = binSize == null ? null : binSize.evaluate(root, variables);
            @Nullable ZoneId zone = DateArguments.zone(timezone, root, variables);
            if (isNullish(value) || isNullish(unitValue) || zone == null || (binSize != null && isNullish(sizeValue))) {
                return BsonNull.VALUE;
            }
            DateUnit dateUnit = requireUnit("$dateTrunc", 5439013, unitValue);
            DayOfWeek week = weekStart("$dateTrunc", 5439015, startOfWeek, root, variables);
            ZonedDateTime moment = DateArguments.at(DateArguments.millis(value), zone);
            return new BsonDateTime(truncate(moment, dateUnit, binSize(sizeValue), week));
        }

        private static long binSize(@Nullable BsonValue value) {
            if (value == null) {
                return 1;
            }
            OptionalLong size = Numbers.asExactLong(value);
            if (size.isEmpty()) {
                throw refusal(
                        5439017,
                        "$dateTrunc requires 'binSize' to be a 64-bit integer, but got value of type "
                                + typeName(value));
            }
            if (size.getAsLong() <= 0) {
                throw refusal(
                        5439018,
                        "$dateTrunc requires 'binSize' to be greater than 0, but got value " + size.getAsLong());
            }
            return size.getAsLong();
        }

        private static long truncate(ZonedDateTime date, DateUnit unit, long size, DayOfWeek week) {
            if (unit.millis() > 0) {
                long bin = Math.multiplyExact(size, unit.millis());
                long reference = REFERENCE.toEpochDay() * 86_400_000L;
                return date.toInstant().toEpochMilli() - Math.floorMod(localMillis(date) - reference, bin);
            }
            LocalDate day = date.toLocalDate();
            LocalDate start;
            if (unit.months() > 0) {
                long months = (day.getYear() - 2000) * 12L + day.getMonthValue() - 1;
                long bin = Math.multiplyExact(size, unit.months());
                start = REFERENCE.plusMonths(Math.floorDiv(months, bin) * bin);
            } else {
                LocalDate reference =
                        unit == DateUnit.WEEK ? REFERENCE.with(TemporalAdjusters.nextOrSame(week)) : REFERENCE;
                long bin = Math.multiplyExact(size, unit == DateUnit.WEEK ? 7L : 1L);
                long days = day.toEpochDay() - reference.toEpochDay();
                start = reference.plusDays(Math.floorDiv(days, bin) * bin);
            }
            return start.atStartOfDay(date.getZone()).toInstant().toEpochMilli();
        }
    }
}
