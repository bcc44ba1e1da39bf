package io.counterpoint.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.bson.json.ExtendedJson;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The BSON corpus, read and written by the classes that the servers use. */
class SpecBsonCorpusTest {
    private static final String AREA = "bson-corpus";

    @TestFactory
    List<DynamicContainer> corpus() {
        Optional<Path> folder = SpecFolder.find();
        Assumptions.assumeTrue(folder.isPresent(), "no " + SpecFolder.NAME);
        ExpectedFailures expected = new ExpectedFailures();
        List<DynamicContainer> containers = new ArrayList<>();
        for (Path path : SpecFolder.files(folder.orElseThrow(), AREA)) {
            BsonDocument file = SpecFolder.read(path);
            String name = AREA + "/" + path.getFileName();
            List<DynamicTest> tests = new ArrayList<>();
            for (BsonValue value : file.getArray("valid", new BsonArray())) {
                BsonDocument entry = value.asDocument();
                String description = entry.getString("description").getValue();
                tests.add(DynamicTest.dynamicTest(
                        description, () -> expected.judge(name, description, () -> valid(entry))));
            }
            for (BsonValue value : file.getArray("decodeErrors", new BsonArray())) {
                BsonDocument entry = value.asDocument();
                String description = entry.getString("description").getValue();
                byte[] bytes = bytes(entry.getString("bson").getValue());
                tests.add(DynamicTest.dynamicTest(
                        description,
                        () -> expected.judge(
                                name,
                                description,
                                () -> assertThatThrownBy(() -> BsonBytes.validate(bytes, 0, bytes.length))
                                        .isInstanceOf(RuntimeException.class))));
            }
            containers.add(DynamicContainer.dynamicContainer(name, tests));
        }
        return containers;
    }

    private static void valid(BsonDocument entry) {
        byte[] bytes = bytes(entry.getString("canonical_bson").getValue());
        BsonBytes.validate(bytes, 0, bytes.length);
        BsonDocument tree = BsonBytes.tree((BsonDocument) RawDocument.of(bytes));
        assertThat(BsonBytes.encode(tree)).isEqualTo(bytes);
        BsonDocument expected =
                ExtendedJson.parse(entry.getString("canonical_extjson").getValue());
        assertThat(ExtendedJson.parse(ExtendedJson.canonical(tree))).isEqualTo(expected);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
