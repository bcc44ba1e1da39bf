package io.counterpoint.query.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.QueryContext;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FilterBoundsTest {
    @Test
    void equalityComesFromEveryNotationOfIt() {
        for (String filter : List.of(
                "{a: 1}",
                "{a: {$eq: 1}}",
                "{a: {$in: [1]}}",
                "{a: {$in: [1, 1.0]}}",
                "{b: 2, $and: [{a: 1}]}",
                "{$or: [{a: 1}]}",
                "{a: {$gt: 0}, $and: [{a: {$all: [1]}}]}")) {
            assertThat(bounds(filter).equality("a")).as(filter).isEqualTo(new BsonInt32(1));
        }
    }

    @Test
    void thereIsNoEqualityWhereOtherValuesAreOpen() {
        for (String filter : List.of(
                "{}",
                "{b: 1}",
                "{a: {$gt: 1}}",
                "{a: {$in: [1, 2]}}",
                "{a: {$ne: 1}}",
                "{a: /x/}",
                "{$or: [{a: 1}, {b: 1}]}",
                "{$nor: [{a: 1}]}",
                "{'a.b': 1}",
                "{a: {$elemMatch: {$eq: 1}}}")) {
            assertThat(bounds(filter).equality("a")).as(filter).isNull();
        }
    }

    @Test
    void pointsAreSortedAndDifferent() {
        assertThat(bounds("{a: {$in: [3, 1, 3.0, 2]}}").points("a"))
                .isEqualTo(List.<BsonValue>of(new BsonInt32(1), new BsonInt32(2), new BsonInt32(3)));
        assertThat(bounds("{$or: [{a: 2}, {a: {$in: [1, 2]}}]}").points("a"))
                .isEqualTo(List.<BsonValue>of(new BsonInt32(1), new BsonInt32(2)));
        assertThat(bounds("{a: {$in: []}}").points("a")).isEmpty();
        assertThat(bounds("{a: {$in: [1, /x/]}}").points("a")).isNull();
    }

    @Test
    void rangesStayInTheirTypesBracket() {
        assertThat(intervals("{a: {$gt: 5}}", false))
                .containsExactly(new Interval(new BsonInt32(5), false, new BsonDouble(Double.POSITIVE_INFINITY), true));
        assertThat(intervals("{a: {$lte: 5}}", false))
                .containsExactly(new Interval(new BsonDouble(Double.NEGATIVE_INFINITY), true, new BsonInt32(5), true));
        assertThat(intervals("{a: {$lt: 'x'}}", false))
                .containsExactly(new Interval(new BsonString(""), true, new BsonString("x"), false));
        assertThat(intervals("{a: {$gt: 'x'}}", false))
                .containsExactly(new Interval(new BsonString("x"), false, new BsonDocument(), false));
        assertThat(intervals("{a: {$gte: null}}", false)).containsExactly(Interval.point(BsonNull.VALUE));
        assertThat(intervals("{a: {$gt: null}}", false)).isEmpty();
        assertThat(intervals("{a: {$lt: {$numberDouble: 'NaN'}}}", false)).isEmpty();
        assertThat(intervals("{a: {$gt: [1]}}", false)).isNull();
        assertThat(intervals("{a: {$gt: {$minKey: 1}}}", false)).isNull();
    }

    @Test
    void demandsAreIntersectedUnlessTheIndexIsMultikey() {
        assertThat(intervals("{a: {$gt: 1, $lt: 5}}", false))
                .containsExactly(new Interval(new BsonInt32(1), false, new BsonInt32(5), false));
        assertThat(intervals("{a: {$gt: 5, $lt: 1}}", false)).isEmpty();
        assertThat(intervals("{a: {$gt: 5, $lt: 1}}", true)).hasSize(1);
        assertThat(intervals("{a: {$gt: 5, $in: [1, 9]}}", true))
                .containsExactly(Interval.point(new BsonInt32(1)), Interval.point(new BsonInt32(9)));
        assertThat(intervals("{a: {$gt: 5, $in: [1, 9]}}", false)).containsExactly(Interval.point(new BsonInt32(9)));
    }

    @Test
    void demandsOnOneElementAreIntersectedAlways() {
        assertThat(intervals("{a: {$elemMatch: {$gt: 1, $lt: 5}}}", true))
                .containsExactly(new Interval(new BsonInt32(1), false, new BsonInt32(5), false));
        assertThat(bounds("{a: {$elemMatch: {b: 1}}}").intervals("a.b", true))
                .containsExactly(Interval.point(new BsonInt32(1)));
    }

    @Test
    void alternativesAreUnited() {
        assertThat(intervals("{$or: [{a: {$gt: 5, $lt: 9}}, {a: {$gte: 8, $lte: 10}}, {a: 1}]}", false))
                .containsExactly(
                        Interval.point(new BsonInt32(1)),
                        new Interval(new BsonInt32(5), false, new BsonInt32(10), true));
        assertThat(intervals("{$or: [{a: 1}, {b: 1}]}", false)).isNull();
    }

    @Test
    void existenceIsKnownOnlyWithoutArrays() {
        assertThat(intervals("{a: {$exists: false}}", false)).containsExactly(Interval.point(BsonNull.VALUE));
        assertThat(intervals("{a: {$exists: false}}", true)).isNull();
        assertThat(intervals("{a: {$exists: true}}", false)).isNull();
    }

    @Test
    void anAnchoredRegularExpressionHasAPrefix() {
        assertThat(intervals("{a: /^ab/}", false))
                .first()
                .isEqualTo(new Interval(new BsonString("ab"), true, new BsonString("ac"), false));
        assertThat(intervals("{a: /^a\\.b/}", false))
                .first()
                .isEqualTo(new Interval(new BsonString("a.b"), true, new BsonString("a.c"), false));
        assertThat(intervals("{a: /^ab?/}", false))
                .first()
                .isEqualTo(new Interval(new BsonString("a"), true, new BsonString("b"), false));
        for (String filter :
                List.of("{a: /ab/}", "{a: /^ab/i}", "{a: /^ab/m}", "{a: /^a|b/}", "{a: /^.a/}", "{a: /^\\d/}")) {
            assertThat(intervals(filter, false)).as(filter).isNull();
        }
    }

    @Test
    void thePrefixEndsBeforeTheNextCharacter() {
        assertThat(RegexPrefix.successor("a")).isEqualTo("b");
        assertThat(RegexPrefix.successor("a\uD7FF")).isEqualTo("a\uE000");
        assertThat(RegexPrefix.successor("a" + Character.toString(Character.MAX_CODE_POINT)))
                .isEqualTo("b");
        assertThat(RegexPrefix.successor(Character.toString(Character.MAX_CODE_POINT)))
                .isNull();
    }

    @Test
    void equalityWithAnArrayIsNoRangeOfEntries() {
        assertThat(bounds("{a: [1, 2]}").equality("a"))
                .isEqualTo(new BsonArray(List.of(new BsonInt32(1), new BsonInt32(2))));
        assertThat(intervals("{a: [1, 2]}", true)).isNull();
    }

    private static @Nullable List<Interval> intervals(String filter, boolean multikey) {
        return bounds(filter).intervals("a", multikey);
    }

    private static FilterBounds bounds(String filter) {
        return FilterBounds.of(Filter.parse(BsonDocument.parse(filter), QueryContext.plain()));
    }
}
