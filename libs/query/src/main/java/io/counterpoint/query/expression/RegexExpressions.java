package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.RegexPattern;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code {$regexMatch: {input, regex, options}}} and those that say where it matched. */
final class RegexExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            entry("$regexFind", "the first match of a regular expression", RegexExpressions::first, BsonNull.VALUE),
            entry("$regexFindAll", "all matches of a regular expression", RegexExpressions::all, new BsonArray()),
            entry(
                    "$regexMatch",
                    "whether a regular expression matches",
                    (matcher, text) -> BsonBoolean.valueOf(RegexPattern.find(matcher)),
                    BsonBoolean.FALSE));

    private RegexExpressions() {}

    /** Makes the result of an operator from a text and a matcher over it that has not moved. */
    @FunctionalInterface
    private interface Outcome {
        BsonValue of(Matcher matcher, String text);
    }

    private static ExpressionOperator entry(String name, String help, Outcome outcome, BsonValue ofNull) {
        return new ExpressionOperator(name, help, (argument, parser) -> {
            Arguments.Named named = new Arguments.Named(
                    argument,
                    Set.of("input", "regex", "options"),
                    () -> refusal(
                            51103, name + " expects an object of named arguments but found: " + typeName(argument)),
                    unknown -> refusal(31024, name + " found unknown argument: " + unknown));
            Expression input = parser.parse(named.require("input", 31022, name + " requires 'input' parameter"));
            Expression regex = parser.parse(named.require("regex", 31023, name + " requires 'regex' parameter"));
            @Nullable Expression options = named.parse("options", parser);
            Match match = new Match(name, input, regex, options, null, outcome, ofNull);
            return regex.isConstant() && (options == null || options.isConstant()) ? match.compiled() : match;
        });
    }

    private static BsonValue first(Matcher matcher, String text) {
        return RegexPattern.find(matcher) ? describe(matcher, text) : BsonNull.VALUE;
    }

    private static BsonValue all(Matcher matcher, String text) {
        BsonArray matches = new BsonArray();
        int length = text.length();
        int next = 0;
        // No search starts at the end of the text, unless the text is empty.
        while ((next == 0 || next < length) && RegexPattern.find(matcher)) {
            matches.add(describe(matcher, text));
            next = Math.max(matcher.end(), matcher.start() + 1);
        }
        return matches;
    }

    private static BsonValue describe(Matcher matcher, String text) {
        BsonArray captures = new BsonArray();
        for (int i = 1; i <= matcher.groupCount(); i++) {
            @Nullable String capture = matcher.group(i);
            captures.add(capture == null ? BsonNull.VALUE : new BsonString(capture));
        }
        return new BsonDocument("match", new BsonString(matcher.group()))
                .append("idx", new BsonInt32(text.codePointCount(0, matcher.start())))
                .append("captures", captures);
    }

    private record Match(
            String name,
            Expression input,
            Expression regex,
            @Nullable Expression options,
            @Nullable RegexPattern pattern,
            Outcome outcome,
            BsonValue ofNull)
            implements Expression {
        /** The same with its pattern compiled in advance, where that does not depend on the document. */
        Match compiled() {
            @Nullable RegexPattern compiled = compile(new BsonDocument(), Variables.of(QueryContext.plain()));
            return compiled == null ? this : new Match(name, input, regex, options, compiled, outcome, ofNull);
        }

        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = input.evaluate(root, variables);
            @Nullable RegexPattern used = pattern == null ? compile(root, variables) : pattern;
            if (isNullish(value)) {
                return ofNull;
            }
            @Nullable String text = StringExpressions.text(value);
            if (text == null) {
                throw refusal(51104, name + " needs 'input' to be of type string");
            }
            return used == null ? ofNull : outcome.of(used.matcher(text), text);
        }

        /** The pattern; null when the regex is null. */
        private @Nullable RegexPattern compile(BsonDocument root, Variables variables) {
            @Nullable BsonValue regexValue = regex.evaluate(root, variables);
            @Nullable BsonValue optionsValue = options == null ? null : options.evaluate(root, variables);
            String letters = "";
            if (!isNullish(optionsValue)) {
                @Nullable String text = StringExpressions.text(optionsValue);
                if (text == null) {
                    throw refusal(51106, name + " needs 'options' to be of type string");
                }
                letters = text;
            }
            if (isNullish(regexValue)) {
                return null;
            }
            if (regexValue instanceof BsonRegularExpression expression) {
                if (!letters.isEmpty() && !expression.getOptions().isEmpty()) {
                    throw refusal(
                            51107, name + ": found regex option(s) specified in both 'regex' and 'option' fields");
                }
                return compile(expression.getPattern(), letters.isEmpty() ? expression.getOptions() : letters);
            }
            @Nullable String text = StringExpressions.text(regexValue);
            if (text == null) {
                throw refusal(51105, name + " needs 'regex' to be of type string or regex");
            }
            return compile(text, letters);
        }

        private RegexPattern compile(String expression, String letters) {
            try {
                return RegexPattern.compile(expression, letters);
            } catch (CommandException e) {
                if (e.code().number() == RegexPattern.INVALID_OPTION) {
                    throw refusal(RegexPattern.INVALID_OPTION, name + " " + e.text());
                }
                throw refusal(51111, "Invalid Regex in " + name + ": " + e.text());
            }
        }
    }
}
