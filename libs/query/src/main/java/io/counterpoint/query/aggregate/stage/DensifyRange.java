package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.ExpressionArithmetic;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.expression.DateUnit;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The {@code range} of a {@code $densify}: {@code {step, unit, bounds}}. Immutable.
 *
 * @param step between neighbouring values, positive
 * @param unit what the step between dates is counted in; null for numbers
 * @param kind of the bounds
 * @param lower the least value; null unless the bounds are explicit
 * @param upper what all values are below; null unless the bounds are explicit
 */
record DensifyRange(
        BsonValue step,
        @Nullable DateUnit unit,
        Kind kind,
        @Nullable BsonValue lower,
        @Nullable BsonValue upper) {
    private static final String PATH = "$densify.range";

    /** Between which values gaps are closed. */
    enum Kind {
        /** Between two given values. */
        EXPLICIT,
        /** Between the least and the greatest value of all documents. */
        FULL,
        /** Between the least and the greatest value of each partition. */
        PARTITION
    }

    static DensifyRange parse(BsonDocument range) {
        for (Map.Entry<String, BsonValue> option : range.entrySet()) {
            switch (option.getKey()) {
                case "step", "bounds" -> {}
                case "unit" -> {
                    if (!option.getValue().isString()) {
                        throw StageErrors.wrongType(PATH + ".unit", option.getValue(), "string");
                    }
                }
                default -> throw StageErrors.unknownField(PATH + "." + option.getKey());
            }
        }
        BsonValue step = require(range, "step");
        BsonValue bounds = require(range, "bounds");
        if (!Numbers.isNumber(step) || !(Numbers.compare(step, new BsonInt32(0)) > 0)) {
            throw StageErrors.location(
                    5733401, "The step parameter in a range statement must be a strictly positive numeric value");
        }
        DateUnit unit = null;
        if (range.get("unit") instanceof BsonString name) {
            if (Numbers.asExactLong(step).isEmpty()) {
                throw StageErrors.location(
                        6586400,
                        "The step parameter in a range statement must be a whole number when densifying a date range");
            }
            unit = DateUnit.of(name.getValue());
        }
        if (bounds instanceof BsonArray array) {
            return explicit(step, unit, array);
        }
        return new DensifyRange(step, unit, kind(bounds), null, null);
    }

    private static BsonValue require(BsonDocument range, String name) {
        BsonValue value = range.get(name);
        if (value == null) {
            throw StageErrors.missingField(PATH + "." + name);
        }
        return value;
    }

    private static Kind kind(BsonValue bounds) {
        if (!bounds.isString()) {
            throw StageErrors.location(
                    5733404,
                    "The bounds in a range statement must be the string 'full', 'partition', or an ascending array of"
                            + " two numbers or two dates");
        }
        return switch (bounds.asString().getValue()) {
            case "full" -> Kind.FULL;
            case "partition" -> Kind.PARTITION;
            default -> throw StageErrors.location(5946802, "Bounds string must either be 'full' or 'partition'");
        };
    }

    private static DensifyRange explicit(BsonValue step, @Nullable DateUnit unit, BsonArray bounds) {
        if (bounds.size() != 2) {
            throw StageErrors.location(5733403, "A bounding array in a range statement must have exactly two elements");
        }
        BsonValue lower = bounds.get(0);
        BsonValue upper = bounds.get(1);
        if (BsonOrder.compare(lower, upper) > 0) {
            throw StageErrors.location(
                    5733402, "A bounding array must be an ascending array of either two dates or two numbers");
        }
        String bothKinds = "A bounding array must contain either both dates or both numeric types";
        if (Numbers.isNumber(lower)) {
            if (unit != null) {
                throw StageErrors.location(5733409, "Numeric bounds may not have unit parameter");
            }
            if (!Numbers.isNumber(upper)) {
                throw StageErrors.location(5733406, bothKinds);
            }
            if (lower.getBsonType() != upper.getBsonType() || lower.getBsonType() != step.getBsonType()) {
                throw StageErrors.location(5876900, "Upper bound, lower bound, and step must all have the same type");
            }
        } else if (lower instanceof BsonDateTime) {
            if (!(upper instanceof BsonDateTime)) {
                throw StageErrors.location(5733405, bothKinds);
            }
            if (unit == null) {
                throw StageErrors.location(5733410, "A bounding array of dates must specify a unit");
            }
        } else {
            throw StageErrors.location(5946800, "Explicit bounds must be numeric or dates");
        }
        return new DensifyRange(step, unit, Kind.EXPLICIT, lower, upper);
    }

    /** The least value of explicit bounds. */
    BsonValue requireLower() {
        return Objects.requireNonNull(lower);
    }

    /** What the values of explicit bounds stay below. */
    BsonValue requireUpper() {
        return Objects.requireNonNull(upper);
    }

    /** The name of a field in an array of them. */
    static String fieldName(String path, BsonValue field) {
        if (!field.isString()) {
            throw StageErrors.wrongType(path, field, "string");
        }
        return FieldNames.checkPath(field.asString().getValue());
    }

    /**
     * Refuses a value that does not go with the step.
     *
     * @throws CommandException 5733201, 6053600
     */
    void checkValue(BsonValue value) {
        boolean date = value instanceof BsonDateTime;
        if (!date && !Numbers.isNumber(value)) {
            throw StageErrors.location(5733201, "Densify field type must be numeric or a date");
        }
        if (date != (unit != null)) {
            throw StageErrors.location(
                    6053600,
                    date
                            ? "Encountered date densify value in collection when step does not have a date unit."
                            : "Encountered numeric densify value in collection when step has a date unit.");
        }
    }

    /** The value one step further on. */
    BsonValue next(BsonValue value) {
        if (unit == null) {
            return ExpressionArithmetic.add(value, step);
        }
        OptionalLong amount = Numbers.asExactLong(step);
        try {
            return new BsonDateTime(unit.plus(value.asDateTime().getValue(), amount.orElseThrow(), ZoneOffset.UTC));
        } catch (ArithmeticException | DateTimeException outOfRange) {
            throw new CommandException(ErrorCode.DURATION_OVERFLOW, "dateAdd overflowed");
        }
    }
}
