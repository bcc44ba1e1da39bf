package io.counterpoint.sequence.mode;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class CountingModeTest {
    private static final Moment NOW = new Moment(0, 0, 0);
    private static final CountingMode MODE = new CountingMode(NumberRange.STANDARD);

    @Test
    void countsUpByOneUntilNothingIsLeft() {
        assertThat(MODE.initial()).isZero();
        assertThat(MODE.next(0, NOW).value()).isEqualTo(1);
        assertThat(MODE.next(-5, NOW).value()).isEqualTo(-4);
        assertThat(MODE.next(Long.MAX_VALUE - 1, NOW).value()).isEqualTo(Long.MAX_VALUE);
        assertThat(MODE.next(Long.MAX_VALUE, NOW).outcome()).isEqualTo(Step.Outcome.EXHAUSTED);
    }

    @Test
    void onlyAHigherPositiveNumberMovesTheCounter() {
        assertThat(MODE.observe(5, 9, NOW)).isEqualTo(9);
        assertThat(MODE.observe(5, 5, NOW)).isEqualTo(5);
        assertThat(MODE.observe(5, 4, NOW)).isEqualTo(5);
        assertThat(MODE.observe(-5, 0, NOW)).isEqualTo(-5);
        assertThat(MODE.observe(-5, -1, NOW)).isEqualTo(-5);
    }

    @Test
    void countsDownAndBeginsAnew() {
        NumberRange down = new NumberRange(-1, -2, -5, -1, true);
        CountingMode mode = new CountingMode(down);
        assertThat(mode.next(mode.initial(), NOW).value()).isEqualTo(-1);
        assertThat(mode.next(-1, NOW).value()).isEqualTo(-3);
        assertThat(mode.next(-5, NOW).value()).isEqualTo(-1);
        assertThat(mode.observe(-1, -4, NOW)).isEqualTo(-4);
        assertThat(mode.observe(-1, 7, NOW)).isEqualTo(-1);
    }

    @Test
    void numbersAreInt32WhileTheyFit() {
        assertThat(SequenceNumbers.toBson(2147483647)).isEqualTo(new BsonInt32(2147483647));
        assertThat(SequenceNumbers.toBson(2147483648L)).isEqualTo(new BsonInt64(2147483648L));
        assertThat(SequenceNumbers.fromBson(new BsonDouble(60.0))).hasValue(60);
        assertThat(SequenceNumbers.fromBson(new BsonDouble(7.5))).isEmpty();
        assertThat(SequenceNumbers.fromBson(new BsonDouble(Double.NaN))).isEmpty();
        assertThat(SequenceNumbers.fromBson(new BsonDouble(1e300))).isEmpty();
        assertThat(SequenceNumbers.fromBson(new BsonString("7"))).isEmpty();
    }
}
