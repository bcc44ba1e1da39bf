package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.filter.Filter;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What may stand in a {@code partialFilterExpression}: operators whose outcome a planner can reason about. Source:
 * MongoDB manual, "Partial Indexes".
 */
final class PartialIndexFilter {
    private static final Set<String> OPERATORS = Set.of("$eq", "$gt", "$gte", "$lt", "$lte", "$in", "$type", "$exists");

    private PartialIndexFilter() {}

    /** @throws CommandException what the filter parser says, or CannotCreateIndex (67) for other operators */
    static void check(BsonDocument expression) {
        Filter.parse(expression, QueryContext.plain());
        checkDocument(expression);
    }

    private static void checkDocument(BsonDocument expression) {
        for (Map.Entry<String, BsonValue> field : expression.entrySet()) {
            String name = field.getKey();
            BsonValue value = field.getValue();
            if (name.equals("$and") || name.equals("$or")) {
                for (BsonValue operand : (BsonArray) value) {
                    checkDocument((BsonDocument) operand);
                }
            } else if (name.startsWith("$")) {
                throw notSupported(name, value);
            } else if (value.isRegularExpression()) {
                throw notSupported(name, value);
            } else if (value instanceof BsonDocument operators && isOperators(operators)) {
                checkOperators(name, operators);
            }
        }
    }

    private static void checkOperators(String path, BsonDocument operators) {
        for (Map.Entry<String, BsonValue> operator : operators.entrySet()) {
            boolean absence = operator.getKey().equals("$exists") && isFalse(operator.getValue());
            if (absence || !OPERATORS.contains(operator.getKey())) {
                throw notSupported(path, operators);
            }
        }
    }

    private static boolean isOperators(BsonDocument value) {
        return !value.isEmpty() && value.getFirstKey().startsWith("$");
    }

    private static boolean isFalse(BsonValue value) {
        return value.isBoolean()
                ? !value.asBoolean().getValue()
                : value.isNumber() && value.asNumber().doubleValue() == 0;
    }

    private static CommandException notSupported(String name, BsonValue value) {
        return new CommandException(
                ErrorCode.CANNOT_CREATE_INDEX,
                "Expression not supported in partial index: " + ValueText.element(name, value));
    }
}
