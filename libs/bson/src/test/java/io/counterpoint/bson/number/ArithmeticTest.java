package io.counterpoint.bson.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.json.ExtendedJson;
import java.util.List;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link UpdateArithmetic} and {@link ExpressionArithmetic}, side by side: they differ where int64 ends. */
class ArithmeticTest {
    private static final String LONG_MAX = "{$numberLong: '9223372036854775807'}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1                          | 2                       | 3
            2147483647                 | 1                       | {$numberLong: '2147483648'}
            1                          | {$numberLong: '2'}      | {$numberLong: '3'}
            1                          | 0.5                     | 1.5
            {$numberLong: '1'}         | 0.5                     | 1.5
            1                          | {$numberDecimal: '0.1'} | {$numberDecimal: '1.1'}
            0.1                        | {$numberDecimal: '0.1'} | {$numberDecimal: '0.200000000000000'}
            """)
    void bothAddInTheWiderType(String left, String right, String sum) {
        assertThat(UpdateArithmetic.add(value(left), value(right))).isEqualTo(value(sum));
        assertThat(ExpressionArithmetic.add(value(left), value(right))).isEqualTo(value(sum));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3                          | 2                       | 6
            65536                      | 65536                   | {$numberLong: '4294967296'}
            3                          | {$numberLong: '2'}      | {$numberLong: '6'}
            3                          | 0.5                     | 1.5
            3                          | {$numberDecimal: '0.5'} | {$numberDecimal: '1.5'}
            """)
    void bothMultiplyInTheWiderType(String left, String right, String product) {
        assertThat(UpdateArithmetic.multiply(value(left), value(right))).isEqualTo(value(product));
        assertThat(ExpressionArithmetic.multiply(value(left), value(right))).isEqualTo(value(product));
    }

    @Test
    void updatesHaveNoSumOrProductBeyondInt64() {
        assertThat(UpdateArithmetic.add(value(LONG_MAX), new BsonInt32(1))).isNull();
        assertThat(UpdateArithmetic.add(new BsonInt64(Long.MIN_VALUE), new BsonInt64(-1)))
                .isNull();
        assertThat(UpdateArithmetic.multiply(value(LONG_MAX), new BsonInt32(2))).isNull();
        assertThat(UpdateArithmetic.multiply(new BsonInt64(Long.MIN_VALUE), new BsonInt32(-1)))
                .isNull();
        assertThat(UpdateArithmetic.add(value(LONG_MAX), new BsonInt32(-1)))
                .isEqualTo(new BsonInt64(Long.MAX_VALUE - 1));
    }

    @Test
    void expressionsGoOnAsDoubles() {
        assertThat(ExpressionArithmetic.add(value(LONG_MAX), new BsonInt32(1))).isEqualTo(new BsonDouble(0x1p63));
        assertThat(ExpressionArithmetic.subtract(new BsonInt64(Long.MIN_VALUE), new BsonInt32(1)))
                .isEqualTo(new BsonDouble(-0x1p63));
        assertThat(ExpressionArithmetic.multiply(value(LONG_MAX), new BsonInt32(2)))
                .isEqualTo(new BsonDouble(0x1p64));
    }

    @Test
    void aSumOfManyKeepsItsTypeThroughADetour() {
        List<BsonValue> numbers = List.of(new BsonInt32(Integer.MAX_VALUE), new BsonInt32(1), new BsonInt32(-2));

        assertThat(ExpressionArithmetic.add(numbers)).isEqualTo(new BsonInt32(Integer.MAX_VALUE - 1));
        assertThat(ExpressionArithmetic.add(List.of())).isEqualTo(new BsonInt32(0));
        assertThat(ExpressionArithmetic.add(List.of(new BsonInt64(1), new BsonInt32(1))))
                .isEqualTo(new BsonInt64(2));
        assertThat(ExpressionArithmetic.add(List.of(new BsonInt32(1), new BsonDouble(1))))
                .isEqualTo(new BsonDouble(2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7                          | 2                       | 3.5
            6                          | 2                       | 3.0
            {$numberLong: '1'}         | 4                       | 0.25
            1                          | {$numberDecimal: '4'}   | {$numberDecimal: '0.25'}
            """)
    void divisionGivesADoubleOrADecimal(String left, String right, String quotient) {
        assertThat(ExpressionArithmetic.divide(value(left), value(right))).isEqualTo(value(quotient));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7                          | 3                       | 1
            -7                         | 3                       | -1
            7                          | {$numberLong: '3'}      | {$numberLong: '1'}
            7.5                        | 2                       | 1.5
            -7.5                       | 2                       | -1.5
            7                          | {$numberDecimal: '2.5'} | {$numberDecimal: '2.0'}
            -2147483648                | -1                      | 0
            """)
    void remaindersHaveTheSignOfTheDividend(String left, String right, String remainder) {
        assertThat(ExpressionArithmetic.mod(value(left), value(right))).isEqualTo(value(remainder));
    }

    private static BsonValue value(String json) {
        return ExtendedJson.parseValue(json);
    }
}
