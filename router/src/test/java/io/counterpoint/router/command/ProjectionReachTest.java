package io.counterpoint.router.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.sort.SortPattern;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectionReachTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: 1}                | {a: 1}           | true",
                "{a: 1}                | {'a.b': 1}       | true",
                "{'a.b': 1}            | {a: 1}           | false",
                "{a: 1}                | {b: 1}           | false",
                "{a: 1}                | {_id: -1}        | true",
                "{a: 1, _id: 0}        | {a: 1, _id: 1}   | false",
                "{_id: 1}              | {_id: 1}         | true",
                "{_id: 1}              | {a: 1}           | false",
                "{_id: 0}              | {a: 1}           | true",
                "{a: 0}                | {b: 1}           | true",
                "{a: 0}                | {'a.b': 1}       | false",
                "{'a.b': 0}            | {a: 1}           | false",
                "{'a.b': 0}            | {'a.c': 1}       | true",
                "{a: {$slice: 1}}      | {b: 1}           | false",
                "{a: '$b'}             | {a: 1}           | false",
                "{a: true, ab: 1}      | {ab: 1}          | true",
                "{ab: 1}               | {a: 1}           | false"
            })
    void tellsWhetherTheOrderSurvives(String projection, String sort, boolean kept) {
        assertThat(ProjectionReach.keeps(BsonDocument.parse(projection), SortPattern.parse(BsonDocument.parse(sort))))
                .isEqualTo(kept);
    }
}
