package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Turns values into {@link Expression}s. Operators call it back for their arguments. Immutable: an operator that binds
 * variables makes a new one.
 */
final class ExpressionParser {
    private final QueryContext context;
    private final Set<String> variables;

    ExpressionParser(QueryContext context) {
        this(context, context.let().keySet());
    }

    private ExpressionParser(QueryContext context, Set<String> variables) {
        this.context = context;
        this.variables = variables;
    }

    QueryContext context() {
        return context;
    }

    /** The order in which expressions compare values. */
    ValueOrder order() {
        return context.order();
    }

    /** A parser that also knows the variable. */
    ExpressionParser withVariable(String name) {
        Set<String> more = new HashSet<>(variables);
        more.add(name);
        return new ExpressionParser(context, more);
    }

    /** Whether {@code $$name} has been bound around here. */
    boolean knows(String name) {
        return variables.contains(name);
    }

    Expression parse(BsonValue value) {
        if (value instanceof BsonString string && string.getValue().startsWith("$")) {
            return PathExpression.parse(string.getValue(), this);
        }
        if (value instanceof BsonArray array) {
            return parseArray(array);
        }
        if (value instanceof BsonDocument document) {
            return isOperator(document) ? parseOperator(document) : parseObject(document);
        }
        return new ConstantExpression(value);
    }

    /** Whether a document is a use of an operator rather than an object whose fields are expressions. */
    static boolean isOperator(BsonDocument document) {
        return !document.isEmpty() && document.getFirstKey().startsWith("$");
    }

    private Expression parseArray(BsonArray array) {
        List<Expression> elements = new ArrayList<>(array.size());
        for (BsonValue element : array) {
            elements.add(parse(element));
        }
        return new ArrayExpression(elements);
    }

    private Expression parseObject(BsonDocument document) {
        List<String> names = new ArrayList<>(document.size());
        List<Expression> values = new ArrayList<>(document.size());
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            String name = field.getKey();
            if (name.startsWith("$")) {
                throw new CommandException(
                        ErrorCode.location(16410),
                        "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
            }
            if (name.indexOf('.') >= 0) {
                throw new CommandException(
                        ErrorCode.location(16412),
                        "FieldPath field names may not contain '.'. Consider using " + "$getField or $setField.");
            }
            names.add(name);
            values.add(parse(field.getValue()));
        }
        return new ObjectExpression(names, values);
    }

    private Expression parseOperator(BsonDocument document) {
        if (document.size() != 1) {
            throw new CommandException(
                    ErrorCode.location(15983),
                    "An object representing an expression must have exactly one field: " + ValueText.of(document));
        }
        Map.Entry<String, BsonValue> only = document.entrySet().iterator().next();
        String name = only.getKey();
        ExpressionOperator operator = Expressions.of(name);
        if (operator == null) {
            throw new CommandException(ErrorCode.INVALID_PIPELINE_OPERATOR, "Unrecognized expression '" + name + "'");
        }
        return operator.parser().parse(only.getValue(), this);
    }
}
