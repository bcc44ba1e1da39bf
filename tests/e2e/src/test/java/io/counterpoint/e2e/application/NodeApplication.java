package io.counterpoint.e2e.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.counterpoint.e2e.deployment.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Programs for Node.js, of {@code src/test/apps}. What the machine lacks for them is skipped by name. */
final class NodeApplication {
    /** How npm says that there is no way to its registry. */
    private static final Pattern NO_REGISTRY =
            Pattern.compile("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED");

    private NodeApplication() {}

    /**
     * Installs what the lock file says, beside a copy of the sources.
     *
     * @param files the sources beside package.json and package-lock.json
     * @return the folder to run it in
     */
    static Path install(String application, List<String> files) throws IOException {
        assumeThat(Script.succeeds("node", "-e", "process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)"))
                .as("Node.js 20 or newer")
                .isTrue();
        assumeThat(Script.succeeds("npm", "--version")).as("npm").isTrue();
        Path folder = Path.of("target", "apps", application).toAbsolutePath();
        Files.createDirectories(folder);
        List<String> all = new ArrayList<>(List.of("package.json", "package-lock.json"));
        all.addAll(files);
        for (String file : all) {
            Files.copy(
                    Applications.sources(application).resolve(file),
                    folder.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
        }

        Script installed = Script.run(
                folder,
                Map.of(),
                List.of(
                        "npm",
                        "ci",
                        "--ignore-scripts",
                        "--no-audit",
                        "--no-fund",
                        "--prefer-offline",
                        "--fetch-retries=1"));

        if (installed.status() != 0) {
            assumeThat(installed.printed()).as("a way to npm's registry").doesNotContainPattern(NO_REGISTRY);
        }
        assertThat(installed.status())
                .as("status of npm, which said:\n%s", installed.printed())
                .isZero();
        return folder;
    }
}
