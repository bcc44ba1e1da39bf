package io.counterpoint.bench.load;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Keys of which few are met often and most are met seldom: the k-th most frequent one with a chance in proportion to 1
 * / k<sup>0.99</sup>, as the Yahoo Cloud Serving Benchmark has it. Frequent keys are spread over all. Any thread.
 */
final class ZipfianKeys {
    private static final double SKEW = 0.99;

    /** Has no divisor in common with powers of ten. */
    private static final long SPREAD = 7_919;

    /** By rank: the chance of this rank or a more frequent one. */
    private final double[] cumulated;

    /**
     * Draws from some keys.
     *
     * @param count keys are 0 to count - 1
     */
    ZipfianKeys(int count) {
        cumulated = new double[count];
        double sum = 0;
        for (int rank = 0; rank < count; rank++) {
            sum += 1 / Math.pow(rank + 1, SKEW);
            cumulated[rank] = sum;
        }
        for (int rank = 0; rank < count; rank++) {
            cumulated[rank] /= sum;
        }
    }

    int next(RandomGenerator random) {
        int found = Arrays.binarySearch(cumulated, random.nextDouble());
        int rank = Math.min(found < 0 ? ~found : found, cumulated.length - 1);
        return (int) (rank * SPREAD % cumulated.length);
    }
}
