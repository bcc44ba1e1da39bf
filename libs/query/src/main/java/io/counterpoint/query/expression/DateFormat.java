package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.refusal;

import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;

/**
 * A format such as {@code %Y-%m-%d} of {@code $dateToString} and {@code $dateFromString}. Immutable. Source: MongoDB
 * manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateToString/#format-specifiers">format
 * specifiers</a>.
 *
 * @param pattern the format, checked
 */
record DateFormat(String pattern) {
    static final DateFormat ISO_UTC = new DateFormat("%Y-%m-%dT%H:%M:%S.%LZ");
    static final DateFormat ISO_LOCAL = new DateFormat("%Y-%m-%dT%H:%M:%S.%L");

    private static final String LETTERS_OF_OUTPUT = "dGHjLmMSwuUVYzZ%bB";
    private static final String LETTERS_OF_INPUT = "dGHjLmMSuVYzZ%bB";

    /** A format for output; 18535 and 18536 when it is none. */
    static DateFormat forOutput(String pattern) {
        return checked(pattern, LETTERS_OF_OUTPUT);
    }

    /** A format for input, which knows fewer letters. */
    static DateFormat forInput(String pattern) {
        return checked(pattern, LETTERS_OF_INPUT);
    }

    private static DateFormat checked(String pattern, String letters) {
        for (int i = pattern.indexOf('%'); i >= 0; i = pattern.indexOf('%', i + 2)) {
            if (i + 1 == pattern.length()) {
                throw refusal(18535, "Unmatched '%' at end of format string");
            }
            char letter = pattern.charAt(i + 1);
            if (letters.indexOf(letter) < 0) {
                throw refusal(18536, "Invalid format character '%" + letter + "' in format string");
            }
        }
        return new DateFormat(pattern);
    }

    /** A moment in this format. */
    String format(long millis, ZoneId zone) {
        ZonedDateTime date = DateArguments.at(millis, zone);
        if (date.getYear() < 0 || date.getYear() > 9999) {
            throw refusal(18537, "$dateToString is only defined on year 0-9999, tried to use year " + date.getYear());
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '%') {
                i++;
                append(out, pattern.charAt(i), date);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static void append(StringBuilder out, char letter, ZonedDateTime date) {
        switch (letter) {
            case 'd' -> padded(out, date.getDayOfMonth(), 2);
            case 'G' -> padded(out, date.get(IsoFields.WEEK_BASED_YEAR), 4);
            case 'H' -> padded(out, date.getHour(), 2);
            case 'j' -> padded(out, date.getDayOfYear(), 3);
            case 'L' -> padded(out, date.get(ChronoField.MILLI_OF_SECOND), 3);
            case 'm' -> padded(out, date.getMonthValue(), 2);
            case 'M' -> padded(out, date.getMinute(), 2);
            case 'S' -> padded(out, date.getSecond(), 2);
            case 'w' -> out.append(DatePartExpressions.dayOfWeek(date));
            case 'u' -> out.append(date.getDayOfWeek().getValue());
            case 'U' -> padded(out, DatePartExpressions.week(date), 2);
            case 'V' -> padded(out, date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
            case 'Y' -> padded(out, date.getYear(), 4);
            case 'z' -> offset(out, date.getOffset().getTotalSeconds());
            case 'Z' -> out.append(date.getOffset().getTotalSeconds() / 60);
            case 'b' -> out.append(monthName(date.getMonth(), TextStyle.SHORT));
            case 'B' -> out.append(monthName(date.getMonth(), TextStyle.FULL));
            default -> out.append(letter);
        }
    }

    static String monthName(Month month, TextStyle style) {
        return month.getDisplayName(style, Locale.ENGLISH);
    }

    private static void padded(StringBuilder out, int number, int width) {
        String digits = Integer.toString(number);
        out.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
    }

    private static void offset(StringBuilder out, int seconds) {
        int minutes = Math.abs(seconds) / 60;
        out.append(seconds < 0 ? '-' : '+');
        padded(out, minutes / 60, 2);
        padded(out, minutes % 60, 2);
    }
}
