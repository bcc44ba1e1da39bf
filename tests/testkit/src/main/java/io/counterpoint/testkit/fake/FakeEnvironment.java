package io.counterpoint.testkit.fake;

import io.counterpoint.base.Environment;
import io.counterpoint.base.metric.Metrics;
import io.counterpoint.testkit.seed.SeededRandom;

/**
 * An environment in which nothing moves by itself: time when {@link #timers} advance it, chance from one seed, and
 * workers that run on the calling thread.
 *
 * @param clock the clock of the environment
 * @param timers its timers
 * @param environment what is handed to the code under test
 */
public record FakeEnvironment(FakeClock clock, FakeTimers timers, Environment environment) {
    /** A fresh environment. */
    public static FakeEnvironment create(long seed) {
        FakeClock clock = new FakeClock();
        FakeTimers timers = new FakeTimers(clock);
        Environment environment =
                Environment.of(clock, timers, new SeededRandom(seed), Runnable::run, Metrics.inMemory());
        return new FakeEnvironment(clock, timers, environment);
    }
}
