package io.counterpoint.e2e.surface;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.query.accumulator.Accumulators;
import io.counterpoint.query.aggregate.stage.Stages;
import io.counterpoint.query.expression.Expressions;
import io.counterpoint.query.filter.operator.FilterOperators;
import io.counterpoint.query.update.operator.UpdateOperators;
import io.counterpoint.query.window.WindowFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Run with {@code -Dgolden.update} to write the page anew. */
final class ProtocolSurfaceTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "protocol-surface.md");

    private static final String HEAD = """
            # Protocol surface

            What there is. Everything else is refused by name: an unknown command with 59, an unknown field of a known command with 40415, what is known but not
            supported with 115 (CommandNotSupported) or the code MongoDB has for it. A test prints this page from the lists in the code and fails when they differ.

            Wire protocol: OP_MSG with document sequences, checksums, exhaust hello and moreToCome; OP_QUERY for the legacy hello only; OP_COMPRESSED with zlib, snappy
            and zstd. Reported version 8.0.0, wire version 0 to 25. A router and a shard both say `msg: "isdbgrid"`, so that drivers use sessions and retryable writes.

            """;

    @Test
    void thePageListsWhatThereIs() throws IOException {
        String printed = print();
        if (Boolean.getBoolean("golden.update") || "".equals(System.getProperty("golden.update"))) {
            Files.writeString(PAGE, printed);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(printed);
    }

    private static String print() {
        StringBuilder page = new StringBuilder(HEAD);
        try (Cluster cluster = Cluster.up(1).start();
                MongoClient router = Clients.connect(cluster.uri());
                MongoClient shard = Clients.connect(cluster.shardUris().get(0))) {
            printCommands(page, commands(router), commands(shard));
        }
        Map<String, String> filters = new TreeMap<>();
        FilterOperators.all().forEach(operator -> filters.put(operator.name(), operator.help()));
        print(page, "Filter operators", filters);
        Map<String, String> updates = new TreeMap<>();
        UpdateOperators.entries().forEach(operator -> updates.put(operator.name(), operator.help()));
        print(page, "Update operators", updates);
        Map<String, String> stages = new TreeMap<>();
        Stages.entries().stream()
                .filter(stage -> !stage.name().startsWith("$_"))
                .forEach(stage -> stages.put(stage.name(), stage.help()));
        print(page, "Aggregation stages", stages);
        Map<String, String> expressions = new TreeMap<>();
        Expressions.all().forEach(operator -> expressions.put(operator.name(), operator.help()));
        print(page, "Expressions", expressions);
        Map<String, String> accumulators = new TreeMap<>();
        Accumulators.all().forEach(operator -> accumulators.put(operator.name(), operator.help()));
        print(page, "Accumulators", accumulators);
        Map<String, String> windows = new TreeMap<>();
        WindowFunctions.all().forEach(operator -> windows.put(operator.name(), operator.help()));
        print(page, "Window functions", windows);
        return page.toString();
    }

    private static Map<String, String> commands(MongoClient client) {
        Document reply = client.getDatabase("admin").runCommand(new Document("listCommands", 1));
        Map<String, String> commands = new TreeMap<>();
        reply.get("commands", Document.class)
                .forEach((name, entry) -> commands.put(name, ((Document) entry).getString("help")));
        return commands;
    }

    private static void printCommands(StringBuilder page, Map<String, String> router, Map<String, String> shard) {
        page.append("## Commands\n\n| Command | Router | Shard | |\n|---|---|---|---|\n");
        TreeSet<String> names = new TreeSet<>(router.keySet());
        names.addAll(shard.keySet());
        for (String name : names) {
            if (name.startsWith("_")) {
                continue;
            }
            page.append("| `").append(name).append("` | ");
            page.append(router.containsKey(name) ? "yes" : "").append(" | ");
            page.append(shard.containsKey(name) ? "yes" : "").append(" | ");
            page.append(router.getOrDefault(name, shard.getOrDefault(name, ""))).append(" |\n");
        }
    }

    private static void print(StringBuilder page, String title, Map<String, String> entries) {
        page.append("\n## ").append(title).append("\n\n| | |\n|---|---|\n");
        entries.forEach((name, help) ->
                page.append("| `").append(name).append("` | ").append(help).append(" |\n"));
    }
}
