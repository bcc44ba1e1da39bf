package io.counterpoint.e2e.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Script;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** PyMongo: a ledger, {@code src/test/apps/ledger}. */
@OnEveryTarget
final class PyMongoTest extends TargetTest {
    PyMongoTest(Target target) {
        super(target);
    }

    /** The Python of the system, since that one has the packages of the system; or any other that has PyMongo. */
    private static Optional<String> pythonWithPyMongo() {
        return Stream.of("/usr/bin/python3", "python3")
                .filter(python -> Script.succeeds(python, "-c", "import pymongo, gridfs"))
                .findFirst();
    }

    @Test
    void aLedgerIsKept() {
        Optional<String> python = pythonWithPyMongo();
        assumeThat(python).as("a python3 with PyMongo").isPresent();
        Document invoices = new Document("create", "invoices").append("autoincrement", "number");
        if (target.routed()) {
            invoices.append("shardKey", new Document("book", "hashed"));
        }
        database.runCommand(invoices);
        Path folder = Applications.sources("ledger");

        Script ledger = Script.run(
                folder,
                Map.of(
                        "MONGODB_URI", target.uri(),
                        "MONGODB_DATABASE", database.getName(),
                        // Sources stay as they are.
                        "PYTHONDONTWRITEBYTECODE", "1"),
                List.of(python.orElseThrow(), "ledger.py"));

        assertThat(ledger.status())
                .as("status of the ledger, which said:\n%s", ledger.printed())
                .isZero();
        assertThat(ledger.printed()).containsPattern("Ran [1-9][0-9]* tests");
    }
}
