package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.mode.Numbering;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How far the order of the numbers is from the order of the writes, for generated numbers. A view gives one or more
 * sequences; with I the pairs in the wrong order and n the length of each:
 *
 * <pre>
 * Kendall distance = Σ I / Σ n(n−1)/2          0: same order, 1: turned around
 * reorders         = neighbours in the wrong order
 * k                = max |place in the sequence − place after sorting|
 * </pre>
 *
 * Views: global (order of acknowledgement), per session (order within one client), per router (order of
 * acknowledgement), per shard (storage order).
 */
public final class OrderInversions implements Metric {
    private static final Comparator<Attempt> BY_RETURN = Comparator.comparingLong(Attempt::returnNanos);

    @Override
    public String name() {
        return "order";
    }

    @Override
    public String definition() {
        return "How often the numbers are in another order than the writes: seen by everybody, by one client, by one"
                + " router, by one shard. Distance 0 is the same order, 1 the opposite; k is how many places the worst"
                + " number is off.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        List<Attempt> generated = history.numbered().stream()
                .filter(attempt -> !attempt.explicit())
                .toList();
        List<Reading> readings = new ArrayList<>();
        add(readings, "global", List.of(sorted(generated, BY_RETURN)));
        add(readings, "session", split(generated, Attempt::client, Comparator.comparingInt(Attempt::ordinal)));
        add(readings, "router", split(generated, Attempt::router, BY_RETURN));
        add(readings, "shard", split(generated, Attempt::home, Comparator.comparingLong(Attempt::position)));
        return readings;
    }

    private static void add(List<Reading> readings, String view, Collection<long[]> sequences) {
        double inversions = 0;
        double pairs = 0;
        long adjacent = 0;
        long displacement = 0;
        for (long[] values : sequences) {
            inversions += Inversions.count(values);
            pairs += values.length * (values.length - 1.0) / 2;
            adjacent += Inversions.adjacent(values);
            displacement = Math.max(displacement, Inversions.displacementMax(values));
        }
        readings.add(Reading.of(view + " distance", pairs == 0 ? Double.NaN : inversions / pairs));
        readings.add(Reading.of(view + " reorders", adjacent));
        readings.add(Reading.of(view + " k", displacement));
    }

    private static <K extends Comparable<K>> Collection<long[]> split(
            List<Attempt> attempts, Function<Attempt, K> view, Comparator<Attempt> order) {
        Map<K, List<Attempt>> groups = new TreeMap<>();
        attempts.forEach(attempt -> groups.computeIfAbsent(view.apply(attempt), key -> new ArrayList<>())
                .add(attempt));
        return groups.values().stream().map(group -> sorted(group, order)).toList();
    }

    private static long[] sorted(List<Attempt> attempts, Comparator<Attempt> order) {
        return attempts.stream().sorted(order).mapToLong(Attempt::number).toArray();
    }
}
