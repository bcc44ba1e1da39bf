package io.counterpoint.e2e.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Script;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Mongoose with plugins: a library, {@code src/test/apps/library}. */
@OnEveryTarget
final class MongooseTest extends TargetTest {
    private static Path folder = Path.of("");

    MongooseTest(Target target) {
        super(target);
    }

    @BeforeAll
    static void install() throws IOException {
        folder = NodeApplication.install("library", List.of("models.mjs", "library.test.mjs"));
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
                folder,
                Map.of("MONGODB_URI", target.uri(), "MONGODB_DATABASE", database.getName()),
                List.of("node", "--test", "--test-reporter=tap", "library.test.mjs"));

        assertThat(library.status())
                .as("status of the library, which said:\n%s", library.printed())
                .isZero();
        assertThat(library.printed()).containsPattern("(?m)^# pass [1-9][0-9]*$");
    }
}
