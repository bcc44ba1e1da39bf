package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.query.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Choices. Only what is chosen is evaluated. */
final class ConditionalExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator("$cond", "one of two values", ConditionalExpressions::parseCond),
            new ExpressionOperator("$ifNull", "the first value that is not null", ConditionalExpressions::parseIfNull),
            new ExpressionOperator("$switch", "the value of the first true case", ConditionalExpressions::parseSwitch));

    private ConditionalExpressions() {}

    private static Expression parseCond(BsonValue argument, ExpressionParser parser) {
        if (!(argument instanceof BsonDocument)) {
            List<Expression> parts = Arguments.positional("$cond", argument, parser, 3, 3);
            return new Cond(parts.get(0), parts.get(1), parts.get(2));
        }
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("if", "then", "else"),
                () -> refusal(17083, "$cond"),
                name -> refusal(17083, "Unrecognized parameter to $cond: " + name));
        return new Cond(
                parser.parse(named.require("if", 17080, "Missing 'if' parameter to $cond")),
                parser.parse(named.require("then", 17081, "Missing 'then' parameter to $cond")),
                parser.parse(named.require("else", 17082, "Missing 'else' parameter to $cond")));
    }

    private static Expression parseIfNull(BsonValue argument, ExpressionParser parser) {
        List<Expression> values = Arguments.positional("$ifNull", argument, parser, 0, Integer.MAX_VALUE);
        if (values.size() < 2) {
            throw refusal(1257300, "$ifNull needs at least two arguments, had: " + values.size());
        }
        return new IfNull(values);
    }

    private static Expression parseSwitch(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("branches", "default"),
                () -> refusal(40060, "$switch requires an object as an argument, found: " + typeName(argument)),
                name -> refusal(40067, "$switch found an unknown argument: " + name));
        @Nullable BsonValue branches = named.get("branches");
        if (branches != null && !branches.isArray()) {
            throw refusal(40061, "$switch expected an array for 'branches', found: " + typeName(branches));
        }
        List<Expression> cases = new ArrayList<>();
        List<Expression> results = new ArrayList<>();
        if (branches instanceof BsonArray array) {
            array.forEach(branch -> parseBranch(branch, parser, cases, results));
        }
        if (cases.isEmpty()) {
            throw refusal(40068, "$switch requires at least one branch.");
        }
        return new Switch(cases, results, named.parse("default", parser));
    }

    private static void parseBranch(
            BsonValue branch, ExpressionParser parser, List<Expression> cases, List<Expression> results) {
        if (!(branch instanceof BsonDocument document)) {
            throw refusal(40062, "$switch expected each branch to be an object, found: " + typeName(branch));
        }
        for (Map.Entry<String, BsonValue> entry : document.entrySet()) {
            switch (entry.getKey()) {
                case "case" -> cases.add(parser.parse(entry.getValue()));
                case "then" -> results.add(parser.parse(entry.getValue()));
                default -> throw refusal(40063, "$switch found an unknown argument to a branch: " + entry.getKey());
            }
        }
        if (!document.containsKey("case")) {
            throw refusal(40064, "$switch requires each branch have a 'case' expression");
        }
        if (!document.containsKey("then")) {
            throw refusal(40065, "$switch requires each branch have a 'then' expression.");
        }
    }

    private record Cond(Expression condition, Expression then, Expression otherwise) implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            Expression chosen = Truth.of(condition.evaluate(root, variables)) ? then : otherwise;
            return chosen.evaluate(root, variables);
        }
    }

    private record IfNull(List<Expression> values) implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            int last = values.size() - 1;
            for (int i = 0; i < last; i++) {
                @Nullable BsonValue value = values.get(i).evaluate(root, variables);
                if (!Arguments.isNullish(value)) {
                    return value;
                }
            }
            return values.get(last).evaluate(root, variables);
        }
    }

    private record Switch(
            List<Expression> cases,
            List<Expression> results,
            @Nullable Expression otherwise) implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            for (int i = 0; i < cases.size(); i++) {
                if (Truth.of(cases.get(i).evaluate(root, variables))) {
                    return results.get(i).evaluate(root, variables);
                }
            }
            if (otherwise == null) {
                throw refusal(
                        40066, "$switch could not find a matching branch for an input, and no default was specified.");
            }
            return otherwise.evaluate(root, variables);
        }
    }
}
