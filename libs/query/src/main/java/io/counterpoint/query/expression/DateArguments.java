package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.base.error.CommandException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads moments and time zones among the values that date operators get. */
final class DateArguments {
    private static final Pattern OFFSET = Pattern.compile("([+-])(\\d{2}):?(\\d{2})?");

    private DateArguments() {}

    /**
     * The moment a date, timestamp or ObjectId stands for, in milliseconds since the epoch.
     *
     * @throws CommandException 16006 for other types
     */
    static long millis(@Nullable BsonValue value) {
        if (value == null) {
            throw noDate(value);
        }
        return switch (value.getBsonType()) {
            case DATE_TIME -> value.asDateTime().getValue();
            case TIMESTAMP -> (value.asTimestamp().getTime() & 0xFFFFFFFFL) * 1000;
            case OBJECT_ID -> (value.asObjectId().getValue().getTimestamp() & 0xFFFFFFFFL) * 1000;
            default -> throw noDate(value);
        };
    }

    private static CommandException noDate(@Nullable BsonValue value) {
        return refusal(16006, "can't convert from BSON type " + typeName(value) + " to Date");
    }

    /** The moment in a zone. */
    static ZonedDateTime at(long millis, ZoneId zone) {
        return Instant.ofEpochMilli(millis).atZone(zone);
    }

    /**
     * The zone that an optional expression names.
     *
     * @return null when the expression is null or missing, which makes the operator's result null; UTC when there is no
     *     expression
     */
    static @Nullable ZoneId zone(@Nullable Expression timezone, BsonDocument root, Variables variables) {
        if (timezone == null) {
            return ZoneOffset.UTC;
        }
        @Nullable BsonValue value = timezone.evaluate(root, variables);
        if (isNullish(value)) {
            return null;
        }
        if (!(value instanceof BsonString name)) {
            throw refusal(40517, "timezone must evaluate to a string, found " + typeName(value));
        }
        return parseZone(name.getValue());
    }

    private static ZoneId parseZone(String name) {
        Matcher offset = OFFSET.matcher(name);
        try {
            if (offset.matches()) {
                int minutes = Integer.parseInt(offset.group(2)) * 60
                        + (offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3)));
                return ZoneOffset.ofTotalSeconds((name.startsWith("-") ? -minutes : minutes) * 60);
            }
            if (name.equals("UTC") || name.equals("GMT") || name.equals("Z")) {
                return ZoneOffset.UTC;
            }
            if (ZoneId.getAvailableZoneIds().contains(name)) {
                return ZoneId.of(name);
            }
        } catch (DateTimeException e) {
            throw unknownZone(name);
        }
        throw unknownZone(name);
    }

    private static CommandException unknownZone(String name) {
        return refusal(40485, "unrecognized time zone identifier: \"" + name + "\"");
    }
}
