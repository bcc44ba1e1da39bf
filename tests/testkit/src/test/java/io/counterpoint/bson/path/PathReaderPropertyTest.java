package io.counterpoint.bson.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PathReaderPropertyTest {
    @Test
    void viewsAndTreesGiveTheSameValues() {
        Seeds.run(PathReaderPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonDocument tree = values.document();
            BsonDocument raw = BsonBytes.raw(tree);
            FieldPath path = FieldPath.parse(values.path());
            for (LeafArray leaf : LeafArray.values()) {
                assertThat(filterValues(raw, path, leaf)).isEqualTo(filterValues(tree, path, leaf));
            }
            assertThat(PathReader.value(raw, path)).isEqualTo(PathReader.value(tree, path));
            assertThat(PathReader.expressionValue(raw, path)).isEqualTo(PathReader.expressionValue(tree, path));
        });
    }

    /**
     * What lets an index answer an equality filter: a document that matches is filed under the value. The exception is
     * null with a position in the path: the filter also looks for a field of that name, and finds it missing.
     */
    @Test
    void everySingleValueThatAFilterSeesIsAnIndexKey() {
        Seeds.run(PathReaderPropertyTest.class, 20_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonDocument document = values.document();
            FieldPath path = FieldPath.parse(values.path());
            List<BsonValue> keys = new ArrayList<>();
            try {
                PathReader.visitIndexValues(document, path, collectInto(keys));
            } catch (CommandException ambiguous) {
                assertThat(ambiguous.code().number()).isEqualTo(16746);
                return;
            }
            assertThat(keys).isNotEmpty();
            boolean hasPosition = IntStream.range(1, path.size()).anyMatch(path::isPosition);
            PathReader.visit(document, path, LeafArray.ELEMENTS, (value, index) -> {
                if (value == null && hasPosition) {
                    return false;
                }
                assertThat(keys)
                        .as("keys of %s in %s", path, document)
                        .anyMatch(key -> BsonOrder.equal(key, orNull(value)) || isFiledAs(key, value));
                return false;
            });
        });
    }

    @Test
    void distinctSeesOnlyWhatAFilterSees() {
        Seeds.run(PathReaderPropertyTest.class, 10_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonDocument document = values.document();
            FieldPath path = FieldPath.parse(values.path());
            List<BsonValue> seen = filterValues(document, path, LeafArray.ELEMENTS);
            PathReader.visitDistinctValues(document, path, (value, index) -> {
                boolean afterPosition = path.isPosition(path.size() - 1);
                assertThat(afterPosition || seen.contains(value)).isTrue();
                return false;
            });
        });
    }

    /** An empty array at the end of the path has a key of its own, unless it is the element of another one. */
    private static boolean isFiledAs(BsonValue key, @Nullable BsonValue value) {
        return key.getBsonType() == BsonType.UNDEFINED
                && value != null
                && value.isArray()
                && value.asArray().isEmpty();
    }

    private static List<BsonValue> filterValues(BsonDocument document, FieldPath path, LeafArray leaf) {
        List<BsonValue> found = new ArrayList<>();
        PathReader.visit(document, path, leaf, collectInto(found));
        return found;
    }

    private static PathVisitor collectInto(List<BsonValue> values) {
        return (value, index) -> {
            values.add(orNull(value));
            return false;
        };
    }

    private static BsonValue orNull(@Nullable BsonValue value) {
        return value == null ? BsonNull.VALUE : value;
    }
}
