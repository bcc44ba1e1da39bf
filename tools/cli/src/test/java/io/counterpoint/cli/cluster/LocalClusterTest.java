package io.counterpoint.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalClusterTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void everythingAnswersWhenTheStartReturnsAndAgainOnTheSameData() throws IOException, InterruptedException {
        try (RunningSystem cluster = LocalCluster.start(config(2))) {
            assertThat(cluster.endpoints().shards()).containsOnlyKeys("shard1", "shard2");
            assertThat(get(cluster, "health/ready").statusCode()).isEqualTo(200);
            assertThat(get(cluster, "api/status").body()).contains("\"name\":\"router\"", "\"name\":\"shard2\"");
            assertThat(get(cluster, "metrics").body()).contains("process=\"shard1\"", "process=\"router\"");
        }
        try (RunningSystem cluster = LocalCluster.start(config(null))) {
            assertThat(get(cluster, "health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aFolderInUseIsNamedAndTheOtherClusterGoesOn() throws IOException, InterruptedException {
        try (RunningSystem cluster = LocalCluster.start(config(1))) {
            assertThatThrownBy(() -> LocalCluster.start(config(1)))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining(folder.resolve("shard1").toString())
                    .hasMessageContaining("in use");
            assertThat(get(cluster, "health/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aTakenPortIsNamedAndTheFolderStaysAsItWas() {
        try (RunningSystem cluster = LocalCluster.start(config(1))) {
            Address router = Objects.requireNonNull(cluster.endpoints().router());
            int taken = router.port();
            UpConfig other = new UpConfig(2, "127.0.0.1", taken, 0, 0, folder.resolve("other"), true, false);

            assertThatThrownBy(() -> LocalCluster.start(other))
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining("Port " + taken)
                    .hasMessageEndingWith("--port.");
            assertThat(folder.resolve("other")).doesNotExist();
        }
    }

    private UpConfig config(@Nullable Integer shards) {
        return new UpConfig(shards, "127.0.0.1", 0, 0, 0, folder, true, false);
    }

    private static HttpResponse<String> get(RunningSystem cluster, String path)
            throws IOException, InterruptedException {
        URI uri = URI.create(cluster.endpoints().console().httpUrl() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
