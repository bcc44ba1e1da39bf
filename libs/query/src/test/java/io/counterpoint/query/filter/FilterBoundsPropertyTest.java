package io.counterpoint.query.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.PathReader;
import io.counterpoint.query.QueryContext;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * For random filters and documents: a document that matches has, under each path, an index entry within the filter's
 * bounds of that path.
 */
class FilterBoundsPropertyTest {
    private static final int SEED_COUNT = 4_000;
    private static final int DOCUMENTS_PER_FILTER = 20;
    private static final List<String> PATHS = List.of("a", "b", "a.b");

    @Test
    void boundsAreNeverNarrowerThanTheFilter() {
        Seeds.run(FilterBoundsPropertyTest.class, SEED_COUNT, random -> {
            Generator generator = new Generator(random);
            Filter filter = Filter.parse(generator.filter(2), QueryContext.plain());
            FilterBounds bounds = FilterBounds.of(filter);
            for (int i = 0; i < DOCUMENTS_PER_FILTER; i++) {
                BsonDocument document = generator.document();
                if (filter.matches(document)) {
                    PATHS.forEach(path -> assertWithin(filter, bounds, path, document));
                }
            }
        });
    }

    private static void assertWithin(Filter filter, FilterBounds bounds, String path, BsonDocument document) {
        List<BsonValue> entries = new ArrayList<>();
        boolean[] multikey = {false};
        PathReader.visitIndexValues(document, FieldPath.parse(path), (value, arrayIndex) -> {
            entries.add(value == null ? BsonNull.VALUE : value);
            multikey[0] |= arrayIndex >= 0;
            return false;
        });
        // An empty array has one entry, and makes the index multikey all the same.
        boolean arrays = multikey[0] || entries.stream().anyMatch(value -> value.getBsonType() == BsonType.UNDEFINED);
        assertWithin(filter, bounds.intervals(path, true), entries, path, document);
        if (!arrays && !hasArray(document)) {
            assertWithin(filter, bounds.intervals(path, false), entries, path, document);
        }
    }

    private static boolean hasArray(BsonValue value) {
        return value instanceof BsonArray
                || (value instanceof BsonDocument document
                        && document.values().stream().anyMatch(FilterBoundsPropertyTest::hasArray));
    }

    private static void assertWithin(
            Filter filter,
            @Nullable List<Interval> intervals,
            List<BsonValue> entries,
            String path,
            BsonDocument document) {
        if (intervals != null) {
            assertThat(entries)
                    .as("%s of %s within %s of %s", path, document, intervals, filter)
                    .anyMatch(entry -> intervals.stream().anyMatch(interval -> interval.contains(entry)));
        }
    }

    /** Filters and documents over so few names and values that they often meet. */
    private static final class Generator {
        private static final List<String> OPERATORS =
                List.of("$eq", "$gt", "$gte", "$lt", "$lte", "$in", "$exists", "$ne");

        private final SeededRandom random;

        Generator(SeededRandom random) {
            this.random = random;
        }

        BsonDocument filter(int depth) {
            BsonDocument filter = new BsonDocument();
            int fields = random.between(1, 2);
            for (int i = 0; i < fields; i++) {
                if (depth > 0 && random.oneIn(3)) {
                    filter.put(
                            random.pick(List.of("$and", "$or", "$nor")),
                            new BsonArray(List.of(filter(depth - 1), filter(depth - 1))));
                } else {
                    filter.put(random.pick(PATHS), demand(depth));
                }
            }
            return filter;
        }

        private BsonValue demand(int depth) {
            if (random.oneIn(4)) {
                return scalar();
            }
            if (random.oneIn(8)) {
                return new BsonRegularExpression(random.pick(List.of("^a", "^ab?", "b", "^a|b")));
            }
            if (depth > 0 && random.oneIn(6)) {
                return new BsonDocument("$elemMatch", random.nextBoolean() ? operators() : filter(0));
            }
            return operators();
        }

        private BsonDocument operators() {
            BsonDocument operators = new BsonDocument();
            int count = random.between(1, 2);
            for (int i = 0; i < count; i++) {
                String operator = random.pick(OPERATORS);
                operators.put(operator, operator.equals("$in") ? new BsonArray(List.of(scalar(), scalar())) : scalar());
            }
            return operators;
        }

        BsonDocument document() {
            BsonDocument document = new BsonDocument();
            for (String name : List.of("a", "b")) {
                if (!random.oneIn(5)) {
                    document.put(name, value(2));
                }
            }
            return document;
        }

        private BsonValue value(int depth) {
            if (depth > 0 && random.oneIn(3)) {
                BsonArray array = new BsonArray();
                int count = random.nextInt(3);
                for (int i = 0; i < count; i++) {
                    array.add(value(depth - 1));
                }
                return array;
            }
            return depth > 0 && random.oneIn(3) ? new BsonDocument("b", value(depth - 1)) : scalar();
        }

        private BsonValue scalar() {
            return BsonArray.parse("[" + random.pick(SCALARS) + "]").get(0);
        }

        private static final List<String> SCALARS = List.of(
                "0",
                "1",
                "1.5",
                "{$numberLong: '2'}",
                "{$numberDecimal: '1.5'}",
                "{$numberDouble: 'NaN'}",
                "'a'",
                "'ab'",
                "'b'",
                "''",
                "null",
                "true",
                "{$minKey: 1}",
                "{$maxKey: 1}",
                "{$date: {$numberLong: '1'}}",
                "{$numberDouble: '-Infinity'}",
                "{$binary: {base64: 'AQ==', subType: '00'}}",
                "{x: 1}");
    }
}
