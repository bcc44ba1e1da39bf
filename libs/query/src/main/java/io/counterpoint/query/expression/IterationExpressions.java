package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.isNumber;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.query.Truth;
import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Expressions that evaluate another one for each element of an array: {@code $filter $map $reduce}. */
final class IterationExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator(
                    "$filter", "the elements that satisfy a condition", IterationExpressions::parseFilter),
            new ExpressionOperator("$map", "what an expression makes of each element", IterationExpressions::parseMap),
            new ExpressionOperator(
                    "$reduce", "what an expression makes of all elements in turn", IterationExpressions::parseReduce));

    private static final String THIS = "this";
    private static final String VALUE = "value";

    private IterationExpressions() {}

    private static Expression parseFilter(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("input", "as", "cond", "limit"),
                () -> refusal(28646, "$filter only supports an object as its argument"),
                name -> refusal(28647, "Unrecognized parameter to $filter: " + name));
        BsonValue input = named.require("input", 28648, "Missing 'input' parameter to $filter");
        BsonValue condition = named.require("cond", 28650, "Missing 'cond' parameter to $filter");
        String variable = variable(named);
        return new Filter(
                parser.parse(input),
                variable,
                parser.withVariable(variable).parse(condition),
                named.parse("limit", parser));
    }

    private static Expression parseMap(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("input", "as", "in"),
                () -> refusal(16878, "$map only supports an object as its argument"),
                name -> refusal(16879, "Unrecognized parameter to $map: " + name));
        BsonValue input = named.require("input", 16880, "Missing 'input' parameter to $map");
        BsonValue body = named.require("in", 16882, "Missing 'in' parameter to $map");
        String variable = variable(named);
        return new MapEach(
                parser.parse(input), variable, parser.withVariable(variable).parse(body));
    }

    private static Expression parseReduce(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("input", "initialValue", "in"),
                () -> refusal(40075, "$reduce requires an object as an argument, found: " + typeName(argument)),
                name -> refusal(40076, "$reduce found an unknown argument: " + name));
        return new Reduce(
                parser.parse(named.require("input", 40077, "$reduce requires 'input' to be specified")),
                parser.parse(named.require("initialValue", 40078, "$reduce requires 'initialValue' to be specified")),
                parser.withVariable(THIS)
                        .withVariable(VALUE)
                        .parse(named.require("in", 40079, "$reduce requires 'in' to be specified")));
    }

    private static String variable(Arguments.Named named) {
        @Nullable BsonValue name = named.get("as");
        if (name == null) {
            return THIS;
        }
        String variable = name instanceof BsonString string ? string.getValue() : "";
        VariableNames.checkBindable(variable);
        return variable;
    }

    private record Filter(
            Expression input,
            String variable,
            Expression condition,
            @Nullable Expression limit) implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = input.evaluate(root, variables);
            if (isNullish(value)) {
                return BsonNull.VALUE;
            }
            if (!(value instanceof BsonArray array)) {
                throw refusal(28651, "input to $filter must be an array not " + typeName(value));
            }
            int most = limit(root, variables);
            List<BsonValue> kept = new ArrayList<>();
            for (BsonValue element : array) {
                if (kept.size() == most) {
                    break;
                }
                if (Truth.of(condition.evaluate(root, variables.with(variable, element)))) {
                    kept.add(element);
                }
            }
            return new BsonArray(kept);
        }

        private int limit(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = limit == null ? null : limit.evaluate(root, variables);
            if (value == null || isNullish(value)) {
                return Integer.MAX_VALUE;
            }
            if (!isNumber(value) || Arguments.asInt(value).isEmpty()) {
                throw refusal(
                        327391,
                        "$filter: limit must be represented as a 32-bit integral value: " + ValueText.of(value));
            }
            int most = Arguments.asInt(value).getAsInt();
            if (most < 1) {
                throw refusal(327392, "$filter: limit must be greater than 0: " + most);
            }
            return most;
        }
    }

    private record MapEach(Expression input, String variable, Expression body) implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = input.evaluate(root, variables);
            if (isNullish(value)) {
                return BsonNull.VALUE;
            }
            if (!(value instanceof BsonArray array)) {
                throw refusal(16883, "input to $map must be an array not " + typeName(value));
            }
            List<BsonValue> mapped = new ArrayList<>(array.size());
            for (BsonValue element : array) {
                @Nullable BsonValue result = body.evaluate(root, variables.with(variable, element));
                mapped.add(result == null ? BsonNull.VALUE : result);
            }
            return new BsonArray(mapped);
        }
    }

    private record Reduce(Expression input, Expression initialValue, Expression body) implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = input.evaluate(root, variables);
            if (value == null || isNullish(value)) {
                return BsonNull.VALUE;
            }
            if (!(value instanceof BsonArray array)) {
                throw refusal(40080, "$reduce requires that 'input' be an array, found: " + ValueText.of(value));
            }
            @Nullable BsonValue accumulated = initialValue.evaluate(root, variables);
            for (BsonValue element : array) {
                accumulated = body.evaluate(root, variables.with(THIS, element).with(VALUE, accumulated));
            }
            return accumulated;
        }
    }
}
