package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.isNumber;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonBinarySubType;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What type a value has, and the same value in another type. */
final class TypeExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            new ExpressionOperator("$convert", "a value in another type", TypeExpressions::parseConvert),
            ExpressionOperator.unary(
                    "$isNumber", "whether a value is a number", argument -> BsonBoolean.valueOf(isNumber(argument))),
            conversion("$toBool", "as a boolean", BsonType.BOOLEAN),
            conversion("$toDate", "as a date", BsonType.DATE_TIME),
            conversion("$toDecimal", "as a decimal", BsonType.DECIMAL128),
            conversion("$toDouble", "as a double", BsonType.DOUBLE),
            conversion("$toInt", "as an int32", BsonType.INT32),
            conversion("$toLong", "as an int64", BsonType.INT64),
            conversion("$toObjectId", "as an ObjectId", BsonType.OBJECT_ID),
            conversion("$toString", "as a string", BsonType.STRING),
            ExpressionOperator.unary("$toUUID", "as a UUID", TypeExpressions::toUuid),
            ExpressionOperator.unary("$type", "the name of a type", argument -> new BsonString(typeName(argument))));

    private TypeExpressions() {}

    private static ExpressionOperator conversion(String name, String help, BsonType target) {
        return ExpressionOperator.unary(
                name,
                help,
                argument -> argument == null || isNullish(argument)
                        ? BsonNull.VALUE
                        : new Target(target, 0).convert(argument, BinaryFormat.AUTO));
    }

    private static BsonValue toUuid(@Nullable BsonValue argument) {
        return argument == null || isNullish(argument)
                ? BsonNull.VALUE
                : new Target(BsonType.BINARY, BsonBinarySubType.UUID_STANDARD.getValue())
                        .convert(argument, BinaryFormat.UUID_TEXT);
    }

    private static Expression parseConvert(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("input", "to", "format", "onError", "onNull"),
                () -> refusal("$convert expects an object of named arguments but found: " + typeName(argument)),
                name -> refusal("$convert found an unknown argument: " + name));
        int failedToParse = ErrorCode.FAILED_TO_PARSE.number();
        BsonValue input = named.require("input", failedToParse, "Missing 'input' parameter to $convert");
        BsonValue target = named.require("to", failedToParse, "Missing 'to' parameter to $convert");
        return new Convert(
                parser.parse(input),
                parser.parse(target),
                named.parse("format", parser),
                named.parse("onError", parser),
                named.parse("onNull", parser));
    }

    private static CommandException refusal(String text) {
        return new CommandException(ErrorCode.FAILED_TO_PARSE, text);
    }

    /**
     * What a value is to become.
     *
     * @param subtype of binary data
     */
    private record Target(BsonType type, int subtype) {
        static Target of(BsonValue to) {
            if (!(to instanceof BsonDocument document)) {
                return new Target(typeOf(to), 0);
            }
            @Nullable BsonValue type = document.get("type");
            if (type == null) {
                throw refusal("Missing 'type' parameter in $convert's 'to' argument");
            }
            for (String name : document.keySet()) {
                if (!name.equals("type") && !name.equals("subtype")) {
                    throw refusal("$convert found an unknown argument: " + name);
                }
            }
            @Nullable BsonValue subtype = document.get("subtype");
            return new Target(typeOf(type), subtype == null ? 0 : BinaryConversions.subtype(subtype));
        }

        private static BsonType typeOf(BsonValue to) {
            @Nullable BsonType type = null;
            if (to instanceof BsonString alias) {
                type = BsonTypes.ofAlias(alias.getValue());
                if (type == null) {
                    throw new CommandException(ErrorCode.BAD_VALUE, "Unknown type name: " + alias.getValue());
                }
            } else if (to instanceof BsonNumber) {
                OptionalLong number = Numbers.asExactLong(to);
                if (number.isEmpty()) {
                    throw refusal("In $convert, numeric 'to' argument is not an integer");
                }
                type = BsonTypes.ofNumber((int) number.getAsLong());
                if (type == null) {
                    throw refusal("In $convert, numeric value for 'to' does not correspond to a BSON type: "
                            + ValueText.of(to));
                }
            } else {
                throw refusal("$convert's 'to' argument must be a string or number, but is " + typeName(to));
            }
            return type;
        }

        BsonValue convert(BsonValue value, @Nullable BinaryFormat format) {
            return BinaryConversions.apply(value, type)
                    ? BinaryConversions.convert(value, type, subtype, format)
                    : Conversions.convert(value, type);
        }
    }

    private record Convert(
            Expression input,
            Expression target,
            @Nullable Expression format,
            @Nullable Expression onError,
            @Nullable Expression onNull)
            implements Expression {
        @Override
        public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
            @Nullable BsonValue value = input.evaluate(root, variables);
            @Nullable BsonValue to = target.evaluate(root, variables);
            if (value == null || isNullish(value)) {
                return onNull == null ? BsonNull.VALUE : onNull.evaluate(root, variables);
            }
            if (to == null || isNullish(to)) {
                return BsonNull.VALUE;
            }
            Target wanted = Target.of(to);
            @Nullable BsonValue written = format == null ? null : format.evaluate(root, variables);
            @Nullable
            BinaryFormat binaryFormat = written == null || isNullish(written) ? null : BinaryFormat.of(written);
            try {
                return wanted.convert(value, binaryFormat);
            } catch (CommandException e) {
                if (onError == null || !e.code().equals(ErrorCode.CONVERSION_FAILURE)) {
                    throw e;
                }
                return onError.evaluate(root, variables);
            }
        }
    }
}
