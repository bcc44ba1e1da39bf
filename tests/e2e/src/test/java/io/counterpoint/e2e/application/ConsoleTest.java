package io.counterpoint.e2e.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The console in a real browser: {@code src/test/apps/console}, with Playwright and the Chromium of the machine.
 * Screenshots stay in {@code target/screenshots}.
 */
final class ConsoleTest {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots").toAbsolutePath();

    @Test
    void aVisitorUsesIt() throws IOException {
        String chromium = Stream.of("chromium", "chromium-browser", "google-chrome")
                .filter(name -> Script.succeeds(name, "--version"))
                .findFirst()
                .orElse("");
        assumeThat(chromium).as("Chromium").isNotEmpty();
        Path folder = NodeApplication.install("console", List.of("console.test.mjs"));
        Files.createDirectories(SCREENSHOTS);

        try (Cluster cluster = Cluster.up(3).start()) {
            Script visit = Script.run(
                    folder,
                    Map.of(
                            "CHROMIUM",
                            Script.run(folder, Map.of(), List.of("which", chromium))
                                    .printed()
                                    .strip(),
                            "CONSOLE",
                            cluster.console(),
                            "CONSOLE_TOKEN",
                            cluster.consoleToken(),
                            "SCREENSHOTS",
                            SCREENSHOTS.toString()),
                    List.of("node", "--test", "--test-reporter=tap", "console.test.mjs"));

            assertThat(visit.status())
                    .as("status of the visit, which said:\n%s", visit.printed())
                    .isZero();
            assertThat(visit.printed()).containsPattern("(?m)^# pass [1-9][0-9]*$");
        }
    }
}
