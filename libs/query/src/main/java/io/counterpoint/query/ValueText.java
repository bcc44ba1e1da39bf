package io.counterpoint.query;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * Values written the way MongoDB's error texts show them: {@code { a: 1, b: "x" }}, {@code [ 1, 2.0 ]}, {@code nan.0}.
 * Not Extended JSON; cannot be read back. Any thread.
 */
public final class ValueText {
    private static final MathContext SIXTEEN_DIGITS = new MathContext(16, RoundingMode.HALF_EVEN);

    private ValueText() {}

    /** The text of one value. */
    public static String of(BsonValue value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    /** The text {@code name: value}, as an element of a document reads. */
    public static String element(String name, BsonValue value) {
        return name + ": " + of(value);
    }

    private static void append(StringBuilder out, BsonValue value) {
        switch (value.getBsonType()) {
            case DOCUMENT -> appendDocument(out, value.asDocument());
            case ARRAY -> appendArray(out, value.asArray());
            case STRING -> out.append('"').append(value.asString().getValue()).append('"');
            case INT32 -> out.append(value.asInt32().getValue());
            case INT64 -> out.append(value.asInt64().getValue());
            case DOUBLE -> out.append(doubleText(value.asDouble().getValue()));
            case DECIMAL128 -> out.append(value.asDecimal128().getValue());
            case BOOLEAN -> out.append(value.asBoolean().getValue());
            case DATE_TIME ->
                out.append("new Date(").append(value.asDateTime().getValue()).append(')');
            case OBJECT_ID ->
                out.append("ObjectId('")
                        .append(value.asObjectId().getValue().toHexString())
                        .append("')");
            case BINARY -> appendBinary(out, value.asBinary());
            case REGULAR_EXPRESSION -> appendRegex(out, value.asRegularExpression());
            case TIMESTAMP -> appendTimestamp(out, value.asTimestamp());
            case NULL -> out.append("null");
            case UNDEFINED -> out.append("undefined");
            case MIN_KEY -> out.append("MinKey");
            case MAX_KEY -> out.append("MaxKey");
            case SYMBOL -> out.append('"').append(value.asSymbol().getSymbol()).append('"');
            case JAVASCRIPT -> out.append(value.asJavaScript().getCode());
            case JAVASCRIPT_WITH_SCOPE ->
                out.append("CodeWScope( ")
                        .append(value.asJavaScriptWithScope().getCode())
                        .append(')');
            case DB_POINTER ->
                out.append("DBRef('")
                        .append(value.asDBPointer().getNamespace())
                        .append("',")
                        .append(value.asDBPointer().getId().toHexString())
                        .append(')');
            case END_OF_DOCUMENT -> out.append("EOO");
        }
    }

    private static void appendDocument(StringBuilder out, BsonDocument document) {
        if (document.isEmpty()) {
            out.append("{}");
            return;
        }
        String separator = "{ ";
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            out.append(separator).append(field.getKey()).append(": ");
            append(out, field.getValue());
            separator = ", ";
        }
        out.append(" }");
    }

    private static void appendArray(StringBuilder out, BsonArray array) {
        if (array.isEmpty()) {
            out.append("[]");
            return;
        }
        String separator = "[ ";
        for (BsonValue element : array) {
            out.append(separator);
            append(out, element);
            separator = ", ";
        }
        out.append(" ]");
    }

    private static void appendBinary(StringBuilder out, BsonBinary binary) {
        out.append("BinData(").append(binary.getType() & 0xFF).append(", ");
        for (byte b : binary.getData()) {
            out.append(Character.toUpperCase(Character.forDigit((b >> 4) & 0xF, 16)));
            out.append(Character.toUpperCase(Character.forDigit(b & 0xF, 16)));
        }
        out.append(')');
    }

    private static void appendRegex(StringBuilder out, BsonRegularExpression regex) {
        out.append('/').append(regex.getPattern()).append('/').append(regex.getOptions());
    }

    private static void appendTimestamp(StringBuilder out, BsonTimestamp timestamp) {
        out.append("Timestamp(")
                .append(timestamp.getTime() & 0xFFFFFFFFL)
                .append(", ")
                .append(timestamp.getInc() & 0xFFFFFFFFL)
                .append(')');
    }

    /** Whole numbers are marked as doubles with {@code .0}, the infinite ones too. */
    private static String doubleText(double value) {
        if (Double.isNaN(value)) {
            return "nan.0";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf.0" : "-inf.0";
        }
        String digits = digits(value);
        return digits.indexOf('.') < 0 && digits.indexOf('e') < 0 ? digits + ".0" : digits;
    }

    /**
     * A finite double with sixteen significant digits at most, with an exponent where the number is below 0.0001 or has
     * more digits before its point: C's {@code %.16g}.
     */
    public static String digits(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(SIXTEEN_DIGITS).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < SIXTEEN_DIGITS.getPrecision()) {
            return rounded.toPlainString();
        }
        String mantissa = rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        String magnitude = Integer.toString(Math.abs(exponent));
        return mantissa + (exponent < 0 ? "e-" : "e+") + (magnitude.length() < 2 ? "0" : "") + magnitude;
    }
}
