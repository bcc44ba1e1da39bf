package io.counterpoint.lab.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A history as a file of JSON lines: one object a line, whose {@code type} says what it is ({@code shard},
 * {@code attempt}, {@code fault}, {@code sample}, {@code traffic}); the other fields are those of the record of that
 * name. Fields that are null are left out. The same history gives the same bytes.
 */
public final class HistoryFile {
    private static final String TYPE = "type";

    private static final ObjectMapper JSON = new ObjectMapper()
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true);

    private HistoryFile() {}

    /** Writes all of it, in place of what is there. */
    public static void write(History history, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (String shard : history.shards()) {
                out.write(line("shard", JSON.createObjectNode().put("name", shard)));
            }
            for (Attempt attempt : history.attempts()) {
                out.write(line("attempt", JSON.valueToTree(attempt)));
            }
            for (FaultWindow fault : history.faults()) {
                out.write(line("fault", JSON.valueToTree(fault)));
            }
            for (CounterSample sample : history.samples()) {
                out.write(line("sample", JSON.valueToTree(sample)));
            }
            out.write(line("traffic", JSON.valueToTree(history.traffic())));
        }
    }

    private static String line(String type, ObjectNode fields) throws JsonProcessingException {
        ObjectNode all = JSON.createObjectNode().put(TYPE, type);
        all.setAll(fields);
        return JSON.writeValueAsString(all) + "\n";
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IOException naming the line that is none of a history
     */
    public static History read(Path file) throws IOException {
        List<String> shards = new ArrayList<>();
        List<Attempt> attempts = new ArrayList<>();
        List<FaultWindow> faults = new ArrayList<>();
        List<CounterSample> samples = new ArrayList<>();
        Traffic traffic = null;
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String text;
            for (int number = 1; (text = in.readLine()) != null; number++) {
                try {
                    ObjectNode node = objectOf(JSON.readTree(text));
                    JsonNode type = node.remove(TYPE);
                    switch (type == null ? "" : type.asText()) {
                        case "shard" -> shards.add(node.path("name").asText());
                        case "attempt" -> attempts.add(JSON.treeToValue(node, Attempt.class));
                        case "fault" -> faults.add(JSON.treeToValue(node, FaultWindow.class));
                        case "sample" -> samples.add(JSON.treeToValue(node, CounterSample.class));
                        case "traffic" -> traffic = JSON.treeToValue(node, Traffic.class);
                        default -> throw new IOException("unknown type " + type);
                    }
                } catch (IOException | IllegalArgumentException e) {
                    throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
                }
            }
        }
        if (traffic == null) {
            throw new IOException(file + " ends before its last line: it has no traffic.");
        }
        return new History(shards, attempts, faults, samples, traffic);
    }

    private static ObjectNode objectOf(@Nullable JsonNode node) throws IOException {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new IOException("not an object");
    }
}
