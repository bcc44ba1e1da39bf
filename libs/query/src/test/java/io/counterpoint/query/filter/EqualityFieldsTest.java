package io.counterpoint.query.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class EqualityFieldsTest {
    @Test
    void seedsWhatIsEqual() {
        assertThat(seed("{b: 1, 'a.x': {$eq: 2}, $and: [{c: {$in: [3]}}, {d: {$all: [4]}}], $or: [{e: 5}]}"))
                .isEqualTo(BsonDocument.parse("{a: {x: 2}, b: 1, c: 3, d: 4, e: 5}"));
    }

    @Test
    void pathsBelowOneDocumentMeetInIt() {
        assertThat(seed("{'a.x': 1, 'a.y': 2}")).isEqualTo(BsonDocument.parse("{a: {x: 1, y: 2}}"));
    }

    @Test
    void seedsNothingElse() {
        assertThat(seed(
                        "{a: {$gt: 1}, b: {$in: [1, 2]}, c: /x/, d: {$in: [/x/]}, e: {$exists: true}, $or: [{f: 1}, {f: 2}],"
                                + " $nor: [{g: 1}], h: {$ne: 1}, i: {$elemMatch: {j: 1}}}"))
                .isEmpty();
    }

    @Test
    void oneFieldCannotHaveTwoValues() {
        for (String filter :
                List.of("{a: 1, $and: [{a: 2}]}", "{a: {$all: [1, 2]}}", "{a: {x: 1}, 'a.x': 1}", "{'a.x': 1, a: 5}")) {
            assertThatThrownBy(() -> seed(filter))
                    .as(filter)
                    .isInstanceOfSatisfying(
                            CommandException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_SINGLE_VALUE_FIELD));
        }
    }

    @Test
    void aReplacementAsksForSomePathsOnly() {
        Filter filter = filter("{_id: 1, a: 1, $and: [{a: 2}], 'k.x': 3}");

        assertThat(EqualityFields.of(filter, Set.of("_id", "k"))).containsOnlyKeys("_id", "k.x");
    }

    private static BsonDocument seed(String filter) {
        return EqualityFields.seed(EqualityFields.of(filter(filter)));
    }

    private static Filter filter(String filter) {
        return Filter.parse(BsonDocument.parse(filter), QueryContext.plain());
    }
}
