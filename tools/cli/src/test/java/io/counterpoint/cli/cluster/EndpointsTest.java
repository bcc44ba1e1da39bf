package io.counterpoint.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EndpointsTest {
    private static final Address ROUTER = new Address("127.0.0.1", 27017);
    private static final Address CONSOLE = new Address("127.0.0.1", 28017);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theReadyFileHasTheAddressesInOrderAndNothingElse() throws IOException {
        Map<String, Address> shards = new LinkedHashMap<>();
        shards.put("shard2", new Address("127.0.0.1", 27102));
        shards.put("shard1", new Address("::1", 27101));
        Path file = folder.resolve("ready.json");
        Files.writeString(file, "from an earlier run");

        new Endpoints(ROUTER, shards, null, CONSOLE, null).writeTo(file);

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json).isEqualTo(new ObjectMapper().readTree("""
                {"router": "mongodb://127.0.0.1:27017/",
                 "shards": ["mongodb://127.0.0.1:27102/", "mongodb://[::1]:27101/"],
                 "console": "http://127.0.0.1:28017/"}"""));
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void aSingleShardSaysWhereRoutersReachIt() throws IOException {
        Path file = folder.resolve("ready.json");

        new Endpoints(null, Map.of("a", ROUTER), new Address("127.0.0.1", 27201), CONSOLE, "secret").writeTo(file);

        JsonNode json = new ObjectMapper().readTree(file.toFile());
        assertThat(json.path("rpc").asText()).isEqualTo("127.0.0.1:27201");
        assertThat(json.path("consoleToken").asText()).isEqualTo("secret");
        assertThat(json.has("router")).isFalse();
    }

    @Test
    void aReadyFileThatCannotBeWrittenIsNamed() {
        Path file = folder.resolve("no/such/folder/ready.json");

        assertThatThrownBy(() -> new Endpoints(ROUTER, Map.of(), null, CONSOLE, null).writeTo(file))
                .isInstanceOf(StartupException.class)
                .hasMessage("The file " + file + " of --ready-file cannot be written.");
    }
}
