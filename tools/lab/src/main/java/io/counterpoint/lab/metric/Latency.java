package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.mode.Numbering;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How long acknowledged attempts took, in milliseconds, from when they were <em>due</em>: return − arrival. An insert
 * that waits because an earlier one stalls counts its waiting (no coordinated omission). {@code service} is return −
 * invoke. Percentiles are those of HdrHistogram with three digits, rounded up to its buckets.
 */
public final class Latency implements Metric {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int DIGITS = 3;
    private static final double[] PERCENTILES = {50, 95, 99, 99.9, 100};
    private static final List<String> NAMES = List.of("p50", "p95", "p99", "p99.9", "max");

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String definition() {
        return "Time from when an insert was due until it was acknowledged; service p99 leaves out the wait before it"
                + " was sent.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        Histogram response = new Histogram(DIGITS);
        Histogram service = new Histogram(DIGITS);
        for (Attempt attempt : history.attempts()) {
            if (attempt.outcome() == Outcome.OK) {
                response.recordValue(Math.max(0, attempt.returnNanos() - attempt.arrivalNanos()));
                service.recordValue(Math.max(0, attempt.returnNanos() - attempt.invokeNanos()));
            }
        }
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < PERCENTILES.length; i++) {
            readings.add(millis(NAMES.get(i), response, PERCENTILES[i]));
        }
        readings.add(millis("service p99", service, 99));
        return readings;
    }

    private static Reading millis(String name, Histogram histogram, double percentile) {
        double value = histogram.getTotalCount() == 0
                ? Double.NaN
                : histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
        return new Reading(name, value, "ms");
    }
}
