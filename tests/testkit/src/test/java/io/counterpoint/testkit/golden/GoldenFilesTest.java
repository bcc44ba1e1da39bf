package io.counterpoint.testkit.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.json.ExtendedJson;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

class GoldenFilesTest {
    /** The sample holds under the function it was written for. */
    @TestFactory
    List<DynamicNode> sample() {
        return GoldenFiles.tests("sample", GoldenFilesTest::echo);
    }

    @Test
    @DisabledIfSystemProperty(
            named = "golden.update",
            matches = ".*",
            disabledReason = "would be written into the sample")
    void aDifferentOutcomeFails() {
        List<DynamicTest> tests = GoldenFiles.tests("sample", input -> new BsonInt64(-1)).stream()
                .flatMap(file -> ((DynamicContainer) file).getChildren())
                .map(DynamicTest.class::cast)
                .toList();

        assertThat(tests)
                .isNotEmpty()
                .allSatisfy(
                        test -> assertThatThrownBy(() -> test.getExecutable().execute())
                                .isInstanceOf(AssertionError.class)
                                .hasMessageContaining(test.getDisplayName()));
    }

    @Test
    void aFolderWithoutFilesFails() {
        assertThatThrownBy(() -> GoldenFiles.tests("nowhere", GoldenFilesTest::echo))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void printingKeepsNumberTypesAndIsStable() {
        BsonDocument file = ExtendedJson.parse("""
                {about: "x", cases: [{name: "a", input: [1, {$numberLong: "1"}, 1.0], result: {}}, {name: "b"}]}
                """);

        String printed = GoldenJson.printFile(file);

        assertThat(printed).isEqualTo("""
                {
                  "about": "x",
                  "cases": [
                    {
                      "name": "a",
                      "input": [1, {"$numberLong": "1"}, 1.0],
                      "result": {}
                    },
                    {
                      "name": "b"
                    }
                  ]
                }
                """);
        assertThat(ExtendedJson.parse(printed)).isEqualTo(file);
    }

    private static BsonValue echo(BsonDocument input) {
        if (input.containsKey("refuse")) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, input.getString("refuse").getValue());
        }
        return input.getDocument("echo");
    }
}
