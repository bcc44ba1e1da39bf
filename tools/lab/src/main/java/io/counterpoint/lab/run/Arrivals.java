package io.counterpoint.lab.run;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * When one client's attempts are due: a Poisson process from a seed, the same in every mode. With rate 0 an attempt is
 * due when the one before it is done.
 */
final class Arrivals {
    private final SplittableRandom random;
    private final double meanNanos;
    private double nextNanos;

    /**
     * @param perSecond of this client; 0 for a closed loop
     * @param beginNanos when the process begins, since the start of the run
     */
    Arrivals(SplittableRandom random, double perSecond, long beginNanos) {
        this.random = random;
        this.nextNanos = beginNanos;
        this.meanNanos = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** The next time of arrival; {@code nowNanos} in a closed loop. Both since the start of the run. */
    long next(long nowNanos) {
        if (meanNanos == 0) {
            return nowNanos;
        }
        nextNanos += -Math.log(1 - random.nextDouble()) * meanNanos;
        return (long) nextNanos;
    }
}
