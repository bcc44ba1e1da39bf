package io.counterpoint.bson.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalLong;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

class NumbersPropertyTest {
    private static final BigDecimal INT64_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal INT64_MIN = BigDecimal.valueOf(Long.MIN_VALUE);

    @Test
    void finiteNumbersCompareByTheirExactValues() {
        Seeds.run(NumbersPropertyTest.class, 20_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonValue left = values.number();
            BsonValue right = values.number();
            if (isFinite(left) && isFinite(right)) {
                assertThat(Integer.signum(Numbers.compare(left, right)))
                        .as("%s against %s", left, right)
                        .isEqualTo(exact(left).compareTo(exact(right)));
            }
        });
    }

    @Test
    void exactLongsAreTheWholeNumbersInRange() {
        Seeds.run(NumbersPropertyTest.class, 20_000, random -> {
            BsonValue number = new BsonValues(random).number();
            OptionalLong found = Numbers.asExactLong(number);
            boolean whole = isFinite(number)
                    && exact(number).compareTo(INT64_MAX) <= 0
                    && exact(number).compareTo(INT64_MIN) >= 0
                    && exact(number).stripTrailingZeros().scale() <= 0;
            assertThat(found.isPresent()).as("%s", number).isEqualTo(whole);
            if (whole) {
                assertThat(BigDecimal.valueOf(found.getAsLong())).isEqualByComparingTo(exact(number));
            }
        });
    }

    @Test
    void decimalsSurviveBeingTakenApart() {
        Seeds.run(NumbersPropertyTest.class, 20_000, random -> {
            Decimal128 drawn = new BsonValues(random).decimal();
            if (drawn.isFinite() && !Decimals.isZero(drawn)) {
                assertThat(Decimals.nearest(Decimals.exact(drawn))).isEqualTo(drawn);
            }
        });
    }

    @Test
    void decimalArithmeticIsTheExactResultRoundedOnce() {
        Seeds.run(NumbersPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            Decimal128 left = new Decimal128(values.integer());
            Decimal128 right = new Decimal128(values.integer());
            BigDecimal a = Decimals.exact(left);
            BigDecimal b = Decimals.exact(right);
            assertThat(Decimals.exact(Decimals.add(left, right))).isEqualByComparingTo(a.add(b));
            assertThat(Decimals.exact(Decimals.subtract(left, right))).isEqualByComparingTo(a.subtract(b));
            assertThat(Decimals.exact(Decimals.multiply(left, right)))
                    .isEqualByComparingTo(a.multiply(b).round(MathContext.DECIMAL128));
            if (b.signum() != 0) {
                assertThat(Decimals.exact(Decimals.divide(left, right)))
                        .isEqualByComparingTo(a.divide(b, MathContext.DECIMAL128));
                assertThat(Decimals.exact(Decimals.remainder(left, right))).isEqualByComparingTo(a.remainder(b));
            }
        });
    }

    @Test
    void arithmeticNeverFails() {
        Seeds.run(NumbersPropertyTest.class, 20_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonValue left = values.number();
            BsonValue right = values.number();
            BsonValue sum = UpdateArithmetic.add(left, right);
            assertThat(ExpressionArithmetic.add(left, right)).isNotNull();
            assertThat(sum == null || Numbers.isNumber(sum)).isTrue();
            assertThat(ExpressionArithmetic.subtract(left, right)).isNotNull();
            assertThat(ExpressionArithmetic.multiply(left, right)).isNotNull();
            assertThat(ExpressionArithmetic.divide(left, right)).isNotNull();
            if (!Numbers.isZero(right)) {
                assertThat(ExpressionArithmetic.mod(left, right)).isNotNull();
            }
        });
    }

    @Test
    void aSumOfTwoIsTheirSum() {
        Seeds.run(NumbersPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonValue left = new BsonInt64(values.integer());
            BsonValue right = random.nextBoolean() ? new BsonInt64(values.integer()) : new BsonDouble(values.float64());
            NumberSum sum = new NumberSum();
            sum.add(left);
            sum.add(right);
            if (right.isInt64()) {
                assertThat(Numbers.toDouble(sum.result()))
                        .isEqualTo(exact(left).add(exact(right)).doubleValue());
            } else if (isFinite(right)) {
                assertThat(sum.doubleSum())
                        .isEqualTo(exact(left).add(exact(right)).doubleValue());
            } else {
                assertThat(sum.result()).isEqualTo(right);
            }
        });
    }

    @Test
    void theOrderOfIntegersAndDoublesHardlyMattersToTheirSum() {
        Seeds.run(NumbersPropertyTest.class, 2_000, random -> {
            NumberSum forward = new NumberSum();
            NumberSum backward = new NumberSum();
            BsonValue[] numbers = new BsonValue[random.between(1, 20)];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = new BsonDouble(random.between(-1_000_000, 1_000_000) / 10.0);
            }
            for (int i = 0; i < numbers.length; i++) {
                forward.add(numbers[i]);
                backward.add(numbers[numbers.length - 1 - i]);
            }
            assertThat(forward.result()).isEqualTo(backward.result());
        });
    }

    private static boolean isFinite(BsonValue number) {
        return switch (number.getBsonType()) {
            case DOUBLE -> Double.isFinite(number.asDouble().getValue());
            case DECIMAL128 -> number.asDecimal128().getValue().isFinite();
            default -> true;
        };
    }

    private static BigDecimal exact(BsonValue number) {
        return switch (number.getBsonType()) {
            case DOUBLE -> new BigDecimal(number.asDouble().getValue());
            case DECIMAL128 -> exact(number.asDecimal128());
            default -> BigDecimal.valueOf(number.asNumber().longValue());
        };
    }

    /** By way of the text, which shares no code with what is tested. */
    private static BigDecimal exact(BsonDecimal128 number) {
        BigDecimal parsed = new BigDecimal(number.getValue().toString());
        return parsed.precision() > Decimals.DIGITS_MAX ? BigDecimal.ZERO : parsed;
    }
}
