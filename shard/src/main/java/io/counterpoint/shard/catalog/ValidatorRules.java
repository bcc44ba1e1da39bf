package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What may not stand in a validator although it may stand in a filter. Source: MongoDB manual, "Schema Validation". */
final class ValidatorRules {
    private static final Set<String> NEAR = Set.of("$near", "$nearSphere", "$geoNear");
    private static final Set<String> MOMENTS = Set.of("$$NOW", "$$CLUSTER_TIME");

    private ValidatorRules() {}

    /**
     * Checks a filter document.
     *
     * @throws CommandException BadValue (2) for what MongoDB refuses; CommandNotSupported (115) for the time of day,
     *     which a validator of this server does not know
     */
    static void check(BsonDocument filter) {
        for (Map.Entry<String, BsonValue> entry : filter.entrySet()) {
            String name = entry.getKey();
            BsonValue operand = entry.getValue();
            if (name.equals("$text") || name.equals("$where")) {
                throw new CommandException(ErrorCode.BAD_VALUE, name + " is not allowed in this context");
            }
            if (name.equals("$expr")) {
                checkExpression(operand);
            } else if (name.startsWith("$") && operand instanceof BsonArray filters) {
                for (BsonValue child : filters) {
                    if (child instanceof BsonDocument document) {
                        check(document);
                    }
                }
            } else if (!name.startsWith("$") && operand instanceof BsonDocument operators) {
                checkOperators(operators);
            }
        }
    }

    private static void checkOperators(BsonDocument operators) {
        for (Map.Entry<String, BsonValue> operator : operators.entrySet()) {
            if (NEAR.contains(operator.getKey())) {
                throw new CommandException(
                        ErrorCode.BAD_VALUE, "$geoNear, $near, and $nearSphere are not allowed in this context");
            }
            if (operator.getValue() instanceof BsonDocument nested) {
                if (operator.getKey().equals("$elemMatch")) {
                    check(nested);
                }
                if (operator.getKey().equals("$elemMatch") || operator.getKey().equals("$not")) {
                    checkOperators(nested);
                }
            }
        }
    }

    private static void checkExpression(BsonValue expression) {
        if (expression instanceof BsonString text) {
            String path = text.getValue();
            String variable = path.contains(".") ? path.substring(0, path.indexOf('.')) : path;
            if (MOMENTS.contains(variable)) {
                throw new CommandException(
                        ErrorCode.COMMAND_NOT_SUPPORTED, variable + " in a validator is not supported");
            }
        } else if (expression instanceof BsonDocument document) {
            document.values().forEach(ValidatorRules::checkExpression);
        } else if (expression instanceof BsonArray array) {
            array.forEach(ValidatorRules::checkExpression);
        }
    }
}
