package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.filter.FilterNode;
import org.bson.BsonNumber;

/**
 * {@code {$alwaysTrue: 1}} and {@code {$alwaysFalse: 1}}: every document, or none. Drivers and tools send them as
 * placeholders.
 */
final class AlwaysOperators {
    static final FilterOperator ALWAYS_TRUE =
            FilterOperator.ofDocument("$alwaysTrue", "every document", use -> parse(use, true));
    static final FilterOperator ALWAYS_FALSE =
            FilterOperator.ofDocument("$alwaysFalse", "no document", use -> parse(use, false));

    private AlwaysOperators() {}

    private static FilterNode parse(FilterOperator.Use use, boolean result) {
        if (!(use.operand() instanceof BsonNumber number) || number.doubleValue() != 1) {
            throw new CommandException(ErrorCode.FAILED_TO_PARSE, use.name() + " must be an integer value of 1");
        }
        return new FilterNode.Constant(result);
    }
}
