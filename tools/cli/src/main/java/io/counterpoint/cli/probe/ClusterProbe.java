package io.counterpoint.cli.probe;

import io.counterpoint.cli.probe.ClusterStatus.CounterStatus;
import io.counterpoint.cli.probe.ClusterStatus.ProcessStatus;
import io.counterpoint.cli.probe.ProcessLook.CounterRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the processes of a cluster. Immutable; any thread; blocks for up to a few seconds when a process does not
 * answer.
 */
public final class ClusterProbe {
    private final @Nullable Address router;
    private final @Nullable Map<String, Address> knownShards;

    private ClusterProbe(@Nullable Address router, @Nullable Map<String, Address> knownShards) {
        this.router = router;
        this.knownShards = knownShards == null ? null : new TreeMap<>(knownShards);
    }

    /** A router and shards whose addresses are known. */
    public static ClusterProbe ofCluster(Address router, Map<String, Address> shards) {
        return new ClusterProbe(router, shards);
    }

    /** A router that is asked where its shards are. */
    public static ClusterProbe ofRouter(Address router) {
        return new ClusterProbe(router, null);
    }

    /** One shard by itself. */
    public static ClusterProbe ofShard(String name, Address shard) {
        return new ClusterProbe(null, Map.of(name, shard));
    }

    /** Asks every process for its counters. What fails is part of the status, never thrown. */
    public ClusterStatus look() {
        ProcessLook atRouter = router == null ? null : ProcessLook.at(router, knownShards == null);
        Map<String, Address> shards = knownShards;
        if (shards == null) {
            shards = atRouter == null ? Map.of() : atRouter.shards();
        }
        Map<String, ProcessLook> atShards = new TreeMap<>();
        shards.forEach((name, address) -> atShards.put(name, ProcessLook.at(address, false)));
        return merge(atRouter, atShards);
    }

    private static ClusterStatus merge(@Nullable ProcessLook atRouter, Map<String, ProcessLook> atShards) {
        boolean complete = atRouter == null || atRouter.complete();
        Map<String, CounterRow> rowById = new TreeMap<>();
        Map<String, String> routerLast = new HashMap<>();
        Map<String, Map<String, String>> shardLast = new HashMap<>();
        if (atRouter != null) {
            for (CounterRow row : atRouter.rows()) {
                rowById.put(row.id(), row);
                routerLast.put(row.id(), row.last());
            }
        }
        List<ProcessStatus> shardStatus = new ArrayList<>(atShards.size());
        for (Map.Entry<String, ProcessLook> shard : atShards.entrySet()) {
            ProcessLook look = shard.getValue();
            complete &= look.complete();
            shardStatus.add(new ProcessStatus(shard.getKey(), look.address().mongoUri(), look.trouble()));
            for (CounterRow row : look.rows()) {
                rowById.putIfAbsent(row.id(), row);
                shardLast.computeIfAbsent(row.id(), id -> new HashMap<>()).put(shard.getKey(), row.last());
            }
        }
        List<CounterStatus> counters = new ArrayList<>(rowById.size());
        for (CounterRow row : rowById.values()) {
            counters.add(new CounterStatus(
                    row.id(),
                    row.collection(),
                    row.field(),
                    routerLast.get(row.id()),
                    shardLast.getOrDefault(row.id(), Map.of())));
        }
        ProcessStatus routerStatus = atRouter == null
                ? null
                : new ProcessStatus("router", atRouter.address().mongoUri(), atRouter.trouble());
        return new ClusterStatus(routerStatus, shardStatus, counters, complete);
    }
}
