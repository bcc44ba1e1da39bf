package io.counterpoint.lab.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.HistoryFile;
import io.counterpoint.lab.run.Run;
import io.counterpoint.lab.verdict.Judge;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The files of a run: {@code run.json} (settings, verdicts, metrics), {@code history.jsonl}, {@code attempts.csv} and
 * {@code report.html}.
 */
public final class RunFiles {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RunFiles() {}

    /**
     * Writes the files of one run, in place of those that are there.
     *
     * @param folder made when it is not there
     * @return the report
     */
    public static Path write(Run run, Path folder) throws IOException {
        Files.createDirectories(folder);
        ObjectNode all = JSON.createObjectNode();
        all.put("started", run.started().toString());
        all.put("cluster", run.cluster());
        all.put("complete", run.complete());
        all.put("exitStatus", Judge.exitStatus(run.verdicts()));
        all.set("experiment", JSON.valueToTree(run.experiment()));
        all.set("verdicts", ReportData.verdicts(run.verdicts()));
        all.set("metrics", ReportData.metrics(run));
        Files.writeString(folder.resolve("run.json"), all.toPrettyString() + "\n");
        HistoryFile.write(run.history(), folder.resolve("history.jsonl"));
        writeTable(run, folder.resolve("attempts.csv"));
        return writePage(List.of(run), folder);
    }

    /** Writes the page that compares several runs. */
    public static Path writeComparison(List<Run> runs, Path folder) throws IOException {
        Files.createDirectories(folder);
        return writePage(runs, folder);
    }

    private static Path writePage(List<Run> runs, Path folder) throws IOException {
        Path page = folder.resolve("report.html");
        Files.writeString(page, ReportPage.of(runs), StandardCharsets.UTF_8);
        return page;
    }

    private static void writeTable(Run run, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write(
                    "client,ordinal,shard,arrival_ns,invoke_ns,return_ns,outcome,value,stored_value,explicit,position\n");
            for (Attempt attempt : run.history().attempts()) {
                out.write(attempt.client() + "," + attempt.ordinal() + "," + text(attempt.shard()) + ","
                        + attempt.arrivalNanos() + "," + attempt.invokeNanos() + "," + attempt.returnNanos() + ","
                        + attempt.outcome().name().toLowerCase(Locale.ROOT) + "," + text(attempt.value()) + ","
                        + text(attempt.storedValue()) + "," + attempt.explicit() + "," + attempt.position() + "\n");
            }
        }
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
