package io.counterpoint.bench.load;

import java.util.Locale;

/**
 * One measured thing.
 *
 * @param server name of the server
 * @param threads clients at once
 */
record Step(String server, Workload workload, int threads) {
    /** As the table and the goals name it. */
    String name() {
        return server + " " + workload.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " x" + threads;
    }
}
