package io.counterpoint.bson.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class RawArrayTest {
    private static final BsonArray TREE =
            new BsonArray(List.of(new BsonInt32(1), new BsonString("x"), new BsonArray(), new BsonInt32(1)));

    private final RawArray raw =
            (RawArray) BsonBytes.raw(new BsonDocument("a", TREE)).getArray("a");

    @Test
    void readsByPosition() {
        assertThat(raw.get(1)).isEqualTo(new BsonString("x"));
        assertThat(raw.size()).isEqualTo(4);
        assertThat(raw.indexOf(new BsonInt32(1))).isZero();
        assertThat(raw.lastIndexOf(new BsonInt32(1))).isEqualTo(3);
        assertThatThrownBy(() -> raw.get(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> raw.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void iteratesInBothDirections() {
        ListIterator<BsonValue> backwards = raw.listIterator(raw.size());

        assertThat(backwards.previous()).isEqualTo(new BsonInt32(1));
        assertThat(raw).containsExactlyElementsOf(TREE);
        Iterator<BsonValue> forward = RawArray.of(new byte[] {5, 0, 0, 0, 0}).iterator();
        assertThat(forward.hasNext()).isFalse();
        assertThatThrownBy(forward::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void everythingThatChangesIsRefused() {
        BsonInt32 value = new BsonInt32(0);

        assertImmutable(() -> raw.add(value));
        assertImmutable(() -> raw.add(0, value));
        assertImmutable(() -> raw.addAll(List.of(value)));
        assertImmutable(() -> raw.addAll(0, List.of(value)));
        assertImmutable(() -> raw.set(0, value));
        assertImmutable(() -> raw.remove(0));
        assertImmutable(() -> raw.remove(value));
        assertImmutable(() -> raw.removeAll(List.of(value)));
        assertImmutable(() -> raw.retainAll(List.of(value)));
        assertImmutable(raw::clear);
        assertImmutable(() -> raw.getValues().add(value));
        assertImmutable(() -> raw.iterator().remove());
        assertImmutable(() -> raw.subList(0, 1).clear());
    }

    @Test
    void namesInTheBytesDoNotMatter() {
        RawDocument odd =
                new BsonOutput().appendInt32("7", 1).appendInt32("x", 2).finish();

        assertThat((Object) RawArray.of(odd.toByteArray()))
                .isEqualTo(new BsonArray(List.of(new BsonInt32(1), new BsonInt32(2))));
    }

    private static void assertImmutable(Runnable change) {
        assertThatThrownBy(change::run).isInstanceOf(UnsupportedOperationException.class);
    }
}
