package io.counterpoint.query.accumulator;

import io.counterpoint.bson.number.Numbers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * Numbers in little room, from which quantiles can be told: exact for up to {@value #CLUSTERS_MAX} numbers, from then
 * on by clusters of neighbours that are the smaller the nearer they are to one of the ends. Mutable, one thread.
 *
 * <p>Source: Dunning and Ertl, "Computing extremely accurate quantiles using t-digests" (2019), the merging variant.
 */
final class QuantileDigest {
    /** More clusters than this are merged. */
    private static final int CLUSTERS_MAX = 20_000;

    /** A cluster at fraction q of n numbers holds at most {@code 4 n q (1 - q) / COMPRESSION} of them. */
    private static final double COMPRESSION = 1_000;

    private double[] means = new double[8];
    private long[] weights = new long[8];
    private int size;
    private boolean sorted = true;

    /** How many finite numbers there are. */
    private long finiteCount;

    /** Infinite numbers have no mean with others; they are counted. */
    private long lowestCount;

    private long highestCount;

    /** Adds a number; NaN is left out. */
    void add(double number) {
        if (number == Double.NEGATIVE_INFINITY) {
            lowestCount++;
        } else if (number == Double.POSITIVE_INFINITY) {
            highestCount++;
        } else if (!Double.isNaN(number)) {
            addCluster(number, 1);
        }
    }

    private void addCluster(double mean, long weight) {
        if (size == CLUSTERS_MAX) {
            compress();
        }
        if (size == means.length) {
            means = Arrays.copyOf(means, Math.min(CLUSTERS_MAX, 2 * size));
            weights = Arrays.copyOf(weights, means.length);
        }
        sorted &= size == 0 || means[size - 1] <= mean;
        means[size] = mean;
        weights[size] = weight;
        size++;
        finiteCount += weight;
    }

    boolean isEmpty() {
        return finiteCount + lowestCount + highestCount == 0;
    }

    /** About how many bytes it takes. */
    long bytes() {
        return 16L * means.length;
    }

    /** The number at a fraction in [0, 1]; only when not empty. */
    double quantile(double fraction) {
        long count = finiteCount + lowestCount + highestCount;
        long rank = Math.max(0, (long) Math.ceil(count * fraction) - 1) - lowestCount;
        if (rank < 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (rank >= finiteCount) {
            return Double.POSITIVE_INFINITY;
        }
        sort();
        int cluster = 0;
        while (rank >= weights[cluster]) {
            rank -= weights[cluster];
            cluster++;
        }
        return weights[cluster] == 1 ? means[cluster] : within(cluster, rank);
    }

    /** The numbers of a cluster are taken to lie evenly between its neighbours. */
    private double within(int cluster, long rank) {
        double below = means[Math.max(0, cluster - 1)];
        double above = means[Math.min(size - 1, cluster + 1)];
        double place = (rank + 0.5) / weights[cluster] - 0.5;
        return means[cluster] + place * (above - below) / 2;
    }

    private void sort() {
        if (sorted) {
            return;
        }
        int[] order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> means[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] sortedMeans = new double[means.length];
        long[] sortedWeights = new long[means.length];
        for (int i = 0; i < size; i++) {
            sortedMeans[i] = means[order[i]];
            sortedWeights[i] = weights[order[i]];
        }
        means = sortedMeans;
        weights = sortedWeights;
        sorted = true;
    }

    private void compress() {
        sort();
        int last = 0;
        double before = 0;
        for (int i = 1; i < size; i++) {
            long together = weights[last] + weights[i];
            double fraction = (before + together / 2.0) / finiteCount;
            if (together <= 4 * finiteCount * fraction * (1 - fraction) / COMPRESSION) {
                means[last] += (means[i] - means[last]) * weights[i] / together;
                weights[last] = together;
            } else {
                before += weights[last];
                last++;
                means[last] = means[i];
                weights[last] = weights[i];
            }
        }
        size = last + 1;
    }

    /**
     * All it knows: {@code {m: [mean], w: [weight], lo, hi}}, without {@code w} when all are 1, {@code lo} and
     * {@code hi} the numbers of infinite ones.
     */
    BsonDocument partial() {
        BsonArray meanValues = new BsonArray(size);
        BsonArray weightValues = new BsonArray(size);
        for (int i = 0; i < size; i++) {
            meanValues.add(new BsonDouble(means[i]));
            weightValues.add(new BsonInt64(weights[i]));
        }
        BsonDocument partial = new BsonDocument("m", meanValues);
        if (finiteCount > size) {
            partial.append("w", weightValues);
        }
        return partial.append("lo", new BsonInt64(lowestCount)).append("hi", new BsonInt64(highestCount));
    }

    /** Adds what another digest knows. */
    void merge(BsonDocument partial) {
        BsonArray meanValues = partial.getArray("m");
        BsonArray weightValues = partial.getArray("w", new BsonArray());
        for (int i = 0; i < meanValues.size(); i++) {
            BsonValue mean = meanValues.get(i);
            addCluster(
                    Numbers.toDouble(mean),
                    weightValues.isEmpty() ? 1 : weightValues.get(i).asInt64().getValue());
        }
        lowestCount += partial.getInt64("lo").getValue();
        highestCount += partial.getInt64("hi").getValue();
    }
}
