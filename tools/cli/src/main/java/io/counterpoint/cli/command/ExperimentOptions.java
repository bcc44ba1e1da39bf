package io.counterpoint.cli.command;

import io.counterpoint.cli.cluster.FaultyCluster;
import io.counterpoint.lab.cluster.LabCluster;
import io.counterpoint.lab.cluster.LiveCluster;
import io.counterpoint.lab.experiment.Experiment;
import io.counterpoint.lab.experiment.Scenarios;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every experiment can be told on the command line. A flag that is left out keeps the scenario's setting. */
final class ExperimentOptions {
    @Parameters(
            paramLabel = "SCENARIO|FILE.yml",
            description = "A ready scenario (counterpoint lab scenarios), or a file with settings.")
    private String scenario = "";

    @Option(
            names = "--uri",
            paramLabel = "URI",
            description = "The router of a cluster that runs already. Without it a cluster is started for the run, and"
                    + " faults are possible.")
    private @Nullable String uri;

    @Option(names = "--shards", paramLabel = "N", description = "Shards of a cluster that is started for the run.")
    private @Nullable Integer shards;

    @Option(names = "--cache", paramLabel = "N", description = "Size of a block, in modes that have them.")
    private @Nullable Integer cache;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "What the collection is spread by: _id, client, one or number.")
    private @Nullable String key;

    @Option(names = "--clients", paramLabel = "N", description = "Clients at once.")
    private @Nullable Integer clients;

    @Option(names = "--rate", paramLabel = "PER_SECOND", description = "Documents a second; 0: as fast as they can.")
    private @Nullable Double rate;

    @Option(names = "--documents", paramLabel = "N", description = "Documents in all.")
    private @Nullable Integer documents;

    @Option(
            names = "--faults",
            paramLabel = "KIND:SHARD@FROM%-TO%",
            split = ",",
            description = "kill, pause, cut or delay a shard: kill:shard1@30%%-60%%.")
    private @Nullable List<String> faults;

    @Option(names = "--seed", paramLabel = "N", description = "Of all chance.")
    private @Nullable Long seed;

    @Option(
            names = "--expect",
            paramLabel = "PROPERTY",
            split = ",",
            description = "Properties that count for the exit status although the mode does not promise them:"
                    + " globally_unique, monotonic, gapless, …")
    private @Nullable List<String> expect;

    /**
     * The experiment in a mode.
     *
     * @param mode null for the scenario's own
     * @throws IllegalArgumentException when a setting makes no sense
     */
    Experiment experiment(@Nullable String mode) {
        Map<String, Object> overrides = new HashMap<>();
        put(overrides, "mode", mode);
        put(overrides, "shards", shards);
        put(overrides, "cache", cache);
        put(overrides, "key", key);
        put(overrides, "clients", clients);
        put(overrides, "rate", rate);
        put(overrides, "documents", documents);
        put(overrides, "faults", faults);
        put(overrides, "seed", seed);
        put(overrides, "expect", expect);
        return Scenarios.load(scenario, overrides);
    }

    private static void put(Map<String, Object> overrides, String name, @Nullable Object value) {
        if (value != null) {
            overrides.put(name, value);
        }
    }

    /** The running cluster that was named, or one that is started now. */
    LabCluster cluster(Experiment experiment) throws InterruptedException {
        return uri != null ? LiveCluster.at(uri) : FaultyCluster.start(experiment.shards());
    }
}
