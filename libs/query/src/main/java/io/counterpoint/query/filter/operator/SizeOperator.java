package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.query.filter.FilterNode;
import org.bson.BsonArray;

/**
 * {@code {a: {$size: n}}}: arrays of exactly that many elements. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/size/">$size</a>.
 */
final class SizeOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$size", "an array of so many elements", SizeOperator::parse);

    private static final IntegerOperand OPERAND = new IntegerOperand(ErrorCode.BAD_VALUE, "Failed to parse $size. ");

    private SizeOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        long size = OPERAND.nonNegative("$size", use.operand());
        return new FilterNode.Path(
                FieldPath.parse(use.path()),
                "$size",
                use.operand(),
                value -> value instanceof BsonArray array && array.size() == size,
                LeafArray.WHOLE);
    }
}
