package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.ValuePredicate;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {a: value}} and {@code {a: {$eq: value}}}: equal to a value; null also finds what is not there. Documents are
 * equal when their fields are, in the same order. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/eq/">$eq</a>.
 */
final class EqOperator {
    static final FilterOperator ENTRY = FilterOperator.ofField("$eq", "equal to a value", EqOperator::parse);

    private EqOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        return node(use.path(), use.operand(), use.order());
    }

    static FilterNode.Path node(String path, BsonValue operand, ValueOrder order) {
        refuseUndefined(operand);
        return new FilterNode.Path(
                FieldPath.parse(path), "$eq", operand, equalTo(operand, order), LeafArray.ELEMENTS_THEN_WHOLE);
    }

    static ValuePredicate equalTo(BsonValue operand, ValueOrder order) {
        if (operand.isNull()) {
            return value -> value == null || value.isNull();
        }
        RawOperand raw = RawOperand.of(operand, order);
        if (raw == null) {
            return value -> value != null && order.equal(value, operand);
        }
        return new ValuePredicate() {
            @Override
            public boolean test(@Nullable BsonValue value) {
                return value != null && order.equal(value, operand);
            }

            @Override
            public boolean testRaw(byte[] bytes, int type, int valueOffset) {
                return raw.compare(bytes, type, valueOffset) == 0;
            }
        };
    }

    static void refuseUndefined(BsonValue operand) {
        if (operand.getBsonType() == BsonType.UNDEFINED) {
            throw new CommandException(ErrorCode.BAD_VALUE, "cannot compare to undefined");
        }
    }
}
