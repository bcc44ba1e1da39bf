package io.counterpoint.bson.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.bson.json.ExtendedJson;
import java.util.OptionalLong;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "5, 5",
        "-0.0, 0",
        "5.0, 5",
        "-9223372036854775808.0, -9223372036854775808",
        "'{$numberLong: \"9223372036854775807\"}', 9223372036854775807",
        "'{$numberDecimal: \"12.00\"}', 12",
        "'{$numberDecimal: \"1E+3\"}', 1000",
        "'{$numberDecimal: \"-0E+6000\"}', 0",
        "'{$numberDecimal: \"9223372036854775807\"}', 9223372036854775807",
    })
    void wholeNumbersInRangeAreExactLongs(String json, long expected) {
        assertThat(Numbers.asExactLong(ExtendedJson.parseValue(json))).isEqualTo(OptionalLong.of(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7.5",
                "9223372036854775808.0",
                "1e300",
                "{$numberDouble: 'NaN'}",
                "{$numberDouble: 'Infinity'}",
                "{$numberDecimal: '0.1'}",
                "{$numberDecimal: '9223372036854775808'}",
                "{$numberDecimal: '1E+6000'}",
                "{$numberDecimal: '1E-6000'}",
                "{$numberDecimal: 'NaN'}",
                "'5'",
                "null",
                "true"
            })
    void nothingElseIs(String json) {
        assertThat(Numbers.asExactLong(ExtendedJson.parseValue(json))).isEmpty();
    }

    @Test
    void knowsNumbersZerosAndNaNs() {
        assertThat(Numbers.isNumber(new BsonDouble(1))).isTrue();
        assertThat(Numbers.isNumber(new BsonString("1"))).isFalse();
        assertThat(Numbers.isZero(new BsonDouble(-0.0))).isTrue();
        assertThat(Numbers.isZero(decimal("0E-10"))).isTrue();
        assertThat(Numbers.isZero(new BsonInt64(1))).isFalse();
        assertThat(Numbers.isNaN(decimal("NaN"))).isTrue();
        assertThat(Numbers.isNaN(new BsonDouble(Double.NaN))).isTrue();
        assertThat(Numbers.isNaN(new BsonInt32(0))).isFalse();
        assertThatThrownBy(() -> Numbers.isZero(new BsonString("0"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void comparesADoubleWithALongExactly() {
        assertThat(Numbers.compare(0x1p53, (1L << 53) + 1)).isNegative();
        assertThat(Numbers.compare(0x1p63, Long.MAX_VALUE)).isPositive();
        assertThat(Numbers.compare(-0x1p63, Long.MIN_VALUE)).isZero();
        assertThat(Numbers.compare(Math.nextDown(-0x1p63), Long.MIN_VALUE)).isNegative();
        assertThat(Numbers.compare(Double.NaN, Long.MIN_VALUE)).isNegative();
        assertThat(Numbers.compare(0.5, 0)).isPositive();
        assertThat(Numbers.compare(-0.5, 0)).isNegative();
        assertThat(Numbers.compare(-0.0, 0)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.100000000000000",
        "2.5, 2.50000000000000",
        "5.0, 5.00000000000000",
        "123456789012345680.0, 1.23456789012346E+17",
        "0.30000000000000004, 0.300000000000000",
        "9.9999999999999999, 10.0000000000000",
        "0.0, 0",
        "-0.0, -0",
    })
    void aDoubleBecomesADecimalOfFifteenDigits(double value, String expected) {
        assertThat(Numbers.toDecimal(new BsonDouble(value))).hasToString(expected);
    }

    @Test
    void convertsToDouble() {
        assertThat(Numbers.toDouble(decimal("0.1"))).isEqualTo(0.1);
        assertThat(Numbers.toDouble(decimal("-Infinity"))).isNegative().isInfinite();
        assertThat(Numbers.toDouble(decimal("NaN"))).isNaN();
        assertThat(1 / Numbers.toDouble(decimal("-0"))).isNegative();
        assertThat(Numbers.toDouble(new BsonInt64(1L << 60))).isEqualTo(0x1p60);
    }

    private static BsonValue decimal(String text) {
        return new BsonDecimal128(Decimal128.parse(text));
    }
}
