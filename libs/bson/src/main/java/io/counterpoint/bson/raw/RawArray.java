package io.counterpoint.bson.raw;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An immutable array that is a range of BSON bytes, read in place; the counterpart of {@link RawDocument}, with the
 * same duties for its creator. Positions are given by the order of elements; the names in the bytes are not looked at.
 *
 * <p>Cost: iteration reads each element once. {@link #size} and {@link #get} walk the array once per view and note
 * where the elements are.
 */
public final class RawArray extends BsonArray {
    private final byte[] bytes;
    private final int offset;
    private final int byteLength;

    /** Where each element starts. Filled by whoever needs it first; several threads may do so, with the same result. */
    private @Nullable Positions positions;

    private RawArray(byte[] bytes, int offset, int byteLength) {
        // The list of the superclass stays empty and is never looked at.
        super(0);
        this.bytes = bytes;
        this.offset = offset;
        this.byteLength = byteLength;
    }

    /** A view over the array at the start of the bytes. */
    public static RawArray of(byte[] bytes) {
        return of(bytes, 0);
    }

    /**
     * A view over the array that starts at an offset; its length is read from the bytes.
     *
     * @throws io.counterpoint.base.error.CommandException {@code InvalidBSON} when that length does not fit
     */
    public static RawArray of(byte[] bytes, int offset) {
        return new RawArray(bytes, offset, RawDocument.checkedLength(bytes, offset));
    }

    /** The bytes that hold the array; shared, not to be changed. */
    public byte[] array() {
        return bytes;
    }

    /** Where in {@link #array} the BSON array starts. */
    public int offset() {
        return offset;
    }

    /** Length of the BSON array in bytes; {@link #size} counts its elements. */
    public int byteLength() {
        return byteLength;
    }

    /** A copy of the array's bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(bytes, offset, offset + byteLength);
    }

    /** Offset in {@link #array} of the first element, for {@link RawElements}. */
    public int firstElement() {
        return RawElements.first(offset);
    }

    /** A deep copy as ordinary mutable documents and arrays. */
    public BsonArray toTree() {
        BsonArray tree = new BsonArray(size());
        for (BsonValue value : this) {
            tree.add(BsonBytes.tree(value));
        }
        return tree;
    }

    /** True when both arrays are the same bytes; cheaper and stricter than {@link #equals}. */
    public boolean sameBytes(RawArray other) {
        return Arrays.equals(
                bytes, offset, offset + byteLength, other.bytes, other.offset, other.offset + other.byteLength);
    }

    @Override
    public BsonValue get(int index) {
        Positions known = positions();
        Objects.checkIndex(index, known.count());
        return RawElements.value(bytes, known.offset(index));
    }

    @Override
    public int size() {
        return positions().count();
    }

    @Override
    public boolean isEmpty() {
        return RawElements.isEnd(bytes, firstElement());
    }

    @Override
    public Iterator<BsonValue> iterator() {
        return new ElementIterator();
    }

    @Override
    public List<BsonValue> getValues() {
        return new Values();
    }

    @Override
    public boolean contains(@Nullable Object value) {
        return indexOf(value) >= 0;
    }

    @Override
    public int indexOf(@Nullable Object value) {
        int index = 0;
        for (BsonValue element : this) {
            if (element.equals(value)) {
                return index;
            }
            index++;
        }
        return -1;
    }

    @Override
    public int lastIndexOf(@Nullable Object value) {
        return getValues().lastIndexOf(value);
    }

    @Override
    public boolean containsAll(Collection<?> values) {
        return getValues().containsAll(values);
    }

    @Override
    public Object[] toArray() {
        return getValues().toArray();
    }

    @Override
    public <T> T[] toArray(T[] target) {
        return getValues().toArray(target);
    }

    @Override
    public ListIterator<BsonValue> listIterator() {
        return getValues().listIterator();
    }

    @Override
    public ListIterator<BsonValue> listIterator(int index) {
        return getValues().listIterator(index);
    }

    @Override
    public List<BsonValue> subList(int fromIndex, int toIndex) {
        return getValues().subList(fromIndex, toIndex);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (other instanceof RawArray raw && sameBytes(raw)) {
            return true;
        }
        return other instanceof BsonArray array && getValues().equals(array.getValues());
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (BsonValue value : this) {
            hash = 31 * hash + value.hashCode();
        }
        return hash;
    }

    /** A mutable deep copy, as the driver's raw arrays give: a view needs no copy of itself. */
    @Override
    public BsonArray clone() {
        return toTree();
    }

    @Override
    public boolean add(BsonValue value) {
        throw RawDocument.immutable();
    }

    @Override
    public void add(int index, BsonValue value) {
        throw RawDocument.immutable();
    }

    @Override
    public boolean addAll(Collection<? extends BsonValue> values) {
        throw RawDocument.immutable();
    }

    @Override
    public boolean addAll(int index, Collection<? extends BsonValue> values) {
        throw RawDocument.immutable();
    }

    @Override
    public BsonValue set(int index, BsonValue value) {
        throw RawDocument.immutable();
    }

    @Override
    public boolean remove(@Nullable Object value) {
        throw RawDocument.immutable();
    }

    @Override
    public BsonValue remove(int index) {
        throw RawDocument.immutable();
    }

    @Override
    public boolean removeAll(Collection<?> values) {
        throw RawDocument.immutable();
    }

    @Override
    public boolean retainAll(Collection<?> values) {
        throw RawDocument.immutable();
    }

    @Override
    public void clear() {
        throw RawDocument.immutable();
    }

    private Positions positions() {
        Positions known = positions;
        if (known == null) {
            known = new Positions(bytes, firstElement());
            positions = known;
        }
        return known;
    }

    /**
     * Element offsets; an object of its own, whose final field is safely seen by threads that find it without a lock.
     */
    private static final class Positions {
        private final int[] offsets;

        Positions(byte[] bytes, int firstElement) {
            int count = 0;
            for (int element = firstElement;
                    !RawElements.isEnd(bytes, element);
                    element = RawElements.next(bytes, element)) {
                count++;
            }
            offsets = new int[count];
            int element = firstElement;
            for (int i = 0; i < count; i++) {
                offsets[i] = element;
                element = RawElements.next(bytes, element);
            }
        }

        int count() {
            return offsets.length;
        }

        int offset(int index) {
            return offsets[index];
        }
    }

    private final class ElementIterator implements Iterator<BsonValue> {
        private int element = firstElement();

        @Override
        public boolean hasNext() {
            return !RawElements.isEnd(bytes, element);
        }

        @Override
        public BsonValue next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int current = element;
            element = RawElements.next(bytes, current);
            return RawElements.value(bytes, current);
        }
    }

    /** The list view; what it does not answer in place it answers through {@code get} and {@code size}. */
    private final class Values extends AbstractList<BsonValue> {
        @Override
        public BsonValue get(int index) {
            return RawArray.this.get(index);
        }

        @Override
        public int size() {
            return RawArray.this.size();
        }

        @Override
        public Iterator<BsonValue> iterator() {
            return new ElementIterator();
        }
    }
}
