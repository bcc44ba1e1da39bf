package io.counterpoint.bson.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.json.ExtendedJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class BsonOrderTest {
    private static final ObjectId ID = new ObjectId("0123456789abcdef01234567");
    private static final ObjectId LATER_ID = new ObjectId("f123456789abcdef01234567");

    @Test
    void typesComeInMongoDbsOrder() {
        assertAscending(
                new BsonMinKey(),
                new BsonUndefined(),
                BsonNull.VALUE,
                new BsonDouble(Double.NaN),
                new BsonDouble(Double.POSITIVE_INFINITY),
                new BsonString(""),
                new BsonDocument(),
                new BsonArray(),
                new BsonBinary(new byte[0]),
                new BsonObjectId(ID),
                BsonBoolean.FALSE,
                BsonBoolean.TRUE,
                new BsonDateTime(Long.MIN_VALUE),
                new BsonTimestamp(0),
                new BsonRegularExpression(""),
                new BsonDbPointer("", ID),
                new BsonJavaScript(""),
                new BsonJavaScriptWithScope("", new BsonDocument()),
                new BsonMaxKey());
    }

    @Test
    void numbersCompareAcrossTypesByExactValue() {
        assertAscending(
                new BsonDouble(Double.NaN),
                new BsonDouble(Double.NEGATIVE_INFINITY),
                decimal("-9.999999999999999999999999999999999E+6144"),
                new BsonDouble(-Double.MAX_VALUE),
                decimal("-9223372036854775808.5"),
                new BsonInt64(Long.MIN_VALUE),
                new BsonInt64(Long.MIN_VALUE + 1),
                new BsonInt32(-1),
                decimal("-1E-6176"),
                new BsonInt32(0),
                decimal("1E-6176"),
                new BsonDouble(Double.MIN_VALUE),
                decimal("0.1"),
                new BsonDouble(0.1),
                new BsonInt32(1),
                decimal("1.5"),
                new BsonInt64(2),
                new BsonDouble(9007199254740992.0),
                new BsonInt64(9007199254740993L),
                decimal("9007199254740993.5"),
                new BsonDouble(9007199254740994.0),
                new BsonInt64(Long.MAX_VALUE),
                decimal("9223372036854775807.5"),
                new BsonDouble(0x1p63),
                new BsonDouble(Double.MAX_VALUE),
                decimal("1E+400"),
                decimal("Infinity"));
    }

    @Test
    void equalNumbersOfDifferentTypesAreEqual() {
        assertEqual(new BsonInt32(5), new BsonInt64(5), new BsonDouble(5), decimal("5"), decimal("5.00"));
        assertEqual(new BsonInt32(0), new BsonDouble(-0.0), decimal("-0"), decimal("0E+100"));
        assertEqual(new BsonDouble(Double.NaN), decimal("NaN"), decimal("-NaN"));
        assertEqual(new BsonDouble(Double.POSITIVE_INFINITY), decimal("Infinity"));
        assertEqual(new BsonDouble(0.5), decimal("0.50"));
        assertEqual(new BsonInt64(1L << 62), new BsonDouble(0x1p62), decimal("4611686018427387904"));
    }

    @Test
    void textsCompareByTheirUtf8Bytes() {
        assertAscending(
                new BsonString(""),
                new BsonString("\0"),
                new BsonString("A"),
                new BsonString("a"),
                new BsonString("a\0"),
                new BsonString("aa"),
                new BsonString("b"),
                new BsonString("é"),
                new BsonString("\uE000"),
                new BsonString("\uFFFD"),
                new BsonString("😀"));
        assertEqual(new BsonString("a"), new BsonSymbol("a"));
    }

    @Test
    void documentsCompareFieldByFieldTypeBeforeNameBeforeValue() {
        assertAscending(
                ExtendedJson.parse("{}"),
                ExtendedJson.parse("{b: null}"),
                ExtendedJson.parse("{a: 1}"),
                ExtendedJson.parse("{a: 1, b: 1}"),
                ExtendedJson.parse("{a: 2}"),
                ExtendedJson.parse("{b: 1}"),
                ExtendedJson.parse("{a: 'x'}"),
                ExtendedJson.parse("{a: {}}"));
        assertThat(BsonOrder.equal(ExtendedJson.parse("{a: 1, b: 2}"), ExtendedJson.parse("{b: 2, a: 1}")))
                .isFalse();
    }

    @Test
    void arraysCompareElementByElement() {
        assertAscending(
                ExtendedJson.parseValue("[]"),
                ExtendedJson.parseValue("[null]"),
                ExtendedJson.parseValue("[1]"),
                ExtendedJson.parseValue("[1, 1]"),
                ExtendedJson.parseValue("[2]"),
                ExtendedJson.parseValue("['a']"),
                ExtendedJson.parseValue("[[]]"));
    }

    @Test
    void binariesCompareByLengthSubtypeBytes() {
        assertAscending(
                new BsonBinary((byte) 5, new byte[] {9}),
                new BsonBinary((byte) 0, new byte[] {1, 2}),
                new BsonBinary((byte) 0, new byte[] {1, (byte) 0x80}),
                new BsonBinary((byte) 5, new byte[] {0, 0}),
                new BsonBinary((byte) 0x80, new byte[] {0, 0}),
                // Counts four bytes more than its data.
                new BsonBinary((byte) 2, new byte[] {0}),
                new BsonBinary((byte) 2, new byte[] {0, 0}));
    }

    @Test
    void theOtherTypesCompareByValue() {
        assertAscending(new BsonObjectId(ID), new BsonObjectId(LATER_ID));
        assertAscending(new BsonDateTime(-1), new BsonDateTime(0), new BsonDateTime(1));
        assertAscending(new BsonTimestamp(0), new BsonTimestamp(1, 0), new BsonTimestamp(-1, 0));
        assertAscending(
                new BsonRegularExpression("a", ""),
                new BsonRegularExpression("a", "i"),
                new BsonRegularExpression("b", ""));
        assertAscending(
                new BsonDbPointer("z", LATER_ID),
                new BsonDbPointer("aa", ID),
                new BsonDbPointer("aa", LATER_ID),
                new BsonDbPointer("ab", ID));
        assertAscending(
                new BsonJavaScriptWithScope("f", new BsonDocument()),
                new BsonJavaScriptWithScope("f", ExtendedJson.parse("{a: 1}")),
                new BsonJavaScriptWithScope("g", new BsonDocument()));
    }

    private static BsonValue decimal(String text) {
        return new BsonDecimal128(Decimal128.parse(text));
    }

    private static void assertAscending(BsonValue... values) {
        List<BsonValue> expected = List.of(values);
        List<BsonValue> sorted = new ArrayList<>(expected);
        Collections.reverse(sorted);
        sorted.sort(BsonOrder.COMPARATOR);
        assertThat(sorted).isEqualTo(expected);
        for (int i = 1; i < values.length; i++) {
            assertThat(BsonOrder.compare(values[i - 1], values[i]))
                    .as("%s before %s", values[i - 1], values[i])
                    .isNegative();
        }
    }

    private static void assertEqual(BsonValue... values) {
        for (BsonValue value : values) {
            assertThat(BsonOrder.compare(values[0], value))
                    .as("%s and %s", values[0], value)
                    .isZero();
            assertThat(BsonOrder.compare(value, values[0]))
                    .as("%s and %s", value, values[0])
                    .isZero();
            assertThat(BsonOrder.hash(value)).isEqualTo(BsonOrder.hash(values[0]));
        }
    }
}
