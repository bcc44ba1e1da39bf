package io.counterpoint.query.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.QueryContext;
import java.util.OptionalInt;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class PositionalMatchTest {
    @Test
    void theFirstElementThatMeetsTheDemand() {
        assertThat(index("{a: 2}", "{a: [1, 2, 2]}", "a")).hasValue(1);
        assertThat(index("{a: {$gt: 1}}", "{a: [1, 5, 9]}", "a")).hasValue(1);
        assertThat(index("{'a.b': 2}", "{a: [{b: 1}, {b: 2}]}", "a")).hasValue(1);
        assertThat(index("{a: {$elemMatch: {b: 2, c: 1}}}", "{a: [{b: 2}, {b: 2, c: 1}]}", "a"))
                .hasValue(1);
        assertThat(index("{a: {$in: [3, 2]}}", "{a: [1, 2, 3]}", "a")).hasValue(1);
    }

    @Test
    void theOutermostArrayCounts() {
        assertThat(index("{'a.b': 5}", "{a: [{b: [1]}, {b: [4, 5]}]}", "a")).hasValue(1);
        assertThat(index("{'a.b': 5}", "{a: {b: [4, 5]}}", "a.b")).hasValue(1);
    }

    @Test
    void ofSeveralDemandsTheLastOneDecides() {
        assertThat(index("{$and: [{a: 3}, {a: 2}]}", "{a: [1, 2, 3]}", "a")).hasValue(1);
    }

    @Test
    void ofAlternativesTheOneThatHolds() {
        assertThat(index("{$or: [{a: 9}, {a: 3}]}", "{a: [1, 2, 3]}", "a")).hasValue(2);
    }

    @Test
    void aDemandOnThatArrayGoesBeforeOthers() {
        assertThat(index("{a: 2, b: 7}", "{a: [1, 2], b: [7]}", "a")).hasValue(1);
        assertThat(index("{b: 7}", "{a: [1, 2], b: [6, 7]}", "a")).hasValue(1);
    }

    @Test
    void nothingWithoutDemandOnElements() {
        assertThat(index("{_id: 1}", "{_id: 1, a: [1]}", "a")).isEmpty();
        assertThat(index("{a: {$size: 1}}", "{a: [1]}", "a")).isEmpty();
        assertThat(index("{'a.0': 1}", "{a: [1]}", "a")).isEmpty();
        assertThat(index("{a: {$not: {$gt: 5}}}", "{a: [1]}", "a")).isEmpty();
    }

    private static OptionalInt index(String filter, String document, String arrayPath) {
        Filter parsed = Filter.parse(BsonDocument.parse(filter), QueryContext.plain());
        BsonDocument matched = BsonDocument.parse(document);
        assertThat(parsed.matches(matched)).isTrue();
        return PositionalMatch.positionalIndex(parsed, matched, arrayPath);
    }
}
