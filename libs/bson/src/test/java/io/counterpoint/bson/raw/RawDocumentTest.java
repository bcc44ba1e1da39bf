package io.counterpoint.bson.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class RawDocumentTest {
    private static final BsonDocument TREE = new BsonDocument("a", new BsonInt32(1))
            .append("b", new BsonDocument("c", new BsonString("x")))
            .append("d", new BsonArray(List.of(new BsonInt32(1), new BsonDocument("e", new BsonInt32(2)))));

    private final RawDocument raw = BsonBytes.raw(TREE);

    @Test
    void typedGettersOfTheDriverReadInPlace() {
        assertThat(raw.getInt32("a").getValue()).isEqualTo(1);
        assertThat(raw.isDocument("b")).isTrue();
        assertThat(raw.getDocument("b").getString("c").getValue()).isEqualTo("x");
        assertThat(raw.get("missing", new BsonInt32(7))).isEqualTo(new BsonInt32(7));
        assertThatThrownBy(() -> raw.getInt32("missing")).isInstanceOf(BsonInvalidOperationException.class);
    }

    @Test
    void nestedDocumentsAndArraysAreViewsOverTheSameBytes() {
        RawDocument nested = (RawDocument) raw.getDocument("b");
        RawArray array = (RawArray) raw.getArray("d");
        RawDocument inArray = (RawDocument) array.get(1);

        assertThat(nested.array()).isSameAs(raw.array());
        assertThat(array.array()).isSameAs(raw.array());
        assertThat(inArray.array()).isSameAs(raw.array());
        assertThat(inArray.offset()).isGreaterThan(array.offset());
        assertThat(RawDocument.of(nested.toByteArray())).isEqualTo(TREE.get("b"));
    }

    @Test
    void everythingThatChangesIsRefused() {
        BsonInt32 value = new BsonInt32(0);
        Iterator<Map.Entry<String, BsonValue>> entries = raw.entrySet().iterator();
        Map.Entry<String, BsonValue> entry = entries.next();

        assertImmutable(() -> raw.put("a", value));
        assertImmutable(() -> raw.append("a", value));
        assertImmutable(() -> raw.putAll(Map.of("a", value)));
        assertImmutable(() -> raw.remove("a"));
        assertImmutable(raw::clear);
        assertImmutable(entries::remove);
        assertImmutable(() -> entry.setValue(value));
        assertImmutable(() -> raw.keySet().remove("a"));
        assertImmutable(() -> raw.values().clear());
        assertImmutable(() -> raw.replaceAll((name, old) -> value));
        assertImmutable(() -> raw.computeIfAbsent("z", name -> value));
    }

    @Test
    void aTreeOfAViewCanBeChangedAtEveryDepth() {
        BsonDocument tree = raw.toTree();
        tree.getDocument("b").put("new", new BsonInt32(1));
        tree.getArray("d").get(1).asDocument().put("new", new BsonInt32(1));
        tree.getArray("d").add(new BsonInt32(3));

        assertThat(raw).isEqualTo(TREE);
        assertThat(tree.getArray("d")).hasSize(3);
        assertThat(raw.clone()).isEqualTo(TREE).isExactlyInstanceOf(BsonDocument.class);
    }

    @Test
    void aNameThatOccursTwiceIsFoundAtItsFirstPlace() {
        RawDocument twice =
                new BsonOutput().appendInt32("a", 1).appendInt32("a", 2).finish();

        assertThat(twice.getInt32("a").getValue()).isEqualTo(1);
        assertThat(twice.size()).isEqualTo(2);
        assertThat(twice.keySet()).containsExactly("a", "a");
        assertThat(twice.toTree()).isEqualTo(new BsonDocument("a", new BsonInt32(1)));
    }

    @Test
    void equalityIgnoresTheOrderOfFieldsAsTheDriversDoes() {
        RawDocument other = BsonBytes.raw(
                new BsonDocument("d", TREE.get("d")).append("b", TREE.get("b")).append("a", TREE.get("a")));

        assertThat(raw).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(raw.sameBytes(other)).isFalse();
        assertThat(raw).isNotEqualTo(new BsonDocument("a", new BsonInt32(1))).isNotEqualTo("text");
    }

    @Test
    void anEmptyDocumentHasNoFirstKey() {
        RawDocument empty = BsonBytes.raw(new BsonDocument());

        assertThat(empty.isEmpty()).isTrue();
        assertThat(empty.size()).isZero();
        assertThat(empty.byteLength()).isEqualTo(5);
        assertThat(raw.getFirstKey()).isEqualTo("a");
        assertThatThrownBy(empty::getFirstKey).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> empty.entrySet().iterator().next()).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void aLengthThatDoesNotFitIsRefused() {
        byte[] bytes = raw.toByteArray();

        assertInvalid(() -> RawDocument.of(bytes, 1));
        assertInvalid(() -> RawDocument.of(bytes, bytes.length));
        assertInvalid(() -> RawDocument.of(bytes, -1));
        assertInvalid(() -> RawDocument.of(new byte[] {4, 0, 0, 0, 0}));
        assertInvalid(() -> RawDocument.of(new byte[] {6, 0, 0, 0, 0}));
        assertInvalid(() -> RawDocument.of(new byte[0]));
    }

    @Test
    void javaSerializationCarriesTheTree() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(raw);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(TREE).isExactlyInstanceOf(BsonDocument.class);
        }
    }

    private static void assertImmutable(Runnable change) {
        assertThatThrownBy(change::run).isInstanceOf(UnsupportedOperationException.class);
    }

    private static void assertInvalid(Runnable creation) {
        assertThatThrownBy(creation::run)
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_BSON));
    }
}
