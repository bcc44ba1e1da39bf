package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.query.ValueText;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code {$trim: {input, chars}}}: a string without certain characters at its ends. */
final class TrimExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            entry("$ltrim", "without characters at the start", true, false),
            entry("$rtrim", "without characters at the end", false, true),
            entry("$trim", "without characters at both ends", true, true));

    /** What is trimmed unless {@code chars} says otherwise: the white space MongoDB lists. */
    private static final String WHITE_SPACE =
            "\0\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007" + "\u2008\u2009\u200A";

    private TrimExpressions() {}

    private static ExpressionOperator entry(String name, String help, boolean left, boolean right) {
        return new ExpressionOperator(name, help, (argument, parser) -> {
            Arguments.Named named = new Arguments.Named(
                    argument,
                    Set.of("input", "chars"),
                    () -> refusal(50696, name + " only supports an object as an argument, found " + typeName(argument)),
                    unknown -> refusal(50694, name + " found an unknown argument: " + unknown));
            Expression input = parser.parse(named.require("input", 50695, name + " requires an 'input' field"));
            return new Trim(name, input, named.parse("chars", parser), left, right);
        });
    }

    private record Trim(
            String name, Expression input, @Nullable Expression chars, boolean left, boolean right)
            implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = input.evaluate(root, variables);
            if (isNullish(value)) {
                return BsonNull.VALUE;
            }
            @Nullable String text = StringExpressions.text(value);
            if (text == null) {
                throw refusal(50699, name + " requires its input to be a string, got " + found(value) + " instead.");
            }
            if (chars == null) {
                return new BsonString(trim(text, WHITE_SPACE));
            }
            @Nullable BsonValue charsValue = chars.evaluate(root, variables);
            if (isNullish(charsValue)) {
                return BsonNull.VALUE;
            }
            @Nullable String charsText = StringExpressions.text(charsValue);
            if (charsText == null) {
                throw refusal(50700, name + " requires 'chars' to be a string, got " + found(charsValue) + " instead.");
            }
            return new BsonString(trim(text, charsText));
        }

        private static String found(@Nullable BsonValue value) {
            return (value == null ? "missing" : ValueText.of(value)) + " (of type " + typeName(value) + ")";
        }

        private String trim(String text, String characters) {
            int from = 0;
            int to = text.length();
            while (left && from < to && characters.indexOf(text.codePointAt(from)) >= 0) {
                from += Character.charCount(text.codePointAt(from));
            }
            while (right && to > from && characters.indexOf(text.codePointBefore(to)) >= 0) {
                to -= Character.charCount(text.codePointBefore(to));
            }
            return text.substring(from, to);
        }
    }
}
