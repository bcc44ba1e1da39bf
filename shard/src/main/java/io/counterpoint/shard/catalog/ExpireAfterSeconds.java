package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What {@code expireAfterSeconds} of an index may be. Source: MongoDB manual, "TTL Indexes". */
public final class ExpireAfterSeconds {
    private static final String SINGLE_FIELD_ONLY =
            "TTL indexes are single-field indexes, compound indexes do not support TTL";
    private static final String OPTION = "TTL index '" + IndexOptions.EXPIRE_AFTER_SECONDS + "' ";

    private ExpireAfterSeconds() {}

    /**
     * The option of a specification that a client sent; null when it has none.
     *
     * @throws CommandException CannotCreateIndex (67)
     */
    static @Nullable Integer parse(BsonDocument spec) {
        BsonValue value = spec.get(IndexOptions.EXPIRE_AFTER_SECONDS);
        if (value == null) {
            return null;
        }
        String problem = problem(value);
        if (problem != null) {
            throw new CommandException(
                    ErrorCode.CANNOT_CREATE_INDEX,
                    ". Index spec: " + ValueText.of(spec) + " :: caused by :: " + problem);
        }
        if (spec.getDocument("key").size() != 1) {
            throw new CommandException(
                    ErrorCode.CANNOT_CREATE_INDEX, SINGLE_FIELD_ONLY + ". Index spec: " + ValueText.of(spec));
        }
        return value.asNumber().intValue();
    }

    /**
     * Checks what {@code collMod} wants to set on an index.
     *
     * @return the seconds
     * @throws CommandException InvalidOptions (72)
     */
    public static int change(IndexDescription index, BsonValue value) {
        String problem = problem(value);
        if (problem == null && index.isOnId()) {
            problem = "the _id field does not support TTL indexes";
        } else if (problem == null && index.fields().size() != 1) {
            problem = SINGLE_FIELD_ONLY;
        }
        if (problem != null) {
            throw new CommandException(ErrorCode.INVALID_OPTIONS, problem);
        }
        return value.asNumber().intValue();
    }

    private static @Nullable String problem(BsonValue value) {
        if (!(value instanceof BsonNumber number)) {
            return OPTION + "option must be numeric, but received a type of '" + BsonTypes.name(value) + "'";
        }
        if (Double.isNaN(number.doubleValue())) {
            return OPTION + "option must not be NaN";
        }
        long seconds = number.longValue();
        if (seconds != (int) seconds) {
            return OPTION + "must be within the range of a 32-bit integer";
        }
        return seconds < 0 ? OPTION + "option cannot be less than 0" : null;
    }
}
