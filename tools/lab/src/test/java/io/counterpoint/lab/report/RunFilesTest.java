package io.counterpoint.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.counterpoint.lab.experiment.Scenarios;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.HistoryBuilder;
import io.counterpoint.lab.history.HistoryFile;
import io.counterpoint.lab.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFilesTest {
    @TempDir
    private Path folder;

    private final History history = new HistoryBuilder()
            .sample(0, 0, 0, 0)
            .ok(0, "a", 1, 0, 5)
            .ok(1, "b", 1, 2, 9)
            .sample(10, 1, 1, 1)
            .build();

    private final Run run = new Run(
            Scenarios.load("two-shards-collide", Map.of("question", "Is </script> a trap?")),
            "a test",
            Instant.EPOCH,
            history,
            true);

    @Test
    void aRunLeavesSettingsHistoryTableAndReport() throws IOException {
        RunFiles.write(run, folder);

        JsonNode settings =
                new ObjectMapper().readTree(folder.resolve("run.json").toFile());
        assertThat(settings.path("exitStatus").asInt(-1)).isZero();
        assertThat(settings.path("experiment").path("seed").asLong()).isEqualTo(1);
        assertThat(HistoryFile.read(folder.resolve("history.jsonl"))).isEqualTo(history);
        assertThat(Files.readAllLines(folder.resolve("attempts.csv"))).hasSize(3);
    }

    @Test
    void theReportHoldsAllItNeedsAndNoDataCanEndItsScript() throws IOException {
        String page = Files.readString(RunFiles.write(run, folder));

        assertThat(page).doesNotContain("<script src", "<link", "Is </script>");
        assertThat(page).contains("Is \\u003c/script> a trap?").contains("default-src 'none'");
    }

    @Test
    void aSummarySaysWhatWasAskedWhatHappenedAndWhatItMeans() {
        assertThat(Summary.of(run))
                .contains("2 were acknowledged", "violated  unique in the whole cluster    not promised")
                .contains("Number 1 is stored twice: on a (client 0, document 0, 0 ms) and on b")
                .endsWith(run.experiment().lesson());
    }

    @Test
    void aComparisonIsOnePageForAllModes() throws IOException {
        String page = Files.readString(RunFiles.writeComparison(List.of(run, run), folder));

        assertThat(page.split("\"mode\":\"per_shard\",\"question\"", -1)).hasSize(3);
    }
}
