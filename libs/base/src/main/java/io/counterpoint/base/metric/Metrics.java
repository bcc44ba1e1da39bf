package io.counterpoint.base.metric;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * The metric registry of one process. Names are {@code counterpoint.<area>.<what>} with the unit last where Micrometer
 * does not add it; tags have few values. Any thread.
 */
public final class Metrics {
    /** Bounds of the buckets of {@link #latency}: what a client can tell apart, from a cache hit to a stuck disk. */
    private static final Duration[] LATENCY_BOUNDS = {
        Duration.ofNanos(250_000),
        Duration.ofMillis(1),
        Duration.ofMillis(4),
        Duration.ofMillis(16),
        Duration.ofMillis(64),
        Duration.ofMillis(256),
        Duration.ofSeconds(1),
        Duration.ofSeconds(4),
        Duration.ofSeconds(16)
    };

    private final MeterRegistry registry;
    private final List<Runnable> refreshers = new CopyOnWriteArrayList<>();

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
     * A timer with a histogram, registered once per name and tags. Recording allocates nothing.
     *
     * @param tags alternating keys and values
     */
    public Timer latency(String name, String... tags) {
        return Timer.builder(name)
                .tags(tags)
                .serviceLevelObjectives(LATENCY_BOUNDS)
                .register(registry);
    }

    /**
     * Shows a number that is asked for when somebody looks; nothing is counted meanwhile.
     *
     * @param value any thread; must not block
     * @param tags alternating keys and values
     */
    public void gauge(String name, Supplier<Number> value, String... tags) {
        Gauge.builder(name, value).tags(tags).register(registry);
    }

    /**
     * Shows a count that others keep.
     *
     * @param value never falls; any thread, must not block
     * @param tags alternating keys and values
     */
    public void count(String name, LongAdder value, String... tags) {
        FunctionCounter.builder(name, value, LongAdder::sum).tags(tags).register(registry);
    }

    /**
     * Registers what brings values up to date that are too dear to keep so: runs when somebody is about to look.
     *
     * @param refresher short; runs on the thread of whoever looks
     */
    public void beforeLook(Runnable refresher) {
        refreshers.add(refresher);
    }

    /** Brings up to date what is about to be looked at. */
    public void refresh() {
        refreshers.forEach(Runnable::run);
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
