package io.counterpoint.lab.metric;

import java.util.List;

/** All metrics, in the order of a report. */
public final class Metrics {
    private static final List<Metric> ALL = List.of(
            new Duplicates(),
            new Coverage(),
            new Waste(),
            new OrderInversions(),
            new RealTimeInversions(),
            new Durability(),
            new Coordination(),
            new Latency(),
            new Availability(),
            new Spread(),
            new Headroom(),
            new RouterBlindness());

    private Metrics() {}

    /** All of them. */
    public static List<Metric> all() {
        return ALL;
    }
}
