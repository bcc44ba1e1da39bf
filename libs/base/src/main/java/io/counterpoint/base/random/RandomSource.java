package io.counterpoint.base.random;

import java.util.UUID;

/** Where random numbers come from. Any thread. Not for secrets. */
public interface RandomSource {
    /** Next 64 uniformly distributed bits. */
    long nextLong();

    /**
     * Next number in {@code [0, bound)}.
     *
     * @param bound 1 or more
     */
    default int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive: " + bound);
        }
        return (int) Long.remainderUnsigned(nextLong(), bound);
    }

    /** Next number in {@code [0, 1)} with 53 random bits. */
    default double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Next random UUID, version 4 (RFC 9562). */
    default UUID nextUuid() {
        long high = (nextLong() & 0xFFFFFFFFFFFF0FFFL) | 0x4000L;
        long low = (nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low);
    }
}
