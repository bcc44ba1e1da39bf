package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $getField $setField $unsetField}: fields whose names have dots or dollars. */
final class FieldExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator("$getField", "a field by its name", FieldExpressions::parseGet),
            new ExpressionOperator("$setField", "a document with a field set", FieldExpressions::parseSet),
            new ExpressionOperator("$unsetField", "a document without a field", FieldExpressions::parseUnset));

    private FieldExpressions() {}

    private static Expression parseGet(BsonValue argument, ExpressionParser parser) {
        boolean named = argument instanceof BsonDocument document
                && (document.containsKey("field") || document.containsKey("input"))
                && !ExpressionParser.isOperator(document);
        if (!named) {
            return new Get(
                    fieldName("$getField", argument, parser, 5654602, 5654601),
                    PathExpression.parse("$$CURRENT", parser));
        }
        Arguments.Named arguments = new Arguments.Named(
                argument,
                Set.of("field", "input"),
                () -> refusal(3041701, "$getField requires an object"),
                name -> refusal(3041701, "$getField found an unknown argument: " + name));
        BsonValue field = arguments.require("field", 3041702, "$getField requires 'field' to be specified");
        BsonValue input = arguments.require("input", 3041703, "$getField requires 'input' to be specified");
        return new Get(fieldName("$getField", field, parser, 5654602, 5654601), parser.parse(input));
    }

    private static Expression parseSet(BsonValue argument, ExpressionParser parser) {
        Arguments.Named arguments = new Arguments.Named(
                argument,
                Set.of("field", "input", "value"),
                () -> refusal(4161100, "$setField only supports an object as its argument"),
                name -> refusal(4161101, "$setField found an unknown argument: " + name));
        BsonValue field = arguments.require("field", 4161102, "$setField requires 'field' to be specified");
        BsonValue value = arguments.require("value", 4161103, "$setField requires 'value' to be specified");
        BsonValue input = arguments.require("input", 4161109, "$setField requires 'input' to be specified");
        return new Assign(
                "$setField",
                fieldName("$setField", field, parser, 4161108, 4161106),
                parser.parse(input),
                parser.parse(value));
    }

    private static Expression parseUnset(BsonValue argument, ExpressionParser parser) {
        Arguments.Named arguments = new Arguments.Named(
                argument,
                Set.of("field", "input"),
                () -> refusal(4161100, "$unsetField only supports an object as its argument"),
                name -> refusal(4161101, "$unsetField found an unknown argument: " + name));
        BsonValue field = arguments.require("field", 4161102, "$unsetField requires 'field' to be specified");
        BsonValue input = arguments.require("input", 4161109, "$unsetField requires 'input' to be specified");
        return new Assign(
                "$unsetField",
                fieldName("$unsetField", field, parser, 4161108, 4161106),
                parser.parse(input),
                Expression.constant(null));
    }

    /** The name, which must be known in advance. */
    private static String fieldName(
            String operator, BsonValue field, ExpressionParser parser, int codeOfType, int codeOfPath) {
        if (field instanceof BsonString string && string.getValue().startsWith("$")) {
            throw refusal(
                    codeOfPath,
                    "A field path reference which is not allowed in this context. Did you mean {$literal: '"
                            + string.getValue() + "'}?");
        }
        Expression expression = parser.parse(field);
        @Nullable BsonValue name = expression instanceof ConstantExpression constant ? constant.value() : null;
        if (name instanceof BsonString string) {
            return string.getValue();
        }
        throw refusal(
                codeOfType, operator + " requires 'field' to evaluate to a constant string, got " + typeName(name));
    }

    private record Get(String field, Expression input) implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = input.evaluate(root, variables);
            if (value == null) {
                return null;
            }
            if (value.isNull()) {
                return BsonNull.VALUE;
            }
            return value instanceof BsonDocument document ? document.get(field) : null;
        }
    }

    private record Assign(String operator, String field, Expression input, Expression value) implements Expression {
        @Override
        public BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue target = input.evaluate(root, variables);
            if (isNullish(target)) {
                return BsonNull.VALUE;
            }
            if (!(target instanceof BsonDocument document)) {
                throw refusal(
                        4161105, operator + " requires 'input' to evaluate to type Object, got " + typeName(target));
            }
            BsonDocument result = new BsonDocument(document.size() + 1);
            result.putAll(document);
            @Nullable BsonValue set = value.evaluate(root, variables);
            if (set == null) {
                result.remove(field);
            } else {
                result.put(field, set);
            }
            return result;
        }
    }
}
