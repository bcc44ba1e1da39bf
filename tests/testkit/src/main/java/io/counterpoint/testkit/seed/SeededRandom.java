package io.counterpoint.testkit.seed;

import io.counterpoint.base.random.RandomSource;
import java.util.List;

/**
 * Chance from one number: the same seed gives the same sequence on every machine. Not thread-safe.
 *
 * <p>SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014): neighbouring seeds give
 * unrelated sequences.
 */
public final class SeededRandom implements RandomSource {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long state;

    /** A sequence of its own for each seed. */
    public SeededRandom(long seed) {
        this.seed = seed;
        this.state = seed;
    }

    /** The number that this sequence started from. */
    public long seed() {
        return seed;
    }

    @Override
    public long nextLong() {
        state += GOLDEN_GAMMA;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** Next number in {@code [least, most]}. */
    public int between(int least, int most) {
        return least + nextInt(most - least + 1);
    }

    /** True or false, evenly. */
    public boolean nextBoolean() {
        return nextLong() < 0;
    }

    /** True once in so many times on average. */
    public boolean oneIn(int times) {
        return nextInt(times) == 0;
    }

    /** One of the choices, evenly. */
    public <T> T pick(List<T> choices) {
        return choices.get(nextInt(choices.size()));
    }

    /** Random bytes. */
    public byte[] nextBytes(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) nextLong();
        }
        return bytes;
    }
}
