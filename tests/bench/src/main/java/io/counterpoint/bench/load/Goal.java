package io.counterpoint.bench.load;

import java.util.List;

/**
 * A rate that is asked for relative to another one of the same run, so that it means the same on every machine.
 *
 * @param reference what the rate is divided by
 * @param ratioMin what the median over all rounds shall reach
 */
record Goal(Step step, Step reference, double ratioMin) {
    private static final int MANY = 64;
    private static final int BATCHING = 8;

    /** The goals, of which the steps to measure follow. */
    static List<Goal> all() {
        return List.of(
                toPing("shard", Workload.INSERT_ONE, MANY, 0.5),
                toPing("shard", Workload.FIND_BY_ID, MANY, 0.65),
                toPing("shard", Workload.INSERT_ONE_UNSYNCED, 1, 0.6),
                toPeer("shard", 2),
                toPing("router", Workload.INSERT_ONE, MANY, 0.4),
                toPing("router", Workload.FIND_BY_ID, MANY, 0.5),
                toPing("router", Workload.INSERT_ONE_UNSYNCED, 1, 0.6),
                toPeer("router", 2));
    }

    /** What is measured beside the goals: how the server to compare with does, whose writes are not durable. */
    static List<Step> forScale() {
        return List.of(
                new Step("peer", Workload.PING, MANY),
                new Step("peer", Workload.INSERT_ONE, MANY),
                new Step("peer", Workload.FIND_BY_ID, MANY));
    }

    private static Goal toPing(String server, Workload workload, int threads, double ratioMin) {
        return new Goal(new Step(server, workload, threads), new Step(server, Workload.PING, threads), ratioMin);
    }

    private static Goal toPeer(String server, double ratioMin) {
        return new Goal(
                new Step(server, Workload.INSERT_MANY, BATCHING),
                new Step("peer", Workload.INSERT_MANY, BATCHING),
                ratioMin);
    }
}
