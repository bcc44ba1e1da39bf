package io.counterpoint.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Two routers and three shards in processes of their own, which end with this JVM at the latest. */
final class SpecCluster implements AutoCloseable {
    private static final int SHARDS = 3;
    private static final int ROUTERS = 2;

    private final Path folder;
    private final List<SpecProcess> processes = new ArrayList<>();
    private final List<String> routers = new ArrayList<>();

    /** Starts it and returns once it answers. */
    SpecCluster() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("counterpoint-spec-");
        boolean started = false;
        try {
            start();
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    private void start() throws IOException, InterruptedException {
        List<SpecProcess> shards = new ArrayList<>();
        for (int i = 1; i <= SHARDS; i++) {
            String name = "shard" + i;
            String data = folder.resolve(name).toString();
            shards.add(begin(name, List.of("shard", "--name", name, "--data", data, "--grpc-port", "0")));
        }
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < SHARDS; i++) {
            BsonDocument ready = shards.get(i).awaitReady();
            addresses.add("shard" + (i + 1) + "=" + ready.getString("rpc").getValue());
        }
        for (int i = 1; i <= ROUTERS; i++) {
            SpecProcess router = begin("router" + i, List.of("router", "--shards", String.join(",", addresses)));
            String uri = router.awaitReady().getString("router").getValue();
            routers.add(uri.replaceFirst("^mongodb://", "").replaceFirst("/.*", ""));
        }
    }

    private SpecProcess begin(String name, List<String> arguments) throws IOException {
        SpecProcess process = new SpecProcess(folder, name, arguments);
        processes.add(process);
        return process;
    }

    /** Where clients find the routers, {@code host:port} each. */
    List<String> routers() {
        return List.copyOf(routers);
    }

    /** Ends it and removes its data. */
    @Override
    public void close() throws IOException {
        processes.forEach(SpecProcess::close);
        List<Path> inside;
        try (Stream<Path> walk = Files.walk(folder)) {
            inside = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : inside) {
            Files.deleteIfExists(file);
        }
    }
}
