package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.ValueText;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** All parts of a date at once: {@code $dateToParts $dateFromParts}. */
final class DatePartsExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator(
                    "$dateFromParts", "a date from year, month and so on", DatePartsExpressions::parseFrom),
            new ExpressionOperator("$dateToParts", "year, month and so on of a date", DatePartsExpressions::parseTo));

    private static final Set<String> TIME_PARTS = Set.of("hour", "minute", "second", "millisecond");

    private DatePartsExpressions() {}

    private static Expression parseTo(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("date", "timezone", "iso8601"),
                () -> refusal(40524, "$dateToParts only supports an object as its argument"),
                name -> refusal(40520, "Unrecognized argument to $dateToParts: " + name));
        Expression date = parser.parse(named.require("date", 40522, "Missing 'date' parameter to $dateToParts"));
        return new ToParts(date, named.parse("timezone", parser), named.parse("iso8601", parser));
    }

    private static Expression parseFrom(BsonValue argument, ExpressionParser parser) {
        Set<String> known = Set.of(
                "year",
                "month",
                "day",
                "hour",
                "minute",
                "second",
                "millisecond",
                "timezone",
                "isoWeekYear",
                "isoWeek",
                "isoDayOfWeek");
        Arguments.Named named = new Arguments.Named(
                argument,
                known,
                () -> refusal(40519, "$dateFromParts only supports an object as its argument"),
                name -> refusal(40518, "Unrecognized argument to $dateFromParts: " + name));
        boolean iso = named.get("isoWeekYear") != null;
        if (!iso && named.get("year") == null) {
            throw refusal(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
        }
        for (String name : iso ? List.of("year", "month", "day") : List.of("isoWeek", "isoDayOfWeek")) {
            if (named.get(name) != null) {
                throw refusal(iso ? 40489 : 40525, "$dateFromParts does not allow mixing natural dates with ISO dates");
            }
        }
        Map<String, Expression> parts = new HashMap<>();
        for (String name : known) {
            @Nullable Expression part = name.equals("timezone") ? null : named.parse(name, parser);
            if (part != null) {
                parts.put(name, part);
            }
        }
        return new FromParts(parts, named.parse("timezone", parser), iso);
    }

    private record ToParts(
            Expression date,
            @Nullable Expression timezone,
            @Nullable Expression iso) implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = date.evaluate(root, variables);
            @Nullable ZoneId zone = DateArguments.zone(timezone, root, variables);
            @Nullable BsonValue isoValue = iso == null ? BsonBoolean.FALSE : iso.evaluate(root, variables);
            if (isNullish(value) || zone == null || isNullish(isoValue)) {
                return BsonNull.VALUE;
            }
            if (!(isoValue instanceof BsonBoolean isIso)) {
                throw refusal(40521, "iso8601 must evaluate to a bool, found " + typeName(isoValue));
            }
            ZonedDateTime moment = DateArguments.at(DateArguments.millis(value), zone);
            BsonDocument parts = new BsonDocument();
            if (isIso.getValue()) {
                put(parts, "isoWeekYear", moment.get(IsoFields.WEEK_BASED_YEAR));
                put(parts, "isoWeek", moment.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
                put(parts, "isoDayOfWeek", moment.getDayOfWeek().getValue());
            } else {
                put(parts, "year", moment.getYear());
                put(parts, "month", moment.getMonthValue());
                put(parts, "day", moment.getDayOfMonth());
            }
            put(parts, "hour", moment.getHour());
            put(parts, "minute", moment.getMinute());
            put(parts, "second", moment.getSecond());
            put(parts, "millisecond", moment.get(ChronoField.MILLI_OF_SECOND));
            return parts;
        }

        private static void put(BsonDocument parts, String name, int number) {
            parts.put(name, new BsonInt32(number));
        }
    }

    private record FromParts(
            Map<String, Expression> parts, @Nullable Expression timezone, boolean iso) implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable ZoneId zone = DateArguments.zone(timezone, root, variables);
            Map<String, Long> numbers = new HashMap<>();
            for (Map.Entry<String, Expression> part : parts.entrySet()) {
                @Nullable BsonValue value = part.getValue().evaluate(root, variables);
                if (value == null || isNullish(value)) {
                    return BsonNull.VALUE;
                }
                numbers.put(part.getKey(), whole(part.getKey(), value));
            }
            if (zone == null) {
                return BsonNull.VALUE;
            }
            try {
                return new BsonDateTime(date(numbers)
                        .plusHours(numbers.getOrDefault("hour", 0L))
                        .plusMinutes(numbers.getOrDefault("minute", 0L))
                        .plusSeconds(numbers.getOrDefault("second", 0L))
                        .plus(numbers.getOrDefault("millisecond", 0L), ChronoUnit.MILLIS)
                        .atZone(zone)
                        .toInstant()
                        .toEpochMilli());
            } catch (ArithmeticException | DateTimeException e) {
                throw refusal(40523, "$dateFromParts makes no date of these parts");
            }
        }

        /** Parts beyond their range carry over: month 14 is February of the next year. */
        private LocalDateTime date(Map<String, Long> numbers) {
            if (iso) {
                return LocalDate.of(Math.toIntExact(numbers.getOrDefault("isoWeekYear", 1970L)), 1, 4)
                        .with(ChronoField.DAY_OF_WEEK, 1)
                        .plusWeeks(numbers.getOrDefault("isoWeek", 1L) - 1)
                        .plusDays(numbers.getOrDefault("isoDayOfWeek", 1L) - 1)
                        .atStartOfDay();
            }
            return LocalDate.of(Math.toIntExact(numbers.getOrDefault("year", 1970L)), 1, 1)
                    .plusMonths(numbers.getOrDefault("month", 1L) - 1)
                    .plusDays(numbers.getOrDefault("day", 1L) - 1)
                    .atStartOfDay();
        }

        private static long whole(String name, BsonValue value) {
            OptionalLong number = Numbers.asExactLong(value);
            if (number.isEmpty()) {
                throw refusal(
                        40515,
                        "'" + name + "' must evaluate to an integer, found " + typeName(value) + " with value "
                                + ValueText.of(value));
            }
            boolean isYear = name.equals("year") || name.equals("isoWeekYear");
            if (isYear && (number.getAsLong() < 1 || number.getAsLong() > 9999)) {
                throw refusal(
                        40523,
                        "'" + name + "' must evaluate to an integer in the range 1 to 9999, found "
                                + number.getAsLong());
            }
            if (!isYear && Math.abs(number.getAsLong()) > 32_767 && !TIME_PARTS.contains(name)) {
                throw refusal(
                        31034,
                        "'" + name + "' must evaluate to a value in the range [-32768, 32767]; value "
                                + number.getAsLong() + " is not in range");
            }
            return number.getAsLong();
        }
    }
}
