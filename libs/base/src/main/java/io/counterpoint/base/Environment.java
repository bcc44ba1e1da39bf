package io.counterpoint.base;

import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.random.ObjectIds;
import io.counterpoint.base.random.RandomSource;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.base.time.Timers;
import java.util.concurrent.Executor;

/**
 * What a router or a shard takes from outside instead of from the JVM, so that a whole cluster can run on one thread,
 * in virtual time, from one seed.
 *
 * @param clock both notions of time
 * @param clusterClock the process's cluster time
 * @param timers later actions
 * @param random chance
 * @param objectIds ids for documents that come without one
 * @param workers runs what may take long (scans, sorts, aggregation, index builds); never event loops
 * @param metrics the process's registry
 */
public record Environment(
        Clock clock,
        ClusterClock clusterClock,
        Timers timers,
        RandomSource random,
        ObjectIds objectIds,
        Executor workers,
        Metrics metrics) {

    /** An environment whose ids are drawn from its own clock and randomness. */
    public static Environment of(Clock clock, Timers timers, RandomSource random, Executor workers, Metrics metrics) {
        return new Environment(
                clock, new ClusterClock(clock), timers, random, new ObjectIds(clock, random), workers, metrics);
    }
}
