package io.counterpoint.lab.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The ready scenarios, each a file {@code /scenario/NAME.yml}, and the reader of a user's own. What a file leaves out
 * is taken from {@code /scenario/defaults.yml}; what the command line says replaces both.
 */
public final class Scenarios {
    private static final List<String> READY = List.of(
            "two-shards-collide",
            "rolled-back",
            "crash",
            "cut-off",
            "restore-then-insert",
            "explicit-ahead",
            "bulk-1000",
            "upsert-storm");

    /** Scenarios that need what a cluster of this version cannot do yet, with what that is. */
    private static final Map<String, String> NOT_YET = Map.of(
            "crash-mid-block", "blocks that are leased to shards",
            "stale-owner", "owners of sequences that can be deposed",
            "clock-back", "a clock of a shard that can be set",
            "grow-2-to-3", "shards that join while a run goes on",
            "move-chunk", "chunks that move while a run goes on");

    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private Scenarios() {}

    /** The names of all that are ready. */
    public static List<String> names() {
        return READY;
    }

    /**
     * A ready scenario by its name, or a file by its path.
     *
     * @param overrides settings that replace those of the scenario, by their names in a file
     * @throws IllegalArgumentException when there is none, or a setting makes no sense
     */
    public static Experiment load(String nameOrFile, Map<String, Object> overrides) {
        try {
            ObjectNode settings = resource("defaults");
            settings.setAll(settings(nameOrFile));
            overrides.forEach((name, value) -> settings.set(name, YAML.valueToTree(value)));
            return YAML.treeToValue(settings, Experiment.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(nameOrFile + ": " + reason(e), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(nameOrFile + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String reason(JsonProcessingException failure) {
        Throwable cause = failure.getCause();
        return cause instanceof IllegalArgumentException && cause.getMessage() != null
                ? cause.getMessage()
                : failure.getOriginalMessage();
    }

    private static ObjectNode settings(String nameOrFile) throws IOException {
        if (READY.contains(nameOrFile)) {
            return resource(nameOrFile);
        }
        String missing = NOT_YET.get(nameOrFile);
        if (missing != null) {
            throw new IllegalArgumentException(
                    "The scenario " + nameOrFile + " is not there yet: it needs " + missing + ".");
        }
        Path file = Path.of(nameOrFile);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("There is no scenario and no file '" + nameOrFile + "'. Ready are: "
                    + String.join(", ", READY) + ".");
        }
        JsonNode read = YAML.readTree(file.toFile());
        if (read instanceof ObjectNode object) {
            return object;
        }
        throw new IllegalArgumentException(nameOrFile + " holds no settings.");
    }

    private static ObjectNode resource(String name) {
        try (InputStream in = Scenarios.class.getResourceAsStream("/scenario/" + name + ".yml")) {
            if (in == null) {
                throw new IllegalStateException("no resource for the scenario " + name);
            }
            return (ObjectNode) YAML.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
