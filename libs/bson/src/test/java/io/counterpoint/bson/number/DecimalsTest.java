package io.counterpoint.bson.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalsTest {
    @ParameterizedTest
    @CsvSource({
        "1.10, add, 2.2, 3.30",
        "0, add, -0, 0",
        "-0, add, -0, -0",
        "Infinity, add, -Infinity, NaN",
        "Infinity, add, 1, Infinity",
        "1, add, -Infinity, -Infinity",
        "NaN, add, 1, NaN",
        "9.999999999999999999999999999999999E+6144, add, 1E+6144, Infinity",
        "5, subtract, 7, -2",
        "1, subtract, 1, 0",
        "1.5, multiply, -2, -3.0",
        "0, multiply, -2, -0",
        "Infinity, multiply, 0, NaN",
        "Infinity, multiply, -1, -Infinity",
        "1E+6000, multiply, 1E+6000, Infinity",
        "1E-6000, multiply, 1E-6000, 0E-6176",
        "1E-6000, multiply, -1E-6000, -0E-6176",
        "1, divide, 3, 0.3333333333333333333333333333333333",
        "6, divide, 2, 3",
        "1, divide, 0, Infinity",
        "-1, divide, 0, -Infinity",
        "0, divide, 0, NaN",
        "1, divide, -Infinity, -0",
        "Infinity, divide, Infinity, NaN",
        "10, remainder, 3, 1",
        "-10, remainder, 3, -1",
        "10.5, remainder, -3, 1.5",
        "-9, remainder, 3, -0",
        "5, remainder, Infinity, 5",
        "5, remainder, 0, NaN",
        "Infinity, remainder, 5, NaN",
        "1E+6000, remainder, 7, 1",
        "-1E+6111, remainder, 7E-6176, -5E-6176",
        "1E-6176, remainder, 7E+6111, 1E-6176",
        "123.456, remainder, 1E+2, 23.456",
    })
    void computesAsIeee754Says(String left, String operation, String right, String expected) {
        Decimal128 a = Decimal128.parse(left);
        Decimal128 b = Decimal128.parse(right);
        Decimal128 result = switch (operation) {
            case "add" -> Decimals.add(a, b);
            case "subtract" -> Decimals.subtract(a, b);
            case "multiply" -> Decimals.multiply(a, b);
            case "divide" -> Decimals.divide(a, b);
            default -> Decimals.remainder(a, b);
        };
        assertThat(result).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1234567890123456789012345678901234.5, 1234567890123456789012345678901234",
        "1234567890123456789012345678901235.5, 1234567890123456789012345678901236",
        "9999999999999999999999999999999999.5, 1.000000000000000000000000000000000E+34",
        "1E+6144, 1.000000000000000000000000000000000E+6144",
        "1E+6145, Infinity",
        "-1E+7000, -Infinity",
        "1E-6176, 1E-6176",
        "4E-6177, 0E-6176",
        "6E-6177, 1E-6176",
        "-4E-6177, -0E-6176",
        "1.5E-6176, 2E-6176",
    })
    void roundsToTheNearest(String exact, String expected) {
        assertThat(Decimals.nearest(new BigDecimal(exact))).hasToString(expected);
    }

    @Test
    void encodingsOfNoCanonicalNumberAreZero() {
        Decimal128 coefficientTooLarge = Decimal128.fromIEEE754BIDEncoding(0x3041FFFFFFFFFFFFL, -1);
        Decimal128 largeForm = Decimal128.fromIEEE754BIDEncoding(0x6C10000000000000L, 5);

        assertThat(Decimals.isZero(coefficientTooLarge)).isTrue();
        assertThat(Decimals.isZero(largeForm)).isTrue();
        assertThat(Decimals.compare(coefficientTooLarge, Decimal128.POSITIVE_ZERO))
                .isZero();
    }
}
