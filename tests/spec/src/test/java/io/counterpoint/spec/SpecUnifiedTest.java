package io.counterpoint.spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every case of the unified test format in the areas below, one test for each. */
class SpecUnifiedTest {
    private static final List<String> AREAS = List.of(
            "crud",
            "collection-management",
            "index-management",
            "gridfs",
            "read-write-concern",
            "run-command",
            "versioned-api",
            "sessions",
            "retryable-writes",
            "retryable-reads",
            "transactions",
            "transactions-convenient-api");

    @TestFactory
    @SuppressWarnings("MustBeClosedChecker") // closed by the last test
    List<DynamicContainer> cases() throws IOException, InterruptedException {
        Optional<Path> folder = SpecFolder.find();
        Assumptions.assumeTrue(folder.isPresent(), "no " + SpecFolder.NAME);
        SpecCluster cluster = new SpecCluster();
        Routers routers = new Routers(cluster.routers());
        Requirements requirements = new Requirements(routers.first());
        ExpectedFailures expected = new ExpectedFailures();
        List<DynamicContainer> containers = new ArrayList<>();
        String only = System.getProperty("spec.areas");
        for (String area : only == null ? AREAS : List.of(only.split(","))) {
            for (Path path : SpecFolder.files(folder.orElseThrow(), area)) {
                BsonDocument file = SpecFolder.read(path);
                String name = area + "/" + path.getFileName();
                List<DynamicTest> tests = new ArrayList<>();
                for (BsonValue value : file.getArray("tests")) {
                    BsonDocument test = value.asDocument();
                    String description = test.getString("description").getValue();
                    tests.add(DynamicTest.dynamicTest(
                            description,
                            () -> expected.judge(name, description, () -> {
                                requirements.check(file, test);
                                new UnifiedCase(file, test, routers).run();
                            })));
                }
                containers.add(DynamicContainer.dynamicContainer(name, tests));
            }
        }
        containers.add(DynamicContainer.dynamicContainer("the cluster", List.of(DynamicTest.dynamicTest("stops", () -> {
            routers.close();
            cluster.close();
        }))));
        return containers;
    }
}
