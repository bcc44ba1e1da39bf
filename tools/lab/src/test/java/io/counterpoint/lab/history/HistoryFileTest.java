package io.counterpoint.lab.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryFileTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsReadIsWhatWasWritten() throws IOException {
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 5)
                .add(1, null, null, null, Outcome.INFO, false, 2, 9, "no answer")
                .sent(0, "b", 9_007_199_254_740_993L, 6, 7)
                .fault("kill", "a", 3, 4)
                .sample(0, 0, 0, 0)
                .build();
        Path file = folder.resolve("history.jsonl");

        HistoryFile.write(history, file);

        assertThat(HistoryFile.read(file)).isEqualTo(history);
        assertThat(Files.readAllLines(file).get(2)).startsWith("{\"type\":\"attempt\",\"client\":0,\"ordinal\":0,");
    }

    @Test
    void aLineThatIsNoneIsNamed() throws IOException {
        Path file = folder.resolve("history.jsonl");
        Files.write(file, List.of("{\"type\":\"shard\",\"name\":\"a\"}", "{\"type\":\"attempt\",\"client\":true"));

        assertThatThrownBy(() -> HistoryFile.read(file)).hasMessageContaining("line 2");
    }

    @Test
    void aFileThatWasCutOffIsRefused() throws IOException {
        Path file = folder.resolve("history.jsonl");
        Files.write(file, List.of("{\"type\":\"shard\",\"name\":\"a\"}"));

        assertThatThrownBy(() -> HistoryFile.read(file)).hasMessageContaining("ends before its last line");
    }
}
