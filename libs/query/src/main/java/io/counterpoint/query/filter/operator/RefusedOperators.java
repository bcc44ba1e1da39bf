package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.filter.FilterNode;
import java.util.List;

/**
 * Operators of MongoDB that this server does not have: JavaScript, text search, places on a map. They are refused by
 * name instead of being unknown.
 */
final class RefusedOperators {
    static final List<FilterOperator> ENTRIES = List.of(
            FilterOperator.ofField("$geoIntersects", "refused: geometry", RefusedOperators::refuse),
            FilterOperator.ofField("$geoNear", "refused: geometry", RefusedOperators::refuse),
            FilterOperator.ofField("$geoWithin", "refused: geometry", RefusedOperators::refuse),
            FilterOperator.ofField("$near", "refused: geometry", RefusedOperators::refuse),
            FilterOperator.ofField("$nearSphere", "refused: geometry", RefusedOperators::refuse),
            FilterOperator.ofDocument("$text", "refused: text search", RefusedOperators::refuse),
            FilterOperator.ofDocument("$where", "refused: JavaScript", RefusedOperators::refuse),
            FilterOperator.ofField("$within", "refused: geometry", RefusedOperators::refuse));

    private RefusedOperators() {}

    private static FilterNode refuse(FilterOperator.Use use) {
        throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, use.name() + " is not supported");
    }
}
