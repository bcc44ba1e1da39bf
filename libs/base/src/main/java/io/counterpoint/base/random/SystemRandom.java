package io.counterpoint.base.random;

import java.util.concurrent.ThreadLocalRandom;

/** The machine's randomness: one generator per thread, no contention. */
public final class SystemRandom implements RandomSource {
    /** Creates a source; all sources are independent. */
    public SystemRandom() {}

    @Override
    public long nextLong() {
        return ThreadLocalRandom.current().nextLong();
    }
}
