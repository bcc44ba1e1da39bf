package io.counterpoint.testkit.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.json.ExtendedJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Makes a test of every case in the JSON files of a folder.
 *
 * <pre>{@code
 * @TestFactory
 * List<DynamicNode> golden() {
 *     return GoldenFiles.tests("filter", input -> BsonBoolean.valueOf(matches(input)));
 * }
 * }</pre>
 *
 * <p>A file, in Extended JSON:
 *
 * <pre>{@code
 * {
 *   "about": "what the file is about",
 *   "cases": [
 *     { "name": "…", "filter": {"a": 1}, "document": {"a": [1, 2]}, "result": true },
 *     { "name": "…", "filter": {"a": {"$no": 1}}, "error": {"code": 2, "message": "…"} }
 *   ]
 * }
 * }</pre>
 *
 * <p>With {@code -Dgolden.update} the runs' outcomes are written into the files instead of being compared: the diff is
 * what is reviewed. A case without expectation fails until that was done.
 */
public final class GoldenFiles {
    static final String CASES = "cases";

    private static final String UPDATE_PROPERTY = "golden.update";
    private static final String NAME = "name";
    private static final String RESULT = "result";
    private static final String ERROR = "error";

    private GoldenFiles() {}

    /**
     * The tests of a folder.
     *
     * @param folder below {@code src/test/resources/golden}; files of folders in it are taken, too
     */
    public static List<DynamicNode> tests(String folder, GoldenRunner runner) {
        Path root = Path.of(System.getProperty("basedir", ""), "src", "test", "resources", "golden", folder);
        List<DynamicNode> containers = new ArrayList<>();
        for (Path file : jsonFiles(root)) {
            String name = root.relativize(file).toString();
            containers.add(DynamicContainer.dynamicContainer(name, file.toUri(), fileTests(file, runner).stream()));
        }
        assertThat(containers).as("golden files in %s", root).isNotEmpty();
        return containers;
    }

    private static List<DynamicTest> fileTests(Path file, GoldenRunner runner) {
        BsonDocument content = ExtendedJson.parse(read(file));
        List<DynamicTest> tests = new ArrayList<>();
        for (BsonValue oneCase : content.getArray(CASES)) {
            BsonDocument input = oneCase.asDocument();
            String name = input.getString(NAME).getValue();
            tests.add(DynamicTest.dynamicTest(name, file.toUri(), () -> {
                if (System.getProperty(UPDATE_PROPERTY) == null) {
                    compare(input, runner);
                } else {
                    update(input, runner);
                    write(file, GoldenJson.printFile(content));
                }
            }));
        }
        return tests;
    }

    private static void compare(BsonDocument input, GoldenRunner runner) {
        assertThat(GoldenJson.print(outcome(input, runner)))
                .as("outcome of %s", input.getString(NAME).getValue())
                .isEqualTo(GoldenJson.print(expectation(input)));
    }

    private static BsonDocument expectation(BsonDocument input) {
        BsonDocument expectation = new BsonDocument();
        if (input.containsKey(RESULT)) {
            expectation.append(RESULT, input.get(RESULT));
        }
        if (input.containsKey(ERROR)) {
            expectation.append(ERROR, input.get(ERROR));
        }
        return expectation;
    }

    private static void update(BsonDocument input, GoldenRunner runner) {
        BsonDocument outcome = outcome(input, runner);
        input.remove(RESULT);
        input.remove(ERROR);
        input.putAll(outcome);
    }

    private static BsonDocument outcome(BsonDocument input, GoldenRunner runner) {
        try {
            return new BsonDocument(RESULT, runner.run(input));
        } catch (CommandException refusal) {
            BsonDocument error = new BsonDocument(
                            "code", new BsonInt32(refusal.code().number()))
                    .append("message", new BsonString(refusal.text()));
            return new BsonDocument(ERROR, error);
        }
    }

    private static List<Path> jsonFiles(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
