package io.counterpoint.bson.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class KeyEncodingPropertyTest {
    @Test
    void bytesSortAsValues() {
        Seeds.run(KeyEncodingPropertyTest.class, 30_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonValue left = random.nextBoolean() ? values.number() : values.value();
            BsonValue right = Numbers.isNumber(left) ? values.number() : values.value();
            assertThat(Integer.signum(Arrays.compareUnsigned(KeyEncoding.encode(left), KeyEncoding.encode(right))))
                    .as("%s against %s", left, right)
                    .isEqualTo(Integer.signum(BsonOrder.compare(left, right)));
        });
    }

    @Test
    void equalNumbersOfAnyTypeHaveEqualBytes() {
        Seeds.run(KeyEncodingPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonValue number = values.number();
            BsonValue same = values.sameNumber(number);
            assertThat(KeyEncoding.encode(same)).as("%s and %s", number, same).isEqualTo(KeyEncoding.encode(number));
        });
    }

    @Test
    void compoundKeysSortByTheFirstDifferenceInItsDirection() {
        Seeds.run(KeyEncodingPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            int size = random.between(1, 3);
            boolean[] descending = new boolean[size];
            List<BsonValue> left = new ArrayList<>();
            List<BsonValue> right = new ArrayList<>();
            int expected = 0;
            for (int i = 0; i < size; i++) {
                descending[i] = random.nextBoolean();
                left.add(values.scalar());
                right.add(random.oneIn(3) ? values.scalar() : left.get(i));
                if (expected == 0) {
                    int order = BsonOrder.compare(left.get(i), right.get(i));
                    expected = descending[i] ? -order : order;
                }
            }
            byte[] leftKey = KeyEncoding.encode(left, descending);
            byte[] rightKey = KeyEncoding.encode(right, descending);
            assertThat(Integer.signum(Arrays.compareUnsigned(leftKey, rightKey)))
                    .as("%s against %s, descending %s", left, right, Arrays.toString(descending))
                    .isEqualTo(Integer.signum(expected));
        });
    }

    @Test
    void noKeyIsTheStartOfAnother() {
        Seeds.run(KeyEncodingPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            byte[] left = KeyEncoding.encode(values.value());
            byte[] right = KeyEncoding.encode(values.value());
            int common = Math.min(left.length, right.length);
            assertThat(Arrays.equals(left, 0, common, right, 0, common)).isEqualTo(Arrays.equals(left, right));
        });
    }

    @Test
    void typeBoundsEncloseExactlyTheValuesOfTheRank() {
        Seeds.run(KeyEncodingPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonValue typed = values.value();
            BsonValue other = values.value();
            boolean descending = random.nextBoolean();
            byte[] start = new KeyBuffer()
                    .appendTypeStart(typed.getBsonType(), descending)
                    .toByteArray();
            byte[] end = new KeyBuffer()
                    .appendTypeEnd(typed.getBsonType(), descending)
                    .toByteArray();
            byte[] key = new KeyBuffer().appendValue(other, descending).toByteArray();
            boolean within = Arrays.compareUnsigned(start, key) <= 0 && Arrays.compareUnsigned(key, end) < 0;
            assertThat(within)
                    .as("%s within the bounds of %s", other, typed.getBsonType())
                    .isEqualTo(BsonOrder.typeRank(other) == BsonOrder.typeRank(typed));
        });
    }

    @Test
    void theSuccessorOfAKeyIsAboveAllKeysThatStartWithItAndBelowTheNext() {
        Seeds.run(KeyEncodingPropertyTest.class, 5_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonValue first = values.scalar();
            byte[] successor = KeyEncoding.successor(KeyEncoding.encode(first));
            BsonValue other = values.scalar();
            byte[] longer = new KeyBuffer()
                    .appendValue(other)
                    .appendValue(values.scalar())
                    .toByteArray();
            assertThat(Arrays.compareUnsigned(longer, successor) < 0).isEqualTo(BsonOrder.compare(other, first) <= 0);
        });
    }
}
