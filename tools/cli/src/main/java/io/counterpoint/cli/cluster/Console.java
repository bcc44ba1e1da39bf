package io.counterpoint.cli.cluster;

import io.counterpoint.cli.http.ObservedProcess;
import io.counterpoint.cli.probe.ClusterProbe;
import io.counterpoint.cli.probe.ClusterStatus;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP door shows of the processes in this JVM. It opens while they start: until they serve there is nothing
 * to look at.
 */
final class Console implements ObservedProcess {
    /** The name of the folder for reports. */
    static final String REPORTS = "lab-reports";

    private static final ClusterStatus NOTHING_YET = new ClusterStatus(null, List.of(), List.of(), true);

    private final String kind;
    private final String version;
    private final Machine machine;
    private final Path reports;
    private volatile @Nullable ClusterProbe probe;

    /** @param reports where experiments of the console leave their reports */
    Console(String kind, String version, Machine machine, Path reports) {
        this.kind = kind;
        this.version = version;
        this.machine = machine;
        this.reports = reports;
    }

    /** Everything answers from now on. */
    void serve(ClusterProbe clusterProbe) {
        probe = clusterProbe;
    }

    /** The processes are about to stop. */
    void stopServing() {
        probe = null;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public boolean serving() {
        return probe != null;
    }

    @Override
    public ClusterStatus status() {
        ClusterProbe current = probe;
        return current == null ? NOTHING_YET : current.look();
    }

    @Override
    public Path reports() {
        return reports;
    }

    @Override
    public String metrics() {
        return machine.metrics();
    }
}
