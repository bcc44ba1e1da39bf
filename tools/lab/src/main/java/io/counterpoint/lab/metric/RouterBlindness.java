package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.CounterSample;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.mode.Numbering;
import java.util.List;

/**
 * What the one row that {@code find} on {@code admin.counters} shows hides. Over all samples, with R the router's row
 * and L_s the shards':
 *
 * <pre>
 * off the maximum = max |R − max_s L_s|
 * hidden spread   = max (max_s L_s − min_s L_s)
 * </pre>
 *
 * Rows of a sample are read one after another while inserts go on, so a small difference may be the reading itself.
 */
public final class RouterBlindness implements Metric {
    @Override
    public String name() {
        return "router blindness";
    }

    @Override
    public String definition() {
        return "How far the single counter row that clients see is from the highest of the shards, and how far apart"
                + " the shards behind it are.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        double off = Double.NaN;
        double spread = Double.NaN;
        for (CounterSample sample : history.samples()) {
            if (sample.shards().isEmpty()) {
                continue;
            }
            long highest = sample.shards().values().stream()
                    .mapToLong(Long::longValue)
                    .max()
                    .orElse(0);
            long lowest = sample.shards().values().stream()
                    .mapToLong(Long::longValue)
                    .min()
                    .orElse(0);
            spread = larger(spread, (double) highest - lowest);
            if (sample.router() != null) {
                off = larger(off, Math.abs((double) sample.router() - highest));
            }
        }
        return List.of(Reading.of("off the maximum", off), Reading.of("hidden spread", spread));
    }

    private static double larger(double known, double candidate) {
        return Double.isNaN(known) ? candidate : Math.max(known, candidate);
    }
}
