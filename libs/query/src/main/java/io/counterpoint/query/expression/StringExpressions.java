package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.isNumber;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.ValueText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Strings as a whole and in parts. Bytes are those of UTF-8, "CP" means code points. */
final class StringExpressions {
    static final List<ExpressionOperator> ENTRIES = List.of(
            ExpressionOperator.variadic("$concat", "strings one after another", StringExpressions::concat),
            ExpressionOperator.function(
                    "$indexOfBytes", "where a string is in another, in bytes", 2, 4, StringExpressions::indexOfBytes),
            ExpressionOperator.function(
                    "$indexOfCP", "where a string is in another, in code points", 2, 4, StringExpressions::indexOfCP),
            ExpressionOperator.function("$split", "the parts between separators", 2, 2, StringExpressions::split),
            ExpressionOperator.function(
                    "$strcasecmp",
                    "order of two strings regardless of ASCII case",
                    2,
                    2,
                    StringExpressions::strcasecmp),
            ExpressionOperator.unary("$strLenBytes", "length in bytes", StringExpressions::strLenBytes),
            ExpressionOperator.unary("$strLenCP", "length in code points", StringExpressions::strLenCP),
            ExpressionOperator.function(
                    "$substr", "as $substrBytes", 3, 3, arguments -> substrBytes("$substr", arguments)),
            ExpressionOperator.function(
                    "$substrBytes", "a part, in bytes", 3, 3, arguments -> substrBytes("$substrBytes", arguments)),
            ExpressionOperator.function("$substrCP", "a part, in code points", 3, 3, StringExpressions::substrCP),
            ExpressionOperator.unary(
                    "$toLower", "with small ASCII letters", argument -> new BsonString(lower(coerce(argument)))),
            ExpressionOperator.unary(
                    "$toUpper", "with capital ASCII letters", argument -> new BsonString(upper(coerce(argument)))));

    private StringExpressions() {}

    /** The text of a string or symbol; null for other values. */
    static @Nullable String text(@Nullable BsonValue value) {
        if (value instanceof BsonString string) {
            return string.getValue();
        }
        return value instanceof BsonSymbol symbol ? symbol.getSymbol() : null;
    }

    private static @Nullable BsonValue concat(@Nullable BsonValue[] arguments) {
        StringBuilder joined = new StringBuilder();
        for (@Nullable BsonValue argument : arguments) {
            if (isNullish(argument)) {
                return BsonNull.VALUE;
            }
            @Nullable String text = text(argument);
            if (text == null) {
                throw refusal(16702, "$concat only supports strings, not " + typeName(argument));
            }
            joined.append(text);
        }
        return new BsonString(joined.toString());
    }

    /** Any scalar as text, an empty one for null: what the older string operators accept. */
    private static String coerce(@Nullable BsonValue value) {
        if (value == null || isNullish(value)) {
            return "";
        }
        @Nullable String text = text(value);
        if (text != null) {
            return text;
        }
        if (value instanceof BsonNumber || value.isDateTime() || value.isTimestamp()) {
            return Conversions.toText(value);
        }
        throw refusal(16007, "can't convert from BSON type " + typeName(value) + " to String");
    }

