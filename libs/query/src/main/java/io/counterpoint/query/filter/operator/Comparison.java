package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.bson.raw.RawElements;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.ValuePredicate;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What {@code $gt $gte $lt $lte} have in common: comparison within a type bracket. */
enum Comparison {
    LESS(false, true),
    LESS_OR_EQUAL(true, true),
    GREATER(false, false),
    GREATER_OR_EQUAL(true, false);

    private final boolean includesEqual;
    private final boolean below;

    Comparison(boolean includesEqual, boolean below) {
        this.includesEqual = includesEqual;
        this.below = below;
    }

    FilterNode parse(FilterOperator.Use use) {
        BsonValue operand = use.operand();
        if (operand.isRegularExpression()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "Can't have RegEx as arg to predicate over field '" + use.path() + "'.");
        }
        EqOperator.refuseUndefined(operand);
        return new FilterNode.Path(
                FieldPath.parse(use.path()),
                use.name(),
                operand,
                predicate(operand, use.order()),
                LeafArray.ELEMENTS_THEN_WHOLE);
    }

    private ValuePredicate predicate(BsonValue operand, ValueOrder order) {
        return switch (operand.getBsonType()) {
            case NULL -> value -> includesEqual && (value == null || value.isNull());
            // Every type is above MinKey and below MaxKey, a missing value too; there is no bracket to stay in.
            case MIN_KEY -> value -> isType(value, BsonType.MIN_KEY) ? includesEqual : !below;
            case MAX_KEY -> value -> isType(value, BsonType.MAX_KEY) ? includesEqual : below;
            default ->
                Numbers.isNaN(operand)
                        ? value -> includesEqual && value != null && Numbers.isNaN(value)
                        : bracketed(operand, order);
        };
    }

    private ValuePredicate bracketed(BsonValue operand, ValueOrder values) {
        int rank = BsonOrder.typeRank(operand);
        RawOperand raw = RawOperand.of(operand, values);
        return new ValuePredicate() {
            @Override
            public boolean test(@Nullable BsonValue value) {
                return value != null
                        && BsonOrder.typeRank(value) == rank
                        && !Numbers.isNaN(value)
                        && holds(values.compare(value, operand));
            }

            @Override
            public boolean testRaw(byte[] bytes, int type, int valueOffset) {
                if (BsonOrder.typeRank(type) != rank) {
                    return false;
                }
                if (raw == null || type == RawElements.DECIMAL128) {
                    return test(RawElements.value(bytes, type, valueOffset));
                }
                boolean nan = type == RawElements.DOUBLE && Double.isNaN(RawElements.float64(bytes, valueOffset));
                return !nan && holds(raw.compare(bytes, type, valueOffset));
            }
        };
    }

    /** Whether a value is where it should be, by its order to the operand. */
    private boolean holds(int order) {
        return order == 0 ? includesEqual : order < 0 == below;
    }

    private static boolean isType(@Nullable BsonValue value, BsonType type) {
        return value != null && value.getBsonType() == type;
    }
}
