package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;

import io.counterpoint.query.ValueText;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Single parts of a date: {@code {$year: date}} and {@code {$year: {date, timezone}}}. */
final class DatePartExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            entry("$dayOfMonth", "day of the month, 1 to 31", ZonedDateTime::getDayOfMonth),
            entry("$dayOfWeek", "day of the week, 1 (Sunday) to 7", DatePartExpressions::dayOfWeek),
            entry("$dayOfYear", "day of the year, 1 to 366", ZonedDateTime::getDayOfYear),
            entry("$hour", "hour, 0 to 23", ZonedDateTime::getHour),
            entry(
                    "$isoDayOfWeek",
                    "day of the week, 1 (Monday) to 7",
                    date -> date.getDayOfWeek().getValue()),
            entry("$isoWeek", "week of the ISO year, 1 to 53", date -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)),
            entry("$isoWeekYear", "year the ISO week belongs to", date -> date.get(IsoFields.WEEK_BASED_YEAR)),
            entry("$millisecond", "millisecond, 0 to 999", date -> date.get(ChronoField.MILLI_OF_SECOND)),
            entry("$minute", "minute, 0 to 59", ZonedDateTime::getMinute),
            entry("$month", "month, 1 to 12", ZonedDateTime::getMonthValue),
            entry("$second", "second, 0 to 59", ZonedDateTime::getSecond),
            entry("$week", "week of the year, 0 to 53, from its first Sunday on", DatePartExpressions::week),
            entry("$year", "year", ZonedDateTime::getYear));

    private DatePartExpressions() {}

    /** Takes a part out of a date. */
    @FunctionalInterface
    interface Part {
        int of(ZonedDateTime date);
    }

    static int dayOfWeek(ZonedDateTime date) {
        return date.getDayOfWeek().getValue() % 7 + 1;
    }

    /** Days before the first Sunday are in week 0. */
    static int week(ZonedDateTime date) {
        return (date.getDayOfYear() + 7 - dayOfWeek(date)) / 7;
    }

    private static ExpressionOperator entry(String name, String help, Part part) {
        return new ExpressionOperator(name, help, (argument, parser) -> parse(name, argument, parser, part));
    }

    private static Expression parse(String name, BsonValue argument, ExpressionParser parser, Part part) {
        boolean isLong = name.equals("$isoWeekYear");
        if (argument instanceof BsonDocument document && !ExpressionParser.isOperator(document)) {
            Arguments.Named named = new Arguments.Named(
                    argument,
                    Set.of("date", "timezone"),
                    () -> refusal(40535, name),
                    unknown -> refusal(40535, "unrecognized option to " + name + ": \"" + unknown + "\""));
            Expression date = parser.parse(named.require(
                    "date",
                    40539,
                    "missing 'date' argument to " + name + ", provided: " + ValueText.element(name, document)));
            return new DatePart(date, named.parse("timezone", parser), part, isLong);
        }
        if (argument instanceof BsonArray array && array.size() != 1) {
            throw refusal(
                    40536, name + " accepts exactly one argument if given an array, but was given " + array.size());
        }
        return new DatePart(Arguments.positional(name, argument, parser, 1, 1).get(0), null, part, isLong);
    }

    private record DatePart(Expression date, @Nullable Expression timezone, Part part, boolean isLong)
            implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = date.evaluate(root, variables);
            @Nullable ZoneId zone = DateArguments.zone(timezone, root, variables);
            if (isNullish(value) || zone == null) {
                return BsonNull.VALUE;
            }
            int number = part.of(DateArguments.at(DateArguments.millis(value), zone));
            return isLong ? new BsonInt64(number) : new BsonInt32(number);
        }
    }
}
