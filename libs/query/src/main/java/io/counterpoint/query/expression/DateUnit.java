package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalUnit;
import java.util.Locale;
import java.util.OptionalLong;

/** The units in which dates are added, compared and truncated. */
public enum DateUnit {
    /** Twelve months. */
    YEAR(ChronoUnit.YEARS, 0),
    /** Three months. */
    QUARTER(IsoFields.QUARTER_YEARS, 0),
    /** A month of the calendar. */
    MONTH(ChronoUnit.MONTHS, 0),
    /** Seven days. */
    WEEK(ChronoUnit.WEEKS, 0),
    /** A day of the calendar, which a time zone can make longer or shorter. */
    DAY(ChronoUnit.DAYS, 0),
    /** 60 minutes. */
    HOUR(ChronoUnit.HOURS, 3_600_000),
    /** 60 seconds. */
    MINUTE(ChronoUnit.MINUTES, 60_000),
    /** 1,000 milliseconds. */
    SECOND(ChronoUnit.SECONDS, 1_000),
    /** The precision of dates. */
    MILLISECOND(ChronoUnit.MILLIS, 1);

    private static final long DAY_MILLIS = 86_400_000;

    private final TemporalUnit temporal;
    private final long millis;

    DateUnit(TemporalUnit temporal, long millis) {
        this.temporal = temporal;
        this.millis = millis;
    }

    /**
     * The unit of a name.
     *
     * @throws CommandException FailedToParse for another one
     */
    public static DateUnit of(String name) {
        for (DateUnit unit : values()) {
            if (unit.name().toLowerCase(Locale.ROOT).equals(name)) {
                return unit;
            }
        }
        throw new CommandException(ErrorCode.FAILED_TO_PARSE, "unknown time unit value: " + name);
    }

    /**
     * A date some units later; the last day of a month stands for days that the month does not have.
     *
     * @param dateMillis milliseconds since the epoch
     * @param amount negative for earlier
     * @throws ArithmeticException when the result is out of range
     * @throws java.time.DateTimeException as above
     */
    public long plus(long dateMillis, long amount, ZoneId zone) {
        return millis > 0
                ? Math.addExact(dateMillis, Math.multiplyExact(amount, millis))
                : Instant.ofEpochMilli(dateMillis)
                        .atZone(zone)
                        .plus(amount, temporal)
                        .toInstant()
                        .toEpochMilli();
    }

    /** Its length; 0 for those whose length depends on the calendar or on the time zone. */
    long millis() {
        return millis;
    }

    /** Its length in milliseconds where days are 24 hours; empty for months and more, whose lengths differ. */
    public OptionalLong fixedMillis() {
        return switch (this) {
            case YEAR, QUARTER, MONTH -> OptionalLong.empty();
            case WEEK -> OptionalLong.of(7 * DAY_MILLIS);
            case DAY -> OptionalLong.of(DAY_MILLIS);
            case HOUR, MINUTE, SECOND, MILLISECOND -> OptionalLong.of(millis);
        };
    }

    /** How many months it has; 0 for shorter ones. */
    int months() {
        return switch (this) {
            case YEAR -> 12;
            case QUARTER -> 3;
            case MONTH -> 1;
            default -> 0;
        };
    }
}
