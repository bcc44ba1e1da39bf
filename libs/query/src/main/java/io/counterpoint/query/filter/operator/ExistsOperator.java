package io.counterpoint.query.filter.operator;

import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.query.Truth;
import io.counterpoint.query.filter.FilterNode;
import java.util.Objects;

/**
 * {@code {a: {$exists: true}}}: there is such a field, be it null. Any operand counts as a boolean. Source: MongoDB
 * manual, <a href="https://www.mongodb.com/docs/manual/reference/operator/query/exists/">$exists</a>.
 */
final class ExistsOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$exists", "there is such a field", ExistsOperator::parse);

    private ExistsOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        FilterNode exists = new FilterNode.Path(
                FieldPath.parse(use.path()), "$exists", use.operand(), Objects::nonNull, LeafArray.WHOLE);
        return Truth.of(use.operand()) ? exists : new FilterNode.Not(exists);
    }
}
