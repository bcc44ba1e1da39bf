package io.counterpoint.lab.cluster;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cluster that answers. Closing it stops what was started for the run and leaves alone what was not. */
public interface LabCluster extends AutoCloseable {
    /** For people: what kind of cluster this is. */
    String description();

    /** The router's connection string. */
    String routerUri();

    /** The connection strings of the shards' own doors, by their names. */
    Map<String, String> shardUris();

    /** What can be done to its shards, null when nothing can. */
    @Nullable
    ShardFaults faults();

    @Override
    void close();
}
