package io.counterpoint.query.collation;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.key.KeyEncoding;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Goal: under any collation, stand-ins of values and their key bytes sort as the values do. */
class SortKeyPropertyTest {
    private static final List<Collation> COLLATIONS = Stream.of(
                    "{locale: 'simple'}",
                    "{locale: 'en', strength: 1}",
                    "{locale: 'en', strength: 2}",
                    "{locale: 'en', strength: 5}",
                    "{locale: 'en', strength: 1, caseLevel: true, caseFirst: 'upper'}",
                    "{locale: 'de@collation=phonebook', numericOrdering: true}",
                    "{locale: 'fr_CA', alternate: 'shifted', strength: 4}",
                    "{locale: 'sv', normalization: true, maxVariable: 'space', alternate: 'shifted'}",
                    "{locale: 'ja'}",
                    "{locale: 'th'}")
            .map(json -> Collation.parse(BsonDocument.parse(json)))
            .toList();

    private static final List<String> LETTERS = List.of(
            "a", "A", "ä", "Ä", "a\u0308", "b", "B", "ae", "Æ", "ß", "ss", "0", "1", "10", "9", " ", "-", "_", ".", "é",
            "e", "E", "\u0301", "ö", "z", "å", "あ", "ア", "日", "ก", "เ", "𐐀", "😀", "\u0000", "\u0001", "\ufffd");

    @Test
    void keysSortAsValuesDo() {
        Seeds.run(SortKeyPropertyTest.class, 20_000, random -> {
            ValueOrder order = random.pick(COLLATIONS).order();
            BsonValue left = value(random, 2);
            BsonValue right = random.oneIn(10) ? left : value(random, 2);
            BsonValue leftKey = order.keyOf(left);
            BsonValue rightKey = order.keyOf(right);
            int expected = Integer.signum(order.compare(left, right));

            assertThat(Integer.signum(BsonOrder.compare(leftKey, rightKey)))
                    .as("%s and %s", left, right)
                    .isEqualTo(expected);
            assertThat(Integer.signum(
                            Arrays.compareUnsigned(KeyEncoding.encode(leftKey), KeyEncoding.encode(rightKey))))
                    .as("bytes of %s and %s", left, right)
                    .isEqualTo(expected);
            assertThat(Integer.signum(order.compare(right, left))).isEqualTo(-expected);
            if (expected == 0) {
                assertThat(order.hash(left)).isEqualTo(order.hash(right));
            }
        });
    }

    private static BsonValue value(SeededRandom random, int depth) {
        return switch (random.between(0, depth == 0 ? 6 : 8)) {
            case 0 -> BsonNull.VALUE;
            case 1 -> new BsonInt32(random.between(0, 2));
            case 2 -> new BsonSymbol(text(random));
            case 7 -> new BsonArray(List.of(value(random, depth - 1), value(random, depth - 1)));
            case 8 ->
                new BsonDocument(random.pick(List.of("x", "X")), value(random, depth - 1))
                        .append("y", value(random, depth - 1));
            default -> new BsonString(text(random));
        };
    }

    private static String text(SeededRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.between(0, 4); i > 0; i--) {
            text.append(random.pick(LETTERS));
        }
        return text.toString();
    }
}
