package io.counterpoint.query.accumulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.seed.SeededRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QuantileDigestTest {
    private static final int COUNT = 300_000;

    @Test
    void fewNumbersAreToldExactly() {
        QuantileDigest digest = new QuantileDigest();
        List.of(5.0, 1.0, 4.0, 2.0, 3.0).forEach(digest::add);
        assertThat(digest.quantile(0)).isEqualTo(1);
        assertThat(digest.quantile(0.2)).isEqualTo(1);
        assertThat(digest.quantile(0.21)).isEqualTo(2);
        assertThat(digest.quantile(1)).isEqualTo(5);
    }

    @Test
    void manyNumbersAreToldNearly() {
        double[] numbers = numbers(1);
        QuantileDigest digest = new QuantileDigest();
        Arrays.stream(numbers).forEach(digest::add);
        assertNear(digest, numbers);
        assertThat(digest.bytes()).isLessThan(500_000);
    }

    @Test
    void mergedDigestsTellNearlyTheSame() {
        double[] numbers = numbers(2);
        QuantileDigest merged = new QuantileDigest();
        for (int part = 0; part < 4; part++) {
            QuantileDigest digest = new QuantileDigest();
            for (int i = part; i < COUNT; i += 4) {
                digest.add(numbers[i]);
            }
            merged.merge(digest.partial());
        }
        assertNear(merged, numbers);
    }

    private static double[] numbers(long seed) {
        SeededRandom random = new SeededRandom(seed);
        double[] numbers = new double[COUNT];
        Arrays.setAll(numbers, i -> random.nextLong() * 0x1p-64);
        return numbers;
    }

    /** Ranks are off by less than a thousandth of all, and by less near the ends. */
    private static void assertNear(QuantileDigest digest, double[] numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        for (double fraction : new double[] {0, 0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1}) {
            int place = Arrays.binarySearch(sorted, digest.quantile(fraction));
            double rank = (double) (place < 0 ? -place - 1 : place) / COUNT;
            assertThat(rank)
                    .as("rank at %s", fraction)
                    .isBetween(
                            fraction - 0.001 * Math.max(0.01, 4 * fraction * (1 - fraction)) - 2.0 / COUNT,
                            fraction + 0.001 * Math.max(0.01, 4 * fraction * (1 - fraction)) + 2.0 / COUNT);
        }
    }
}
