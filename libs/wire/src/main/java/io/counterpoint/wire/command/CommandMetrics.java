package io.counterpoint.wire.command;

import io.counterpoint.base.metric.Metrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** How often one command ran, how long it took and how often it was refused. */
final class CommandMetrics {
    static final String DURATION = "counterpoint.command.duration";

    private final Timer duration;
    private final Counter refused;

    CommandMetrics(Metrics metrics, String command) {
        duration = metrics.timer(DURATION, "command", command);
        refused = metrics.counter("counterpoint.command.refused", "command", command);
    }

    void record(long nanos, boolean failed) {
        duration.record(nanos, TimeUnit.NANOSECONDS);
        if (failed) {
            refused.increment();
        }
    }
}
