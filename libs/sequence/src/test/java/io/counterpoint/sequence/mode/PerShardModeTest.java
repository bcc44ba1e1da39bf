package io.counterpoint.sequence.mode;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class PerShardModeTest {
    @Test
    void countsUpByOneUntilNothingIsLeft() {
        assertThat(PerShardMode.next(0)).hasValue(1);
        assertThat(PerShardMode.next(-5)).hasValue(-4);
        assertThat(PerShardMode.next(Long.MAX_VALUE - 1)).hasValue(Long.MAX_VALUE);
        assertThat(PerShardMode.next(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void onlyAHigherPositiveNumberMovesTheCounter() {
        assertThat(PerShardMode.observe(5, 9)).isEqualTo(9);
        assertThat(PerShardMode.observe(5, 5)).isEqualTo(5);
        assertThat(PerShardMode.observe(5, 4)).isEqualTo(5);
        assertThat(PerShardMode.observe(-5, 0)).isEqualTo(-5);
        assertThat(PerShardMode.observe(-5, -1)).isEqualTo(-5);
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
