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

/** {@code {$replaceOne: {input, find, replacement}}} and {@code $replaceAll}. */
final class ReplaceExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            entry("$replaceAll", "a string with all places of another replaced", true),
            entry("$replaceOne", "a string with the first place of another replaced", false));

    private ReplaceExpressions() {}

    private static ExpressionOperator entry(String name, String help, boolean all) {
        return new ExpressionOperator(name, help, (argument, parser) -> {
            Arguments.Named named = new Arguments.Named(
                    argument,
                    Set.of("input", "find", "replacement"),
                    () -> refusal(51751, name + " requires an object as an argument, found: " + typeName(argument)),
                    unknown -> refusal(51750, name + " found an unknown argument: " + unknown));
            return new Replace(
                    name,
                    parser.parse(named.require("input", 51749, name + " requires 'input' to be specified")),
                    parser.parse(named.require("find", 51748, name + " requires 'find' to be specified")),
                    parser.parse(named.require("replacement", 51747, name + " requires 'replacement' to be specified")),
                    all);
        });
    }

    private record Replace(String name, Expression input, Expression find, Expression replacement, boolean all)
            implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue inputValue = input.evaluate(root, variables);
            @Nullable BsonValue findValue = find.evaluate(root, variables);
            @Nullable BsonValue replacementValue = replacement.evaluate(root, variables);
            @Nullable String text = text("input", 51746, inputValue);
            @Nullable String wanted = text("find", 51745, findValue);
            @Nullable String instead = text("replacement", 51744, replacementValue);
            if (text == null || wanted == null || instead == null) {
                return BsonNull.VALUE;
            }
            if (all) {
                return new BsonString(text.replace(wanted, instead));
            }
            int at = text.indexOf(wanted);
            return at < 0
                    ? new BsonString(text)
                    : new BsonString(text.substring(0, at) + instead + text.substring(at + wanted.length()));
        }

        private @Nullable String text(String argument, int code, @Nullable BsonValue value) {
            @Nullable String text = StringExpressions.text(value);
            if (value != null && text == null && !isNullish(value)) {
                throw refusal(
                        code, name + " requires that '" + argument + "' be a string, found: " + ValueText.of(value));
            }
            return text;
        }
    }
}
