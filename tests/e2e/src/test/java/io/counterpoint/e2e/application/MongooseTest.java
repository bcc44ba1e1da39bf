package io.counterpoint.e2e.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Mongoose with plugins: a library, {@code src/test/apps/library}. */
@OnEveryTarget
final class MongooseTest extends TargetTest {
    private static final Path FOLDER = Path.of("target", "apps", "library").toAbsolutePath();

    /** How npm says that there is no way to its registry. */
    private static final Pattern NO_REGISTRY =
            Pattern.compile("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED");

    MongooseTest(Target target) {
        super(target);
    }

    /** Installs what the lock file says, beside a copy of the sources. */
    @BeforeAll
    static void install() throws IOException {
        assumeThat(Script.succeeds("node", "-e", "process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)"))
                .as("Node.js 20 or newer")
                .isTrue();
        assumeThat(Script.succeeds("npm", "--version")).as("npm").isTrue();
        Files.createDirectories(FOLDER);
        for (String file : List.of("package.json", "package-lock.json", "models.mjs", "library.test.mjs")) {
            Files.copy(
                    Script.SOURCES.resolve("library").resolve(file),
                    FOLDER.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
        }

        Script installed = Script.run(
                FOLDER,
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
    }

    @Test
    void aLibraryLends() {
        Document readers = new Document("create", "readers");
        Document loans = new Document("create", "loans").append("autoincrement", "number");
        if (target.routed()) {
            readers.append("shardKey", new Document("email", "hashed"));
            loans.append("shardKey", new Document("desk", "hashed"));
        }
        database.runCommand(readers);
        database.runCommand(loans);

        Script library = Script.run(
                FOLDER,
                Map.of("MONGODB_URI", target.uri(), "MONGODB_DATABASE", database.getName()),
                List.of("node", "--test", "--test-reporter=tap", "library.test.mjs"));

        assertThat(library.status())
                .as("status of the library, which said:\n%s", library.printed())
                .isZero();
        assertThat(library.printed()).containsPattern("(?m)^# pass [1-9][0-9]*$");
    }
}
