package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.BinaryOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.bson.raw.RawElements;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.FilterParser;
import io.counterpoint.query.filter.ValuePredicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {a: {$in: [values]}}}: equal to one of the values, or matched by one of the regular expressions among them.
 * Source: MongoDB manual, <a href="https://www.mongodb.com/docs/manual/reference/operator/query/in/">$in</a>.
 */
final class InOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$in", "equal to one of several values", InOperator::parse);

    private InOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        return node(use, "$in");
    }

    static FilterNode node(FilterOperator.Use use, String operator) {
        if (!(use.operand() instanceof BsonArray members)) {
            throw new CommandException(ErrorCode.BAD_VALUE, operator + " needs an array");
        }
        return new FilterNode.Path(
                FieldPath.parse(use.path()),
                "$in",
                members,
                memberOf(members, use.order()),
                LeafArray.ELEMENTS_THEN_WHOLE);
    }

    private static ValuePredicate memberOf(BsonArray members, ValueOrder order) {
        List<BsonValue> values = new ArrayList<>(members.size());
        List<ValuePredicate> patterns = new ArrayList<>();
        for (BsonValue member : members) {
            if (FilterParser.isOperatorDocument(member)) {
                throw new CommandException(ErrorCode.BAD_VALUE, "cannot nest $ under $in");
            }
            if (member.isRegularExpression()) {
                patterns.add(
                        RegexOperator.node("", member.asRegularExpression()).predicate());
            } else if (member.getBsonType() == BsonType.UNDEFINED) {
                throw new CommandException(ErrorCode.BAD_VALUE, "InMatchExpression equality cannot be undefined");
            } else {
                values.add(member);
            }
        }
        BsonValue[] sorted = values.toArray(new BsonValue[0]);
        Arrays.sort(sorted, order);
        return new Members(sorted, order, patterns.toArray(new ValuePredicate[0]));
    }

    /** A search in sorted values: a long list costs its logarithm for each document. */
    private static final class Members implements ValuePredicate {
        private final BsonValue[] sorted;
        private final ValueOrder order;
        private final ValuePredicate[] patterns;

        /** The sorted values as bytes; null where they are not compared as such. */
        private final RawOperand @Nullable [] raw;

        Members(BsonValue[] sorted, ValueOrder order, ValuePredicate[] patterns) {
            this.sorted = sorted;
            this.order = order;
            this.patterns = patterns;
            this.raw = patterns.length == 0 && order == BinaryOrder.INSTANCE
                    ? Arrays.stream(sorted)
                            .map(value -> RawOperand.of(value, order))
                            .toArray(RawOperand[]::new)
                    : null;
        }

        @Override
        public boolean testRaw(byte[] bytes, int type, int valueOffset) {
            if (raw == null) {
                return test(RawElements.value(bytes, type, valueOffset));
            }
            int from = 0;
            int to = raw.length - 1;
            while (from <= to) {
                int middle = (from + to) >>> 1;
                int direction = raw[middle].compare(bytes, type, valueOffset);
                if (direction == 0) {
                    return true;
                }
                if (direction < 0) {
                    to = middle - 1;
                } else {
                    from = middle + 1;
                }
            }
            return false;
        }

        @Override
        public boolean test(@Nullable BsonValue value) {
            if (value == null) {
                return contains(BsonNull.VALUE);
            }
            if (contains(value)) {
                return true;
            }
            for (ValuePredicate pattern : patterns) {
                if (pattern.test(value)) {
                    return true;
                }
            }
            return false;
        }

        private boolean contains(BsonValue value) {
            return Arrays.binarySearch(sorted, value, order) >= 0;
        }
    }
}
