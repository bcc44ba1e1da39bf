package io.counterpoint.cli.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a running system is reached.
 *
 * @param router the router's wire address, null when there is only a shard
 * @param shards the shards' wire addresses by name, in their order
 * @param rpc the address that routers use to reach a single shard, null otherwise
 * @param console the HTTP address
 * @param consoleToken what the console needs to change something, null when it cannot
 */
public record Endpoints(
        @Nullable Address router,
        Map<String, Address> shards,
        @Nullable Address rpc,
        Address console,
        @Nullable String consoleToken) {

    /** Copies the map and keeps its order. */
    public Endpoints {
        shards = Collections.unmodifiableMap(new LinkedHashMap<>(shards));
    }

    /** The console's address for people: with its token, behind a mark that browsers do not send. */
    public String consoleUrl() {
        return console.httpUrl() + (consoleToken == null ? "" : "#token=" + consoleToken);
    }

    /**
     * Writes {@code {"router": URI, "shards": [URI, …], "console": URL, "consoleToken": text}}, and {@code "rpc"} for a
     * single shard, so that a reader sees all of it or no file.
     *
     * @throws StartupException when the file cannot be written
     */
    public void writeTo(Path readyFile) {
        ObjectMapper json = new ObjectMapper();
        ObjectNode root = json.createObjectNode();
        if (router != null) {
            root.put("router", router.mongoUri());
        }
        ArrayNode uris = root.putArray("shards");
        shards.values().forEach(shard -> uris.add(shard.mongoUri()));
        if (rpc != null) {
            root.put("rpc", rpc.hostAndPort());
        }
        root.put("console", console.httpUrl());
        if (consoleToken != null) {
            root.put("consoleToken", consoleToken);
        }
        Path target = readyFile.toAbsolutePath();
        Path draft = target.resolveSibling(target.getFileName() + ".part");
        try {
            Files.writeString(draft, root.toPrettyString() + "\n", StandardCharsets.UTF_8);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new StartupException("The file " + readyFile + " of --ready-file cannot be written.", e);
        }
    }
}
