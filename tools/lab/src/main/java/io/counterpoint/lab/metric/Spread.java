package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.mode.Numbering;
import java.util.ArrayList;
import java.util.List;

/**
 * How evenly documents and numbers lie. With o_r the generated numbers v of remainder r = v mod m and e = n / m:
 *
 * <pre>
 * share of the fullest shard = max documents of a shard / documents
 * chi² mod m                 = Σ_r (o_r − e)² / e        around m − 1 when remainders are random, 0 when even
 * </pre>
 */
public final class Spread implements Metric {
    private static final int[] MODULI = {2, 4, 8, 16};

    @Override
    public String name() {
        return "spread";
    }

    @Override
    public String definition() {
        return "The share of the fullest shard, and how unevenly the numbers' remainders fall (chi-square; far above"
                + " the modulus means that a partition by remainder is lopsided).";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        List<Attempt> numbered = history.numbered();
        long[] values = numbered.stream()
                .filter(attempt -> !attempt.explicit())
                .mapToLong(Attempt::number)
                .toArray();
        long stored = history.attempts().stream().filter(Attempt::stored).count();
        long fullest = history.shards().stream()
                .mapToLong(shard -> history.attempts().stream()
                        .filter(attempt -> shard.equals(attempt.shard()))
                        .count())
                .max()
                .orElse(0);
        List<Reading> readings = new ArrayList<>();
        readings.add(Reading.of("share of the fullest shard", stored == 0 ? Double.NaN : (double) fullest / stored));
        for (int modulus : MODULI) {
            readings.add(Reading.of("chi² mod " + modulus, chiSquare(remainders(values, modulus), values.length)));
        }
        return readings;
    }

    /** How many values have each remainder, from 0 to modulus − 1. */
    public static long[] remainders(long[] values, int modulus) {
        long[] counts = new long[modulus];
        for (long value : values) {
            counts[Math.floorMod(value, modulus)]++;
        }
        return counts;
    }

    private static double chiSquare(long[] counts, int total) {
        if (total == 0) {
            return Double.NaN;
        }
        double expected = (double) total / counts.length;
        double sum = 0;
        for (long count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }
}
