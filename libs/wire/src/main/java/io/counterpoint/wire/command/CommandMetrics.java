package io.counterpoint.wire.command;

import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.metric.Metrics;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How often one command ran, how long it took, and which refusals it met. Registered with its first use: most commands
 * of the table never come, and each would fill a page of metrics with zeros. Any thread.
 */
final class CommandMetrics {
    static final String DURATION = "counterpoint.command.duration";
    static final String COMMAND = "command";

    private static final String REFUSED = "counterpoint.command.refused";

    private final Metrics metrics;
    private final String command;
    private volatile @Nullable Timer duration;

    CommandMetrics(Metrics metrics, String command) {
        this.metrics = metrics;
        this.command = command;
    }

    /** @param refusal null when the command was carried out */
    void record(long nanos, @Nullable ErrorCode refusal) {
        Timer timer = duration;
        if (timer == null) {
            // The registry makes one of all that are asked for by the same name.
            timer = metrics.latency(DURATION, COMMAND, command);
            duration = timer;
        }
        timer.record(nanos, TimeUnit.NANOSECONDS);
        if (refusal != null) {
            metrics.counter(REFUSED, COMMAND, command, "error", refusal.codeName())
                    .increment();
        }
    }
}
