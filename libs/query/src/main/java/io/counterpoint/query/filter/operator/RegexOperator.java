package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.query.RegexPattern;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.ValuePredicate;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {a: /x/i}} and {@code {a: {$regex: "x", $options: "i"}}}: strings in which the expression matches somewhere,
 * and stored regular expressions that are the same one. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/regex/">$regex</a>.
 */
public final class RegexOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$regex", "a regular expression matches", RegexOperator::parse);
    static final FilterOperator OPTIONS =
            FilterOperator.ofField("$options", "options of the $regex beside it", RegexOperator::parseOptions);

    private RegexOperator() {}

    /** The node of a regular expression that stands in the place of a value. */
    public static FilterNode.Path node(String path, BsonRegularExpression regex) {
        return new FilterNode.Path(
                FieldPath.parse(path), "$regex", regex, predicate(regex), LeafArray.ELEMENTS_THEN_WHOLE);
    }

    private static ValuePredicate predicate(BsonRegularExpression regex) {
        RegexPattern pattern = RegexPattern.compile(regex.getPattern(), regex.getOptions());
        return value -> {
            if (value == null) {
                return false;
            }
            return switch (value.getBsonType()) {
                case STRING -> pattern.find(value.asString().getValue());
                case SYMBOL -> pattern.find(value.asSymbol().getSymbol());
                case REGULAR_EXPRESSION -> regex.equals(value);
                default -> false;
            };
        };
    }

    private static FilterNode parse(FilterOperator.Use use) {
        @Nullable BsonValue options = use.siblings().get("$options");
        if (options != null && !options.isString()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$options has to be a string");
        }
        if (use.operand() instanceof BsonRegularExpression regex) {
            if (options == null) {
                return node(use.path(), regex);
            }
            if (!regex.getOptions().isEmpty()) {
                throw new CommandException(ErrorCode.location(51075), "options set in both $regex and $options");
            }
            return node(
                    use.path(),
                    new BsonRegularExpression(
                            regex.getPattern(), options.asString().getValue()));
        }
        if (!(use.operand() instanceof BsonString expression)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$regex has to be a string");
        }
        String optionLetters = options == null ? "" : options.asString().getValue();
        return node(use.path(), new BsonRegularExpression(expression.getValue(), optionLetters));
    }

    /** Options alone mean nothing; beside a {@code $regex} that one has read them. */
    private static @Nullable FilterNode parseOptions(FilterOperator.Use use) {
        if (!use.siblings().containsKey("$regex")) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$options needs a $regex");
        }
        return null;
    }
}
