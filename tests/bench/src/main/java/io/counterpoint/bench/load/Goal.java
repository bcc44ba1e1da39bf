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
    private static final int FEW = 2;

    /** What the cluster shall reach; the steps to measure follow from the goals. */
    static List<Goal> ofCluster() {
        return List.of(
                toPing("shard", ClusterWorkload.INSERT_ONE, MANY, 0.5),
                toPing("shard", ClusterWorkload.FIND_BY_ID, MANY, 0.65),
                toPing("shard", ClusterWorkload.INSERT_ONE_UNSYNCED, 1, 0.6),
                inserts("shard", 2),
                toPing("router", ClusterWorkload.INSERT_ONE, MANY, 0.4),
                toPing("router", ClusterWorkload.FIND_BY_ID, MANY, 0.5),
                toPing("router", ClusterWorkload.INSERT_ONE_UNSYNCED, 1, 0.6),
                inserts("router", 2));
    }

    /** What the document engine shall reach, on a shard by itself. */
    static List<Goal> ofEngine() {
        return List.of(
                toPeer("shard", EngineWorkload.FIND_BY_KEY, MANY, 1),
                toPeer("shard", EngineWorkload.UPDATE_BY_KEY, MANY, 1),
                toPeer("shard", EngineWorkload.READ_AND_UPDATE_SKEWED, MANY, 1.1),
                toPeer("shard", EngineWorkload.FULL_SCAN, FEW, 1),
                toPeer("shard", EngineWorkload.RANGE_OF_100, FEW, 2),
                toPeer("shard", EngineWorkload.RANGE_OF_10000, FEW, 2),
                toPeer("shard", EngineWorkload.SORT_LIMIT_100, FEW, 2),
                toPeer("shard", EngineWorkload.GROUP, FEW, 2),
                toPeer("shard", EngineWorkload.LOOKUP, FEW, 2));
    }

    /**
     * What is measured beside the goals of the cluster: how the server to compare with does, whose writes are not
     * durable.
     */
    static List<Step> forScale() {
        return List.of(
                new Step("peer", ClusterWorkload.PING, MANY),
                new Step("peer", ClusterWorkload.INSERT_ONE, MANY),
                new Step("peer", ClusterWorkload.FIND_BY_ID, MANY));
    }

    private static Goal toPing(String server, Workload workload, int threads, double ratioMin) {
        return new Goal(new Step(server, workload, threads), new Step(server, ClusterWorkload.PING, threads), ratioMin);
    }

    private static Goal inserts(String server, double ratioMin) {
        return toPeer(server, ClusterWorkload.INSERT_MANY, BATCHING, ratioMin);
    }

    private static Goal toPeer(String server, Workload workload, int threads, double ratioMin) {
        return new Goal(new Step(server, workload, threads), new Step("peer", workload, threads), ratioMin);
    }
}
