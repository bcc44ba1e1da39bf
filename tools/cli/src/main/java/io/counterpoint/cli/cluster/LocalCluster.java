package io.counterpoint.cli.cluster;

public final class LocalCluster {
    public static RunningSystem start(UpConfig config) {
        throw new UnsupportedOperationException();
    }
}
