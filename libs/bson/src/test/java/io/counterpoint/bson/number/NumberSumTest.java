package io.counterpoint.bson.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.json.ExtendedJson;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberSumTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []                                                                   | 0
            [1, 2, 3]                                                            | 6
            [2147483647, 1]                                                      | {$numberLong: '2147483648'}
            [2147483647, 1, -1]                                                  | 2147483647
            [1, {$numberLong: '2'}]                                              | {$numberLong: '3'}
            [{$numberLong: '9223372036854775807'}, 1]                            | 9223372036854775808.0
            [{$numberLong: '9223372036854775807'}, 1, -1]                        | {$numberLong: '9223372036854775807'}
            [0.1, 0.2, 0.3]                                                      | 0.6
            [1e100, 1, -1e100]                                                   | 1.0
            [{$numberLong: '9007199254740993'}, 0.5, -0.5]                       | 9007199254740992.0
            [{$numberDouble: 'Infinity'}, 1]                                     | {$numberDouble: 'Infinity'}
            [{$numberDouble: 'Infinity'}, {$numberDouble: '-Infinity'}]          | {$numberDouble: 'NaN'}
            [1e308, 1e308]                                                       | {$numberDouble: 'Infinity'}
            [1, {$numberDecimal: '0.1'}]                                         | {$numberDecimal: '1.1'}
            [{$numberDecimal: '0.1'}, {$numberDouble: 'NaN'}]                    | {$numberDecimal: 'NaN'}
            """)
    void addsExactlyAndAnswersInTheWidestType(String numbers, String expected) {
        NumberSum sum = sumOf(numbers);

        assertThat(sum.result()).isEqualTo(ExtendedJson.parseValue(expected));
    }

    @Test
    void givesDoublesForAverages() {
        NumberSum sum = sumOf("[1, 2.5]");

        assertThat(sum.isDecimal()).isFalse();
        assertThat(sum.doubleSum()).isEqualTo(3.5);
    }

    @Test
    void givesDecimalsForAveragesOfDecimals() {
        NumberSum sum = sumOf("[1, 2.5, {$numberDecimal: '0.5'}]");

        assertThat(sum.isDecimal()).isTrue();
        assertThat(Decimals.exact(sum.decimalSum())).isEqualByComparingTo("4.0");
        assertThat(sum.doubleSum()).isEqualTo(4.0);
    }

    private static NumberSum sumOf(String numbers) {
        NumberSum sum = new NumberSum();
        for (BsonValue number : ExtendedJson.parseValue(numbers).asArray()) {
            sum.add(number);
        }
        return sum;
    }
}