    private static String lower(String text) {
        StringBuilder out = new StringBuilder(text);
        for (int i = 0; i < out.length(); i++) {
            char c = out.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                out.setCharAt(i, (char) (c + ('a' - 'A')));
            }
        }
        return out.toString();
    }

    private static String upper(String text) {
        StringBuilder out = new StringBuilder(text);
        for (int i = 0; i < out.length(); i++) {
            char c = out.charAt(i);
            if (c >= 'a' && c <= 'z') {
                out.setCharAt(i, (char) (c - ('a' - 'A')));
            }
        }
        return out.toString();
    }

    private static BsonValue strcasecmp(@Nullable BsonValue[] arguments) {
        String left = upper(coerce(arguments[0]));
        String right = upper(coerce(arguments[1]));
        return new BsonInt32(Integer.signum(BsonOrder.compareText(left, right)));
    }

    private static BsonValue strLenBytes(@Nullable BsonValue argument) {
        @Nullable String text = text(argument);
        if (text == null) {
            throw refusal(34473, "$strLenBytes requires a string argument, found: " + typeName(argument));
        }
        return new BsonInt32(bytes(text).length);
    }

    private static BsonValue strLenCP(@Nullable BsonValue argument) {
        @Nullable String text = text(argument);
        if (text == null) {
            throw refusal(34471, "$strLenCP requires a string argument, found: " + typeName(argument));
        }
        return new BsonInt32(text.codePointCount(0, text.length()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static BsonValue substrBytes(String operator, @Nullable BsonValue[] arguments) {
        byte[] bytes = bytes(coerce(arguments[0]));
        if (!isNumber(arguments[1])) {
            throw refusal(
                    16034,
                    operator + ":  starting index must be a numeric type (is BSON type " + typeName(arguments[1])
                            + ")");
        }
        if (!isNumber(arguments[2])) {
            throw refusal(
                    16035, operator + ":  length must be a numeric type (is BSON type " + typeName(arguments[2]) + ")");
        }
        long start = arguments[1].asNumber().longValue();
        long length = arguments[2].asNumber().longValue();
        if (start < 0) {
            throw refusal(50752, operator + ":  starting index must be non-negative (got: " + start + ")");
        }
        if (start >= bytes.length) {
            return new BsonString("");
        }
        int from = (int) start;
        // A negative length means all the rest.
        int to = length < 0 || length > bytes.length - from ? bytes.length : from + (int) length;
        if (isContinuation(bytes, from)) {
            throw refusal(28656, operator + ":  Invalid range, starting index is a UTF-8 continuation byte.");
        }
        if (isContinuation(bytes, to)) {
            throw refusal(28657, operator + ":  Invalid range, ending index is in the middle of a UTF-8 character.");
        }
        return new BsonString(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }

    private static boolean isContinuation(byte[] bytes, int index) {
        return index < bytes.length && (bytes[index] & 0xC0) == 0x80;
    }

    private static BsonValue substrCP(@Nullable BsonValue[] arguments) {
        String text = coerce(arguments[0]);
        if (!isNumber(arguments[1])) {
            throw refusal(
                    34450,
                    "$substrCP: starting index must be a numeric type (is BSON type " + typeName(arguments[1]) + ")");
        }
        int start = Arguments.requireInt(
                arguments[1], 34451, "$substrCP: starting index cannot be represented as a 32-bit integral value: ");
        if (!isNumber(arguments[2])) {
            throw refusal(
                    34452, "$substrCP: length must be a numeric type (is BSON type " + typeName(arguments[2]) + ")");
        }
        int length = Arguments.requireInt(
                arguments[2], 34453, "$substrCP: length cannot be represented as a 32-bit integral value: ");
        if (length < 0) {
            throw refusal(34454, "$substrCP: length must be a nonnegative integer.");
        }
        if (start < 0) {
            throw refusal(34455, "$substrCP: the starting index must be nonnegative integer.");
        }
        int count = text.codePointCount(0, text.length());
        if (start >= count) {
            return new BsonString("");
        }
        int from = text.offsetByCodePoints(0, start);
        int to = text.offsetByCodePoints(from, Math.min(length, count - start));
        return new BsonString(text.substring(from, to));
    }

    private static @Nullable BsonValue split(@Nullable BsonValue[] arguments) {
        if (isNullish(arguments[0]) || isNullish(arguments[1])) {
            return BsonNull.VALUE;
        }
        @Nullable String text = text(arguments[0]);
        @Nullable String separator = text(arguments[1]);
        if (text == null) {
            throw refusal(
                    40085,
                    "$split requires an expression that evaluates to a string as a first argument, found: "
                            + typeName(arguments[0]));
        }
        if (separator == null) {
            throw refusal(
                    40086,
                    "$split requires an expression that evaluates to a string as a second argument, found: "
                            + typeName(arguments[1]));
        }
        if (separator.isEmpty()) {
            throw refusal(40087, "$split requires a non-empty separator");
        }
        List<BsonValue> parts = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, start)) {
            parts.add(new BsonString(text.substring(start, end)));
            start = end + separator.length();
        }
        parts.add(new BsonString(text.substring(start)));
        return new BsonArray(parts);
    }

    private static @Nullable BsonValue indexOfBytes(@Nullable BsonValue[] arguments) {
        if (isNullish(arguments[0])) {
            return BsonNull.VALUE;
        }
        String text =
                requireText(arguments[0], 40091, "$indexOfBytes requires a string as the first argument, found: ");
        String wanted =
                requireText(arguments[1], 40092, "$indexOfBytes requires a string as the second argument, found: ");
        byte[] bytes = bytes(text);
        int start = IndexRange.start("$indexOfBytes", arguments, 0);
        int end = Math.min(IndexRange.end("$indexOfBytes", arguments, bytes.length), bytes.length);
        if (start > bytes.length || end < start) {
            return new BsonInt32(-1);
        }
        return new BsonInt32(find(bytes, bytes(wanted), start, end));
    }

    private static int find(byte[] bytes, byte[] wanted, int start, int end) {
        for (int at = start; at + wanted.length <= end; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    private static @Nullable BsonValue indexOfCP(@Nullable BsonValue[] arguments) {
        if (isNullish(arguments[0])) {
            return BsonNull.VALUE;
        }
        String text = requireText(arguments[0], 40093, "$indexOfCP requires a string as the first argument, found: ");
        String wanted =
                requireText(arguments[1], 40094, "$indexOfCP requires a string as the second argument, found: ");
        int count = text.codePointCount(0, text.length());
        int start = IndexRange.start("$indexOfCP", arguments, 0);
        int end = Math.min(IndexRange.end("$indexOfCP", arguments, count), count);
        if (start > count || end < start) {
            return new BsonInt32(-1);
        }
        int from = text.offsetByCodePoints(0, start);
        int to = text.offsetByCodePoints(from, end - start);
        int found = text.indexOf(wanted, from);
        boolean inside = found >= 0 && found + wanted.length() <= to;
        return new BsonInt32(inside ? text.codePointCount(0, found) : -1);
    }

    private static String requireText(@Nullable BsonValue value, int code, String message) {
        @Nullable String text = text(value);
        if (text == null) {
            throw refusal(code, message + typeName(value));
        }
        return text;
    }

    /** The optional third and fourth arguments of the operators that search: where to start, and where to end. */
    static final class IndexRange {
        private IndexRange() {}

        static int start(String operator, @Nullable BsonValue[] arguments, int otherwise) {
            return arguments.length > 2 ? index(operator, arguments[2], "starting") : otherwise;
        }

        static int end(String operator, @Nullable BsonValue[] arguments, int otherwise) {
            return arguments.length > 3 ? index(operator, arguments[3], "ending") : otherwise;
        }

        private static int index(String operator, @Nullable BsonValue value, String which) {
            if (value == null || !isNumber(value) || Arguments.asInt(value).isEmpty()) {
                throw refusal(
                        40096,
                        operator + " requires an integral " + which + " index, found a value of type: "
                                + typeName(value) + ", with value: "
                                + (value == null ? "missing" : ValueText.of(value)));
            }
            int index = Arguments.asInt(value).getAsInt();
            if (index < 0) {
                throw refusal(40097, operator + " requires a nonnegative " + which + " index, found: " + index);
            }
            return index;
        }
    }
}
