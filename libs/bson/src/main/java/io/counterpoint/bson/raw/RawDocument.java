package io.counterpoint.bson.raw;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriter;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * An immutable document that is a range of BSON bytes, read in place. Nested documents and arrays come out as views
 * over the same bytes. Any thread.
 *
 * <ul>
 *   <li>The bytes are shared, never copied: whoever creates a view must not change them afterwards.
 *   <li>The bytes must have passed {@link BsonBytes#validate}, or have been written by {@link BsonOutput}.
 *   <li>Everything that would change the document throws {@link UnsupportedOperationException}; {@link #toTree} gives a
 *       copy to change.
 *   <li>A name that occurs twice is found at its first place, as MongoDB's filters do; {@link #size} and iteration
 *       count both places.
 *   <li>Equal to any {@link BsonDocument} with equal entries, in whatever order, as the driver's documents are.
 * </ul>
 *
 * <p>Cost: a lookup walks the elements before the one found, a few nanoseconds each, and allocates only the value.
 */
public final class RawDocument extends BsonDocument {
    private static final long serialVersionUID = 1L;

    /** Least length of a document: int32 and NUL. */
    private static final int BYTE_LENGTH_MIN = 5;

    private static final JsonWriterSettings RELAXED_JSON =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    private final transient byte[] bytes;
    private final transient int offset;
    private final transient int byteLength;

    private RawDocument(byte[] bytes, int offset, int byteLength) {
        // The map of the superclass stays empty and is never looked at.
        super(0);
        this.bytes = bytes;
        this.offset = offset;
        this.byteLength = byteLength;
    }

    /** A view over the document at the array's start. */
    public static RawDocument of(byte[] bytes) {
        return of(bytes, 0);
    }

    /**
     * A view over the document that starts at an offset; its length is read from the bytes.
     *
     * @throws CommandException {@code InvalidBSON} when that length does not fit into the array
     */
    public static RawDocument of(byte[] bytes, int offset) {
        return new RawDocument(bytes, offset, checkedLength(bytes, offset));
    }

    static int checkedLength(byte[] bytes, int offset) {
        int available = bytes.length - offset;
        int length = offset >= 0 && available >= BYTE_LENGTH_MIN ? LittleEndian.int32(bytes, offset) : -1;
        if (length < BYTE_LENGTH_MIN || length > available) {
            throw new CommandException(
                    ErrorCode.INVALID_BSON,
                    "Invalid BSON: document length " + length + " does not fit into " + available + " bytes");
        }
        return length;
    }

    /** The array that holds the document; shared, not to be changed. */
    public byte[] array() {
        return bytes;
    }

    /** Where in {@link #array} the document starts. */
    public int offset() {
        return offset;
    }

    /** Length of the document in bytes; {@link #size} counts its fields. */
    public int byteLength() {
        return byteLength;
    }

    /** A copy of the document's bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(bytes, offset, offset + byteLength);
    }

    /** A deep copy as ordinary mutable documents and arrays. Of a name that occurs twice the first value is taken. */
    public BsonDocument toTree() {
        BsonDocument tree = new BsonDocument();
        for (int element = RawElements.first(offset);
                !RawElements.isEnd(bytes, element);
                element = RawElements.next(bytes, element)) {
            tree.putIfAbsent(RawElements.name(bytes, element), BsonBytes.tree(RawElements.value(bytes, element)));
        }
        return tree;
    }

    /**
     * Offset in {@link #array} of the element of a name, for {@link RawElements}.
     *
     * @return -1 when there is none
     */
    public int find(String name) {
        return RawElements.find(bytes, offset, name);
    }

    /** Offset in {@link #array} of the first element, for {@link RawElements}. */
    public int firstElement() {
        return RawElements.first(offset);
    }

    @Override
    public @Nullable BsonValue get(@Nullable Object key) {
        if (!(key instanceof String name)) {
            return null;
        }
        int element = find(name);
        return element < 0 ? null : RawElements.value(bytes, element);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String name && find(name) >= 0;
    }

    @Override
    public boolean containsValue(@Nullable Object value) {
        for (int element = firstElement();
                !RawElements.isEnd(bytes, element);
                element = RawElements.next(bytes, element)) {
            if (RawElements.value(bytes, element).equals(value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int size() {
        int count = 0;
        for (int element = firstElement();
                !RawElements.isEnd(bytes, element);
                element = RawElements.next(bytes, element)) {
            count++;
        }
        return count;
    }

    @Override
    public boolean isEmpty() {
        return byteLength == BYTE_LENGTH_MIN;
    }

    @Override
    public String getFirstKey() {
        if (isEmpty()) {
            throw new NoSuchElementException("The document is empty");
        }
        return RawElements.name(bytes, firstElement());
    }

    @Override
    public Set<String> keySet() {
        return new KeySet();
    }

    @Override
    public Collection<BsonValue> values() {
        return new Values();
    }

    @Override
    public Set<Entry<String, BsonValue>> entrySet() {
        return new EntrySet();
    }

    @Override
    public BsonReader asBsonReader() {
        return new BsonBinaryReader(
                ByteBuffer.wrap(bytes, offset, byteLength).slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public String toJson() {
        return toJson(RELAXED_JSON);
    }

    @Override
    public String toJson(JsonWriterSettings settings) {
        StringWriter text = new StringWriter();
        new JsonWriter(text, settings).pipe(asBsonReader());
        return text.toString();
    }

    @Override
    public String toString() {
        return toJson();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (other instanceof RawDocument raw && sameBytes(raw)) {
            return true;
        }
        return other instanceof BsonDocument document && entrySet().equals(document.entrySet());
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (int element = firstElement();
                !RawElements.isEnd(bytes, element);
                element = RawElements.next(bytes, element)) {
            hash += RawElements.name(bytes, element).hashCode()
                    ^ RawElements.value(bytes, element).hashCode();
        }
        return hash;
    }

    /** True when both documents are the same bytes; cheaper and stricter than {@link #equals}. */
    public boolean sameBytes(RawDocument other) {
        return Arrays.equals(
                bytes, offset, offset + byteLength, other.bytes, other.offset, other.offset + other.byteLength);
    }

    /** A mutable deep copy, as the driver's raw documents give: a view needs no copy of itself. */
    @Override
    public BsonDocument clone() {
        return toTree();
    }

    @Override
    public BsonValue put(String key, BsonValue value) {
        throw immutable();
    }

    @Override
    public BsonDocument append(String key, BsonValue value) {
        throw immutable();
    }

    @Override
    public void putAll(Map<? extends String, ? extends BsonValue> entries) {
        throw immutable();
    }

    @Override
    public BsonValue remove(@Nullable Object key) {
        throw immutable();
    }

    @Override
    public void clear() {
        throw immutable();
    }

    static UnsupportedOperationException immutable() {
        return new UnsupportedOperationException("a raw view is immutable; change a copy made by toTree()");
    }

    /** Java serialization carries the tree: it needs nothing of this class on the other side. */
    private Object writeReplace() {
        return toTree();
    }

    /** Walks the elements; what comes out of one is up to the view. */
    private abstract class ElementIterator<T> implements Iterator<T> {
        private int element = firstElement();

        abstract T at(int element);

        @Override
        public boolean hasNext() {
            return !RawElements.isEnd(bytes, element);
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int current = element;
            element = RawElements.next(bytes, current);
            return at(current);
        }
    }

    private final class KeySet extends AbstractSet<String> {
        @Override
        public Iterator<String> iterator() {
            return new ElementIterator<>() {
                @Override
                String at(int element) {
                    return RawElements.name(bytes, element);
                }
            };
        }

        @Override
        public boolean contains(@Nullable Object key) {
            return containsKey(key);
        }

        @Override
        public int size() {
            return RawDocument.this.size();
        }
    }

    private final class Values extends AbstractCollection<BsonValue> {
        @Override
        public Iterator<BsonValue> iterator() {
            return new ElementIterator<>() {
                @Override
                BsonValue at(int element) {
                    return RawElements.value(bytes, element);
                }
            };
        }

        @Override
        public int size() {
            return RawDocument.this.size();
        }
    }

    private final class EntrySet extends AbstractSet<Entry<String, BsonValue>> {
        @Override
        public Iterator<Entry<String, BsonValue>> iterator() {
            return new ElementIterator<>() {
                @Override
                Entry<String, BsonValue> at(int element) {
                    return new AbstractMap.SimpleImmutableEntry<>(
                            RawElements.name(bytes, element), RawElements.value(bytes, element));
                }
            };
        }

        @Override
        public boolean contains(@Nullable Object candidate) {
            return candidate instanceof Entry<?, ?> entry
                    && entry.getValue() != null
                    && entry.getValue().equals(get(entry.getKey()));
        }

        @Override
        public int size() {
            return RawDocument.this.size();
        }
    }
}
