package io.counterpoint.query.expression;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads operators' arguments, positional and named, and the integers among their values. */
final class Arguments {
    private Arguments() {}

    /**
     * Arguments by position: an array of them, or one that needs no array around it.
     *
     * @throws CommandException 16020 or 28667 when there are too few or too many
     */
    static List<Expression> positional(
            String operator, BsonValue argument, ExpressionParser parser, int countMin, int countMax) {
        List<Expression> expressions = new ArrayList<>();
        if (argument instanceof BsonArray array) {
            array.forEach(element -> expressions.add(parser.parse(element)));
        } else {
            expressions.add(parser.parse(argument));
        }
        int count = expressions.size();
        if (countMin == countMax && count != countMin) {
            throw refusal(
                    16020,
                    "Expression " + operator + " takes exactly " + countMin + " arguments. " + count
                            + " were passed in.");
        }
        if (count < countMin || count > countMax) {
            throw refusal(
                    28667,
                    "Expression " + operator + " takes at least " + countMin + " arguments, and at most " + countMax
                            + ", but " + count + " were passed in.");
        }
        return expressions;
    }

    /** A refusal with one of MongoDB's numbers. */
    static CommandException refusal(int code, String text) {
        return new CommandException(ErrorCode.location(code), text);
    }

    /** Whether a value is null, undefined or missing. */
    static boolean isNullish(@Nullable BsonValue value) {
        return value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED;
    }

    /** The name of a value's type, {@code missing} for a missing one. */
    static String typeName(@Nullable BsonValue value) {
        return value == null ? "missing" : BsonTypes.name(value);
    }

    /** A number as 32 bits; empty when it has a fraction or does not fit. */
    static OptionalInt asInt(BsonValue number) {
        OptionalLong whole = Numbers.asExactLong(number);
        return whole.isPresent() && whole.getAsLong() == (int) whole.getAsLong()
                ? OptionalInt.of((int) whole.getAsLong())
                : OptionalInt.empty();
    }

    /** The number as 32 bits, or the refusal. */
    static int requireInt(BsonValue number, int code, String text) {
        return asInt(number).orElseThrow(() -> refusal(code, text + ValueText.of(number)));
    }

    /** Whether a value is there and a number. */
    static boolean isNumber(@Nullable BsonValue value) {
        return value != null && Numbers.isNumber(value);
    }

    /** Named arguments as expressions, in the order given. */
    static final class Named {
        private final Map<String, BsonValue> values = new LinkedHashMap<>();

        /**
         * Reads a document of named arguments.
         *
         * @param known the names there are
         * @param notDocument refuses an argument that is no document
         * @param unknown refuses a name that is not among them
         */
        Named(
                BsonValue argument,
                Set<String> known,
                Supplier<CommandException> notDocument,
                Function<String, CommandException> unknown) {
            if (!(argument instanceof BsonDocument document)) {
                throw notDocument.get();
            }
            document.forEach((name, value) -> {
                if (!known.contains(name)) {
                    throw unknown.apply(name);
                }
                values.put(name, value);
            });
        }

        /** The argument as it was given; null when it was not. */
        @Nullable
        BsonValue get(String name) {
            return values.get(name);
        }

        /** The argument as it was given, or the refusal. */
        BsonValue require(String name, int code, String text) {
            @Nullable BsonValue value = values.get(name);
            if (value == null) {
                throw refusal(code, text);
            }
            return value;
        }

        /** The argument parsed; null when it was not given. */
        @Nullable
        Expression parse(String name, ExpressionParser parser) {
            @Nullable BsonValue value = values.get(name);
            return value == null ? null : parser.parse(value);
        }
    }
}
