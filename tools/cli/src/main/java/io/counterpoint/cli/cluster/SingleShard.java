package io.counterpoint.cli.cluster;

public final class SingleShard {
    public static RunningSystem start(
            String name, String bind, int port, int grpcPort, int httpPort, java.nio.file.Path data) {
        throw new UnsupportedOperationException();
    }
}
