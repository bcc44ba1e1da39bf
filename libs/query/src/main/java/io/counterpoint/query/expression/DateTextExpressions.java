package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.ValueText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Dates as text and back: {@code $dateToString $dateFromString}. */
final class DateTextExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator("$dateFromString", "a date read from text", DateTextExpressions::parseFromString),
            new ExpressionOperator("$dateToString", "a date as text", DateTextExpressions::parseToString));

    private DateTextExpressions() {}

    private static Expression parseToString(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("date", "format", "timezone", "onNull"),
                () -> refusal(18629, "$dateToString only supports an object as its argument"),
                name -> refusal(18534, "Unrecognized argument to $dateToString: " + name));
        Expression date = parser.parse(named.require("date", 18628, "Missing 'date' parameter to $dateToString"));
        return new ToText(
                date, named.parse("format", parser), named.parse("timezone", parser), named.parse("onNull", parser));
    }

    private static Expression parseFromString(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("dateString", "format", "timezone", "onNull", "onError"),
                () -> refusal(
                        40540, "$dateFromString only supports an object as an argument, found: " + typeName(argument)),
                name -> refusal(40541, "Unrecognized argument to $dateFromString: " + name));
        Expression text =
                parser.parse(named.require("dateString", 40542, "Missing 'dateString' parameter to $dateFromString"));
        return new FromText(
                text,
                named.parse("format", parser),
                named.parse("timezone", parser),
                named.parse("onNull", parser),
                named.parse("onError", parser));
    }

    private record ToText(
            Expression date,
            @Nullable Expression format,
            @Nullable Expression timezone,
            @Nullable Expression onNull) implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue formatValue = format == null ? null : format.evaluate(root, variables);
            @Nullable ZoneId zone = DateArguments.zone(timezone, root, variables);
            @Nullable BsonValue value = date.evaluate(root, variables);
            if (isNullish(value)) {
                return onNull == null ? BsonNull.VALUE : onNull.evaluate(root, variables);
            }
            if (zone == null || (format != null && isNullish(formatValue))) {
                return BsonNull.VALUE;
            }
            return new BsonString(formatOf(formatValue, zone).format(DateArguments.millis(value), zone));
        }

        private static DateFormat formatOf(@Nullable BsonValue value, ZoneId zone) {
            if (value == null) {
                return zone.equals(ZoneOffset.UTC) ? DateFormat.ISO_UTC : DateFormat.ISO_LOCAL;
            }
            if (!(value instanceof BsonString string)) {
                throw refusal(
                        18533,
                        "$dateToString requires that 'format' be a string, found: " + typeName(value) + " with value "
                                + ValueText.of(value));
            }
            return DateFormat.forOutput(string.getValue());
        }
    }

    private record FromText(
            Expression text,
            @Nullable Expression format,
            @Nullable Expression timezone,
            @Nullable Expression onNull,
            @Nullable Expression onError)
            implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = text.evaluate(root, variables);
            if (isNullish(value)) {
                return onNull == null ? BsonNull.VALUE : onNull.evaluate(root, variables);
            }
            @Nullable BsonValue formatValue = format == null ? null : format.evaluate(root, variables);
            @Nullable ZoneId zone = DateArguments.zone(timezone, root, variables);
            if (zone == null || (format != null && isNullish(formatValue))) {
                return BsonNull.VALUE;
            }
            try {
                return new BsonDateTime(read(value, formatValue, zone).toEpochMilli());
            } catch (CommandException e) {
                if (onError == null || !e.code().equals(ErrorCode.CONVERSION_FAILURE)) {
                    throw e;
                }
                return onError.evaluate(root, variables);
            }
        }

        private static Instant read(@Nullable BsonValue value, @Nullable BsonValue formatValue, ZoneId zone) {
            if (!(value instanceof BsonString string)) {
                throw new CommandException(
                        ErrorCode.CONVERSION_FAILURE,
                        "$dateFromString requires that 'dateString' be a string, found: " + typeName(value));
            }
            if (formatValue == null) {
                return DateText.parse(string.getValue(), zone);
            }
            if (!(formatValue instanceof BsonString pattern)) {
                throw refusal(
                        40684, "$dateFromString requires that 'format' be a string, found: " + typeName(formatValue));
            }
            return DateText.parse(string.getValue(), DateFormat.forInput(pattern.getValue()), zone);
        }
    }
}
