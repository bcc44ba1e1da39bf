package io.counterpoint.e2e.deployment;

import java.util.Random;

/**
 * Chance that can be repeated: {@code -De2e.seed=N} replays what a run with that seed did, as far as the order of
 * threads allows.
 */
public final class Seed {
    private static final long VALUE = Long.getLong("e2e.seed", System.nanoTime() & Integer.MAX_VALUE);

    static {
        System.out.println("seed " + VALUE + " (replay with -De2e.seed=" + VALUE + ")");
    }

    private Seed() {}

    /** Chance for one test class. */
    public static Random random(Class<?> test) {
        return random(test, 0);
    }

    /** Chance for one of several threads of a test class. */
    public static Random random(Class<?> test, int thread) {
        return new Random(VALUE * 31 + test.getSimpleName().hashCode() + thread * 1_000_003L);
    }
}
