package io.counterpoint.query.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.CollatedCases;
import io.counterpoint.query.QueryContext;
import io.counterpoint.testkit.golden.GoldenFiles;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** A case has {@code documents} and a {@code sort}; its result is the positions of the documents in that order. */
class SortGoldenTest {
    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("sort", SortGoldenTest::run);
    }

    private static BsonValue run(BsonDocument input) {
        SortPattern pattern = SortPattern.parse(
                input.getDocument("sort"),
                CollatedCases.context(QueryContext.plain(), input).order());
        List<BsonDocument> documents =
                input.getArray("documents").stream().map(BsonValue::asDocument).toList();
        documents.forEach(
                document -> assertThat(pattern.key(BsonBytes.raw(document))).isEqualTo(pattern.key(document)));
        Comparator<Integer> order = Comparator.comparing(documents::get, pattern.comparator());
        List<BsonInt32> positions = IntStream.range(0, documents.size())
                .boxed()
                .sorted(order)
                .map(BsonInt32::new)
                .toList();
        return new BsonArray(positions);
    }
}
