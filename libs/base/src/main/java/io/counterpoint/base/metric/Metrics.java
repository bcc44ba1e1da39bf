package io.counterpoint.base.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/**
 * The metric registry of one process. Names are {@code counterpoint.<area>.<what>} with the unit last where Micrometer
 * does not add it; tags have few values. Any thread.
 */
public final class Metrics {
    private final MeterRegistry registry;

    /** Wraps a registry; the caller closes it. */
    public Metrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Metrics that stay in memory: for tests and simulations. */
    public static Metrics inMemory() {
        return new Metrics(new SimpleMeterRegistry());
    }

    /** The registry, for what {@link #counter} and {@link #timer} do not cover. */
    public MeterRegistry registry() {
        return registry;
    }

    /**
     * A counter that is registered once per name and tags.
     *
     * @param tags alternating keys and values
     */
    public Counter counter(String name, String... tags) {
        return registry.counter(name, tags);
    }

    /**
     * A timer that is registered once per name and tags.
     *
     * @param tags alternating keys and values
     */
    public Timer timer(String name, String... tags) {
        return registry.timer(name, tags);
    }
}
