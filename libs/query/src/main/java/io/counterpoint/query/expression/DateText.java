package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads dates from text. */
final class DateText {
    private static final Pattern ISO = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})"
            + "(?:[T ](\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?)?\\s*(Z|UTC|GMT|[+-]\\d{2}:?(?:\\d{2})?)?");

    private DateText() {}

    /**
     * Reads a date in the notation of ISO 8601, with a blank instead of the T too.
     *
     * @param zone of texts that name none
     * @throws CommandException ConversionFailure (241) when it is no such date
     */
    static Instant parse(String text, ZoneId zone) {
        Matcher matcher = ISO.matcher(text.strip());
        if (!matcher.matches()) {
            throw failure(text, "the string does not have a date in the format of ISO 8601");
        }
        try {
            LocalDate date = LocalDate.of(number(matcher, 1), number(matcher, 2), number(matcher, 3));
            @Nullable String fraction = matcher.group(7);
            int nanos = fraction == null ? 0 : Integer.parseInt((fraction + "000000000").substring(0, 9));
            LocalTime time = LocalTime.of(number(matcher, 4), number(matcher, 5), number(matcher, 6), nanos);
            @Nullable String offset = matcher.group(8);
            return LocalDateTime.of(date, time)
                    .atZone(offset == null ? zone : offset(offset))
                    .toInstant();
        } catch (DateTimeException e) {
            throw failure(text, "there is no such date");
        }
    }

    private static int number(Matcher matcher, int group) {
        @Nullable String digits = matcher.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static ZoneOffset offset(String text) {
        if (text.startsWith("+") || text.startsWith("-")) {
            int minutes = Integer.parseInt(text.substring(1, 3)) * 60;
            String rest = text.substring(3).replace(":", "");
            minutes += rest.isEmpty() ? 0 : Integer.parseInt(rest);
            return ZoneOffset.ofTotalSeconds((text.startsWith("-") ? -minutes : minutes) * 60);
        }
        return ZoneOffset.UTC;
    }

    private static CommandException failure(String text, String why) {
        return new CommandException(ErrorCode.CONVERSION_FAILURE, "Error parsing date string '" + text + "'; " + why);
    }

    /** Reads a date in a format; the rest as {@link #parse(String, ZoneId)}. */
    static Instant parse(String text, DateFormat format, ZoneId zone) {
        try {
            return new Reader(text, zone).read(format.pattern());
        } catch (DateTimeException | NumberFormatException e) {
            throw failure(text, "there is no such date");
        }
    }

    /** One pass over a text and its format side by side. */
    private static final class Reader {
        private final String text;
        private ZoneId zone;
        private int at;
        private int year = 1970;
        private int month = 1;
        private int day = 1;
        private int dayOfYear;
        private int isoYear;
        private int isoWeek;
        private int isoDay = 1;
        private int hour;
        private int minute;
        private int second;
        private int millis;

        Reader(String text, ZoneId zone) {
            this.text = text;
            this.zone = zone;
        }

        Instant read(String pattern) {
            for (int i = 0; i < pattern.length(); i++) {
                char c = pattern.charAt(i);
                if (c == '%' && pattern.charAt(i + 1) != '%') {
                    i++;
                    part(pattern.charAt(i));
                } else {
                    i += c == '%' ? 1 : 0;
                    literal(c);
                }
            }
            if (at != text.length()) {
                throw failure(text, "trailing data");
            }
            return LocalDateTime.of(date(), LocalTime.of(hour, minute, second, millis * 1_000_000))
                    .atZone(zone)
                    .toInstant();
        }

        private LocalDate date() {
            if (isoYear > 0 || isoWeek > 0) {
                return LocalDate.of(isoYear > 0 ? isoYear : year, 1, 4)
                        .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, Math.max(1, isoWeek))
                        .with(ChronoField.DAY_OF_WEEK, isoDay);
            }
            return dayOfYear > 0 ? LocalDate.ofYearDay(year, dayOfYear) : LocalDate.of(year, month, day);
        }

        private void literal(char c) {
            if (at >= text.length() || text.charAt(at) != c) {
                throw failure(text, "format literal not found");
            }
            at++;
        }

        private void part(char letter) {
            switch (letter) {
                case 'Y' -> year = digits(4);
                case 'm' -> month = digits(2);
                case 'd' -> day = digits(2);
                case 'j' -> dayOfYear = digits(3);
                case 'G' -> isoYear = digits(4);
                case 'V' -> isoWeek = digits(2);
                case 'u' -> isoDay = digits(1);
                case 'H' -> hour = digits(2);
                case 'M' -> minute = digits(2);
                case 'S' -> second = digits(2);
                case 'L' -> millis = digits(3);
                case 'b' -> month = monthOf(TextStyle.SHORT);
                case 'B' -> month = monthOf(TextStyle.FULL);
                case 'z' -> zone = zoneOffset();
                default -> zone = ZoneOffset.ofTotalSeconds(signedMinutes() * 60);
            }
        }

        private int digits(int most) {
            int start = at;
            while (at < text.length() && at - start < most && Character.isDigit(text.charAt(at))) {
                at++;
            }
            return Integer.parseInt(text.substring(start, at));
        }

        private int monthOf(TextStyle style) {
            for (Month candidate : Month.values()) {
                String name = DateFormat.monthName(candidate, style);
                if (text.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT), at)) {
                    at += name.length();
                    return candidate.getValue();
                }
            }
            throw failure(text, "there is no month of that name");
        }

        private ZoneOffset zoneOffset() {
            if (at < text.length() && text.charAt(at) == 'Z') {
                at++;
                return ZoneOffset.UTC;
            }
            int start = at;
            while (at < text.length() && "+-:0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            if (at - start < 3) {
                throw failure(text, "there is no time zone");
            }
            return offset(text.substring(start, at));
        }

        private int signedMinutes() {
            int start = at;
            while (at < text.length() && "+-0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            return Integer.parseInt(text.substring(start, at));
        }
    }
}
