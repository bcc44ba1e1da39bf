package io.counterpoint.bson.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.json.ExtendedJson;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values are written as relaxed JSON, a missing one as {@code missing}, each followed by {@code @index} where one was
 * reported.
 */
class PathReaderTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a: 1}                          | a       | 1
            {a: null}                       | a       | null
            {b: 1}                          | a       | missing
            {a: {b: 1}}                     | a.b     | 1
            {a: {c: 1}}                     | a.b     | missing
            {a: 1}                          | a.b     | missing
            {}                              | a.b     | missing
            {a: [1, 2]}                     | a       | 1@0, 2@1, [1, 2]
            {a: []}                         | a       | []
            {a: [[1, 2], 3]}                | a       | [1, 2]@0, 3@1, [[1, 2], 3]
            {a: [{b: 1}, {b: 2}]}           | a.b     | 1@0, 2@1
            {a: [{b: 1}, {c: 2}]}           | a.b     | 1@0, missing@1
            {a: [{b: 1}, 5, [{b: 2}]]}      | a.b     | 1@0
            {a: []}                         | a.b     |
            {a: [5]}                        | a.b     |
            {a: [{b: [5, 6]}]}              | a.b     | 5@0, 6@0, [5, 6]@0
            {a: {b: [5, 6]}}                | a.b     | 5@0, 6@1, [5, 6]
            {a: [5, 7, 3]}                  | a.1     | 7
            {a: [5, [2, 4], 3]}             | a.1     | [2, 4]
            {a: [5, {'1': 4}, 3]}           | a.1     | 4@1, {"1": 4}
            {a: [5, {b: 4}, 3]}             | a.1     | missing@1, {"b": 4}
            {a: [5, {b: 4}, 3]}             | a.1.b   | missing@1, 4
            {a: [5, [{b: 4}], 3]}           | a.1.b   | 4@0
            {a: [5]}                        | a.1     |
            {a: {'1': 4}}                   | a.1     | 4
            {a: [[5, 6]]}                   | a.0.1   | 6
            {a: [[5, [7, 8]]]}              | a.0.1   | [7, 8]
            {a: [5, 6]}                     | a.01    |
            """)
    void filtersSee(String document, String path, @Nullable String expected) {
        assertThat(seen((visitor) -> PathReader.visit(
                        parse(document), FieldPath.parse(path), LeafArray.ELEMENTS_THEN_WHOLE, visitor)))
                .isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void theEndOfThePathIsExpandedAsAsked() {
        BsonDocument document = parse("{a: [1, 2]}");
        FieldPath path = FieldPath.parse("a");

        assertThat(seen(visitor -> PathReader.visit(document, path, LeafArray.ELEMENTS, visitor)))
                .isEqualTo("1@0, 2@1");
        assertThat(seen(visitor -> PathReader.visit(document, path, LeafArray.WHOLE, visitor)))
                .isEqualTo("[1, 2]");
        BsonDocument nested = parse("{a: [{b: [1]}, {b: 2}]}");
        assertThat(seen(visitor -> PathReader.visit(nested, FieldPath.parse("a.b"), LeafArray.WHOLE, visitor)))
                .isEqualTo("[1]@0, 2@1");
    }

    @Test
    void aVisitorEndsTheVisit() {
        List<Integer> indexes = new ArrayList<>();
        boolean ended = PathReader.visit(
                parse("{a: [1, 2, 3]}"), FieldPath.parse("a"), LeafArray.ELEMENTS_THEN_WHOLE, (value, index) -> {
                    indexes.add(index);
                    return index == 1;
                });

        assertThat(ended).isTrue();
        assertThat(indexes).containsExactly(0, 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a: 1}                          | a       | 1
            {b: 1}                          | a       | missing
            {a: [1, 2]}                     | a       | 1@0, 2@1
            {a: []}                         | a       | {"$undefined": true}
            {a: [[]]}                       | a       | []@0
            {a: [[1, 2]]}                   | a       | [1, 2]@0
            {a: []}                         | a.b     | missing
            {a: [5]}                        | a.b     | missing@0
            {a: [5, {b: 1}, [{b: 2}]]}      | a.b     | missing@0, 1@1, missing@2
            {a: [{b: [3, 4]}]}              | a.b     | 3@0, 4@0
            {a: [1]}                        | a.0     | 1
            {a: [[1]]}                      | a.0     | [1]
            {a: [[]]}                       | a.0     | {"$undefined": true}
            {a: {'0': 1}}                   | a.0     | 1
            {a: [1]}                        | a.1     | missing@0
            {a: [{'1': 7}]}                 | a.1     | 7@0
            {a: [[1]]}                      | a.0.0   | 1
            {a: [[]]}                       | a.0.0   | missing
            {a: []}                         | a.0.0   | missing
            {a: [[[]]]}                     | a.0.0   | {"$undefined": true}
            {a: [{b: 1}]}                   | a.0.b   | 1
            {a: [{b: [1]}]}                 | a.0.b   | 1@0
            {a: [{b: [[1]]}]}               | a.0.b   | [1]@0
            {a: [[{b: 1}]]}                 | a.0.b   | 1@0
            {a: [[{b: []}]]}                | a.0.b   | {"$undefined": true}@0
            {a: [{b: [1]}]}                 | a.0.b.0 | 1
            """)
    void indexesFileUnder(String document, String path, String expected) {
        assertThat(seen(visitor -> PathReader.visitIndexValues(parse(document), FieldPath.parse(path), visitor)))
                .isEqualTo(expected);
    }

    @Test
    void aPositionThatIsAlsoAFieldNameIsAmbiguousForAnIndex() {
        FieldPath path = FieldPath.parse("a.0");

        assertThatThrownBy(
                        () -> PathReader.visitIndexValues(parse("{a: [1, {'0': 2}]}"), path, (value, index) -> false))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code().number()).isEqualTo(16746))
                .hasMessageContaining("field: '0' for array");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a: 1}                          | a       | 1
            {b: 1}                          | a       |
            {a: [1, 2]}                     | a       | 1@0, 2@1
            {a: []}                         | a       |
            {a: [[1, 2]]}                   | a       | [1, 2]@0
            {a: [{b: 1}, {b: [2, 3]}, 4]}   | a.b     | 1@0, 2@1, 3@1
            {a: [{b: 1}, {c: 2}]}           | a.b     | 1@0
            {a: [5, 6]}                     | a.1     | 6
            {a: [5, [6, 7]]}                | a.1     | 6@0, 7@1
            {a: [{'0': 8}]}                 | a.0     | {"0": 8}
            {a: [5]}                        | a.1     |
            """)
    void distinctReports(String document, String path, @Nullable String expected) {
        assertThat(seen(visitor -> PathReader.visitDistinctValues(parse(document), FieldPath.parse(path), visitor)))
                .isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {a: 1}                          | a       | 1
            {a: [1, 2]}                     | a       | [1, 2]
            {}                              | a       | missing
            {a: 1}                          | a.b     | missing
            {a: {b: {c: 1}}}                | a.b.c   | 1
            {a: [{b: 1}, {c: 2}, 3, [{b: 4}], {b: 5}]} | a.b | [1, 5]
            {a: [{b: [{c: 1}]}, {b: {c: 2}}]} | a.b.c | [[1], 2]
            {a: []}                         | a.b     | []
            {a: [5, 6]}                     | a.0     | []
            {a: [{'0': 7}]}                 | a.0     | [7]
            """)
    void expressionsRead(String document, String path, String expected) {
        assertThat(print(PathReader.expressionValue(parse(document), FieldPath.parse(path))))
                .isEqualTo(expected);
    }

    @Test
    void aPlainValueIsNotFoundThroughArrays() {
        assertThat(print(PathReader.value(parse("{a: {b: [1]}}"), FieldPath.parse("a.b"))))
                .isEqualTo("[1]");
        assertThat(print(PathReader.value(parse("{a: [{b: 1}]}"), FieldPath.parse("a.b"))))
                .isEqualTo("missing");
        assertThat(print(PathReader.value(parse("{a: [1]}"), FieldPath.parse("a.0"))))
                .isEqualTo("missing");
        assertThat(print(PathReader.value(parse("{}"), FieldPath.parse("a")))).isEqualTo("missing");
    }

    /** One of the visits, with document and path bound. */
    private interface Visit {
        boolean with(PathVisitor visitor);
    }

    private static String seen(Visit visit) {
        List<String> seen = new ArrayList<>();
        boolean ended = visit.with((value, index) -> {
            seen.add(print(value) + (index < 0 ? "" : "@" + index));
            return false;
        });
        assertThat(ended).isFalse();
        return String.join(", ", seen);
    }

    private static String print(@Nullable BsonValue value) {
        return value == null ? "missing" : ExtendedJson.relaxedValue(value);
    }

    private static BsonDocument parse(String json) {
        return ExtendedJson.parse(json);
    }
}
