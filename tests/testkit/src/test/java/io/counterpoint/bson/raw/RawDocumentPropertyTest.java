package io.counterpoint.bson.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.testkit.value.BsonValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.junit.jupiter.api.Test;

class RawDocumentPropertyTest {
    @Test
    void behavesAsItsTree() {
        Seeds.run(RawDocumentPropertyTest.class, 5_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonDocument tree = values.document();
            RawDocument raw = shifted(tree, random);

            assertThat(raw).isEqualTo(tree).hasSameHashCodeAs(tree);
            assertThat(tree).isEqualTo(raw);
            assertThat(raw.size()).isEqualTo(tree.size());
            assertThat(raw.isEmpty()).isEqualTo(tree.isEmpty());
            assertThat(new ArrayList<>(raw.keySet())).isEqualTo(new ArrayList<>(tree.keySet()));
            assertThat(new ArrayList<>(raw.values())).isEqualTo(new ArrayList<>(tree.values()));
            assertThat(new ArrayList<>(raw.entrySet())).isEqualTo(new ArrayList<>(tree.entrySet()));
            assertThat(raw.toJson()).isEqualTo(tree.toJson());
            assertThat(raw.toTree()).isEqualTo(tree).isExactlyInstanceOf(BsonDocument.class);
            assertThat(decoded(raw)).isEqualTo(tree);

            String name = values.name();
            assertThat(raw.get(name)).isEqualTo(tree.get(name));
            assertThat(raw.containsKey(name)).isEqualTo(tree.containsKey(name));
            BsonValue value = values.value();
            assertThat(raw.containsValue(value)).isEqualTo(tree.containsValue(value));
            for (Map.Entry<String, BsonValue> field : tree.entrySet()) {
                assertThat(raw.get(field.getKey())).isEqualTo(field.getValue());
                assertThat(raw.entrySet().contains(field)).isTrue();
                assertThat(raw.containsValue(field.getValue())).isTrue();
            }
        });
    }

    @Test
    void arraysBehaveAsTheirTrees() {
        Seeds.run(RawDocumentPropertyTest.class, 5_000, random -> {
            BsonValues values = new BsonValues(random);
            BsonArray tree = values.array();
            BsonArray raw = shifted(new BsonDocument("a", tree), random).getArray("a");

            assertThat(raw).isExactlyInstanceOf(RawArray.class);
            assertThat((Object) raw).isEqualTo(tree).hasSameHashCodeAs(tree);
            assertThat((Object) tree).isEqualTo(raw);
            assertThat(raw.size()).isEqualTo(tree.size());
            assertThat(raw.isEmpty()).isEqualTo(tree.isEmpty());
            assertThat(new ArrayList<>(raw)).isEqualTo(new ArrayList<>(tree));
            assertThat(raw.getValues()).isEqualTo(tree.getValues());
            assertThat(List.of(raw.toArray())).isEqualTo(List.of(tree.toArray()));
            BsonValue value =
                    tree.isEmpty() || random.nextBoolean() ? values.value() : tree.get(random.nextInt(tree.size()));
            assertThat(raw.indexOf(value)).isEqualTo(tree.indexOf(value));
            assertThat(raw.lastIndexOf(value)).isEqualTo(tree.lastIndexOf(value));
            assertThat(raw.contains(value)).isEqualTo(tree.contains(value));
            for (int i = 0; i < tree.size(); i++) {
                assertThat(raw.get(i)).isEqualTo(tree.get(i));
                assertThat(raw.subList(0, i)).isEqualTo(tree.subList(0, i));
            }
            assertThat((Object) raw.clone()).isEqualTo(tree).isExactlyInstanceOf(BsonArray.class);
        });
    }

    /** The document as a view somewhere inside a larger array, as messages hold them. */
    private static RawDocument shifted(BsonDocument document, SeededRandom random) {
        byte[] encoded = BsonBytes.encode(document);
        int offset = random.nextInt(5);
        byte[] larger = random.nextBytes(offset + encoded.length + random.nextInt(5));
        System.arraycopy(encoded, 0, larger, offset, encoded.length);
        return RawDocument.of(larger, offset);
    }

    private static BsonDocument decoded(RawDocument raw) {
        return new BsonDocumentCodec()
                .decode(raw.asBsonReader(), DecoderContext.builder().build());
    }
}
