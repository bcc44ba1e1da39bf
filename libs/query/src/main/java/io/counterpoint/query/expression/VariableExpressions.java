package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.refusal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code {$let: {vars, in}}}: an expression with variables of its own. They do not see each other. */
final class VariableExpressions {
    static final List<ExpressionOperator> ENTRIES =
            List.of(new ExpressionOperator("$let", "an expression with variables", VariableExpressions::parse));

    private VariableExpressions() {}

    private static Expression parse(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("vars", "in"),
                () -> refusal(16874, "$let only supports an object as its argument"),
                name -> refusal(16875, "Unrecognized parameter to $let: " + name));
        BsonValue vars = named.require("vars", 16876, "Missing 'vars' parameter to $let");
        BsonValue body = named.require("in", 16877, "Missing 'in' parameter to $let");
        if (!(vars instanceof BsonDocument bindings)) {
            throw refusal(10065, "invalid parameter: expected an object (vars)");
        }
        List<String> names = new ArrayList<>(bindings.size());
        List<Expression> values = new ArrayList<>(bindings.size());
        ExpressionParser inner = parser;
        for (Map.Entry<String, BsonValue> binding : bindings.entrySet()) {
            VariableNames.checkBindable(binding.getKey());
            names.add(binding.getKey());
            values.add(parser.parse(binding.getValue()));
            inner = inner.withVariable(binding.getKey());
        }
        return new Let(names, values, inner.parse(body));
    }

    private record Let(List<String> names, List<Expression> values, Expression body) implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            Variables bound = variables;
            for (int i = 0; i < names.size(); i++) {
                bound = bound.with(names.get(i), values.get(i).evaluate(root, variables));
            }
            return body.evaluate(root, bound);
        }
    }
}
