package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalUnit;
import java.util.Locale;

/** The units in which dates are added, compared and truncated. */
enum DateUnit {
    YEAR(ChronoUnit.YEARS, 0),
    QUARTER(IsoFields.QUARTER_YEARS, 0),
    MONTH(ChronoUnit.MONTHS, 0),
    WEEK(ChronoUnit.WEEKS, 0),
    DAY(ChronoUnit.DAYS, 0),
    HOUR(ChronoUnit.HOURS, 3_600_000),
    MINUTE(ChronoUnit.MINUTES, 60_000),
    SECOND(ChronoUnit.SECONDS, 1_000),
    MILLISECOND(ChronoUnit.MILLIS, 1);

    private final TemporalUnit temporal;
    private final long millis;

    DateUnit(TemporalUnit temporal, long millis) {
        this.temporal = temporal;
        this.millis = millis;
    }

    /** The unit of a name; FailedToParse for another one. */
    static DateUnit of(String name) {
        for (DateUnit unit : values()) {
            if (unit.name().toLowerCase(Locale.ROOT).equals(name)) {
                return unit;
            }
        }
        throw new CommandException(ErrorCode.FAILED_TO_PARSE, "unknown time unit value: " + name);
    }

    TemporalUnit temporal() {
        return temporal;
    }

    /** Its length; 0 for those whose length depends on the calendar or on the time zone. */
    long millis() {
        return millis;
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
