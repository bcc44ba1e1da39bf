package io.counterpoint.bson.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class BsonOrderPropertyTest {
    @Test
    void isAntisymmetric() {
        Seeds.run(BsonOrderPropertyTest.class, 10_000, random -> {
            BsonValue[] values = comparable(random, 2);
            assertThat(Integer.signum(BsonOrder.compare(values[0], values[1])))
                    .isEqualTo(-Integer.signum(BsonOrder.compare(values[1], values[0])));
        });
    }

    @Test
    void isTransitive() {
        Seeds.run(BsonOrderPropertyTest.class, 20_000, random -> {
            BsonValue[] v = comparable(random, 3);
            if (BsonOrder.compare(v[0], v[1]) <= 0 && BsonOrder.compare(v[1], v[2]) <= 0) {
                assertThat(BsonOrder.compare(v[0], v[2]))
                        .as("%s, %s, %s", v[0], v[1], v[2])
                        .isLessThanOrEqualTo(0);
            }
        });
    }

    @Test
    void equalValuesHaveEqualHashes() {
        Seeds.run(BsonOrderPropertyTest.class, 20_000, random -> {
            BsonValue[] v = comparable(random, 2);
            BsonValue same = Numbers.isNumber(v[0]) ? new BsonValues(random).sameNumber(v[0]) : v[1];
            if (BsonOrder.equal(v[0], same)) {
                assertThat(BsonOrder.hash(same)).as("%s and %s", v[0], same).isEqualTo(BsonOrder.hash(v[0]));
            }
        });
    }

    @Test
    void rawViewsCompareAsTreesDo() {
        Seeds.run(BsonOrderPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonDocument left = values.document();
            BsonDocument right = random.oneIn(3) ? changed(left, values, random) : values.document();
            int expected = Integer.signum(BsonOrder.compare(left, right));
            BsonDocument rawLeft = BsonBytes.raw(left);
            BsonDocument rawRight = BsonBytes.raw(right);
            assertThat(Integer.signum(BsonOrder.compare(rawLeft, rawRight))).isEqualTo(expected);
            assertThat(Integer.signum(BsonOrder.compare(left, rawRight))).isEqualTo(expected);
            assertThat(Integer.signum(BsonOrder.compare(rawLeft, right))).isEqualTo(expected);
            assertThat(BsonOrder.equal(left, rawLeft)).isTrue();
            assertThat(BsonOrder.hash(rawLeft)).isEqualTo(BsonOrder.hash(left));
        });
    }

    private static BsonDocument changed(BsonDocument document, BsonValues values, SeededRandom random) {
        BsonDocument changed = BsonBytes.tree(document);
        if (!changed.isEmpty() && random.nextBoolean()) {
            changed.put(changed.getFirstKey(), values.value());
        } else {
            changed.put(values.name(), values.value());
        }
        return changed;
    }

    /** Values that are likely to be of one rank. */
    private static BsonValue[] comparable(SeededRandom random, int count) {
        BsonValues values = new BsonValues(random);
        int kind = random.nextInt(4);
        BsonValue[] drawn = new BsonValue[count];
        for (int i = 0; i < count; i++) {
            drawn[i] = switch (kind) {
                case 0 -> values.number();
                case 1 -> values.document();
                case 2 -> values.array();
                default -> values.value();
            };
        }
        return drawn;
    }
}
