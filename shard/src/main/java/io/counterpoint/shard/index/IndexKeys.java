package io.counterpoint.shard.index;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.key.HashedKey;
import io.counterpoint.bson.key.KeyBuffer;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.PathReader;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.catalog.IndexField;
import io.counterpoint.shard.catalog.WildcardPaths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The keys under which one index files one document. Computed again and again into the same object; one thread at a
 * time.
 *
 * <p>A key is: number of the index (4 bytes, highest first), then each field's value, in an index with a collation what
 * stands for it ({@link io.counterpoint.bson.order.ValueOrder#keyOf}), encoded by
 * {@link io.counterpoint.bson.key.KeyEncoding}, and at the end, unless the index is unique, the number of the record (8
 * bytes, highest first). In a wildcard index the path stands before the value, as a string. A document has one key, or
 * several when an array is at or on the way to a field, or none in a sparse or partial index.
 *
 * <p>Source: MongoDB manual, "Multikey Indexes", "Sparse Indexes", "Partial Indexes", "Hashed Indexes".
 */
public final class IndexKeys {
    /*
     * Nearly all documents have no arrays at indexed fields: those take the way through computeScalars, which reads each value once and encodes it where it is. The
     * first array met sends the document to computeMultikey, which lists the combinations of values first and encodes them after.
     */

    /** MongoDB's CannotIndexParallelArrays. */
    private static final ErrorCode PARALLEL_ARRAYS = ErrorCode.location(171);

    /** MongoDB's refusal of arrays at hashed fields. */
    private static final ErrorCode HASHED_ARRAY = ErrorCode.location(16766);

    private final KeyBuffer buffer = new KeyBuffer();
    private final List<byte[]> keys = new ArrayList<>();
    private int multikeyFields;

    /**
     * Computes the keys of a document, in place of those computed before.
     *
     * @param recordId becomes part of the keys of an index that is not unique
     * @throws CommandException CannotIndexParallelArrays (171) for two arrays of which neither is inside the other;
     *     16766 for an array at a hashed field; 16746 for a path with a number that is both a position and a name
     */
    public IndexKeys compute(IndexDescription index, BsonDocument document, long recordId) {
        keys.clear();
        multikeyFields = 0;
        Filter partial = index.partialFilter();
        if (partial != null && !partial.matches(document)) {
            return this;
        }
        WildcardPaths wildcard = index.wildcard();
        if (wildcard != null) {
            computeWildcard(index, wildcard, document, recordId);
            return this;
        }
        if (!computeScalars(index, document, recordId)) {
            computeMultikey(index, document, recordId);
        }
        return this;
    }

    /** How many keys there are, each different from the others. */
    public int count() {
        return keys.size();
    }

    /** One of the keys; not to be changed. */
    public byte[] key(int position) {
        return keys.get(position);
    }

    /**
     * Fields of the index at which, or on the way to which, the document has arrays; bits as
     * {@link IndexDescription#multikeyFields()}.
     */
    public int multikeyFields() {
        return multikeyFields;
    }

    boolean contains(byte[] key) {
        for (int i = 0; i < keys.size(); i++) {
            if (Arrays.equals(keys.get(i), key)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The values behind a key, by path, as a duplicate key error shows them; empty when the document has no such key.
     */
    BsonDocument valuesOf(IndexDescription index, BsonDocument document, long recordId, byte[] key) {
        for (BsonValue[] values : combinations(index, document)) {
            if (Arrays.equals(encode(index, values, recordId), key)) {
                BsonDocument named = new BsonDocument();
                for (int i = 0; i < values.length; i++) {
                    BsonValue value = values[i];
                    named.append(index.fields().get(i).path().text(), value == null ? BsonNull.VALUE : value);
                }
                return named;
            }
        }
        return new BsonDocument();
    }

    /** False, with nothing computed, when there is an array at or on the way to a field. */
    private boolean computeScalars(IndexDescription index, BsonDocument document, long recordId) {
        List<IndexField> fields = index.fields();
        buffer.clear().appendInt32BigEndian(index.id());
        boolean allMissing = true;
        for (int i = 0; i < fields.size(); i++) {
            IndexField field = fields.get(i);
            BsonValue value = scalar(document, field.path());
            if (value instanceof BsonArray) {
                return false;
            }
            allMissing &= value == null;
            append(index, field, value);
        }
        if (!(index.sparse() && allMissing)) {
            finish(index, recordId);
        }
        return true;
    }

    /** The value of a path, null when it is missing, and the array when there is one at or before its end. */
    private static @Nullable BsonValue scalar(BsonDocument document, FieldPath path) {
        BsonValue value = document.get(path.first());
        for (int i = 1; i < path.size(); i++) {
            if (!(value instanceof BsonDocument inner)) {
                return value instanceof BsonArray ? value : null;
            }
            value = inner.get(path.part(i));
        }
        return value;
    }

    private void append(IndexDescription index, IndexField field, @Nullable BsonValue value) {
        BsonValue stored =
                value == null ? BsonNull.VALUE : index.collation().order().keyOf(value);
        if (field.hashed()) {
            stored = new BsonInt64(HashedKey.hash(stored));
        }
        buffer.appendValue(stored, field.descending());
    }

    private void finish(IndexDescription index, long recordId) {
        if (!index.unique()) {
            buffer.appendInt64BigEndian(recordId);
        }
        keys.add(buffer.toByteArray());
    }

    private void computeMultikey(IndexDescription index, BsonDocument document, long recordId) {
        List<BsonValue[]> combinations = combinations(index, document);
        for (BsonValue[] values : combinations) {
            keys.add(encode(index, values, recordId));
        }
        dropRepeated();
    }

    private void computeWildcard(IndexDescription index, WildcardPaths paths, BsonDocument document, long recordId) {
        boolean descending = index.fields().get(0).descending();
        WildcardValues values = new WildcardValues(
                paths,
                (path, value) -> keys.add(buffer.clear()
                        .appendInt32BigEndian(index.id())
                        .appendValue(new BsonString(path.text()), false)
                        .appendValue(index.collation().order().keyOf(value), descending)
                        .appendInt64BigEndian(recordId)
                        .toByteArray()));
        multikeyFields = values.visit(document) ? 1 : 0;
        dropRepeated();
    }

    private void dropRepeated() {
        if (keys.size() > 1) {
            keys.sort(Arrays::compareUnsigned);
            byte[] previous = null;
            int kept = 0;
            for (byte[] key : keys) {
                if (previous == null || !Arrays.equals(previous, key)) {
                    keys.set(kept++, key);
                }
                previous = key;
            }
            keys.subList(kept, keys.size()).clear();
        }
    }

    private byte[] encode(IndexDescription index, BsonValue[] values, long recordId) {
        buffer.clear().appendInt32BigEndian(index.id());
        for (int i = 0; i < values.length; i++) {
            append(index, index.fields().get(i), values[i]);
        }
        if (!index.unique()) {
            buffer.appendInt64BigEndian(recordId);
        }
        return buffer.toByteArray();
    }

    /** All combinations of values, null standing for what is missing; also notes the multikey fields. */
    private List<BsonValue[]> combinations(IndexDescription index, BsonDocument document) {
        List<IndexField> fields = index.fields();
        BsonValue[] values = new BsonValue[fields.size()];
        int arrays = 0;
        int array = -1;
        for (int i = 0; i < values.length; i++) {
            values[i] = scalar(document, fields.get(i).path());
            if (values[i] instanceof BsonArray) {
                if (fields.get(i).hashed()) {
                    throw new CommandException(
                            HASHED_ARRAY,
                            "hashed indexes do not currently support array values. Found array at path: "
                                    + fields.get(i).path());
                }
                multikeyFields |= 1 << i;
                arrays++;
                array = i;
            }
        }
        List<BsonValue[]> combinations = new ArrayList<>();
        if (arrays == 0) {
            combinations.add(values);
        } else if (arrays == 1) {
            int at = array;
            PathReader.visitIndexValues(document, fields.get(at).path(), (value, position) -> {
                BsonValue[] combination = values.clone();
                combination[at] = value;
                combinations.add(combination);
                return false;
            });
        } else {
            new JointExpansion(fields, combinations).expand(document);
        }
        if (index.sparse()) {
            combinations.removeIf(IndexKeys::isAllMissing);
        }
        return combinations;
    }

    private static boolean isAllMissing(@Nullable BsonValue[] values) {
        for (BsonValue value : values) {
            if (value != null) {
                return false;
            }
        }
        return true;
    }

    /** The refusal of two arrays in one document, named as MongoDB does: the later field first. */
    static CommandException parallelArrays(FieldPath later, FieldPath first) {
        return new CommandException(
                PARALLEL_ARRAYS, "cannot index parallel arrays [" + later.last() + "] [" + first.last() + "]");
    }
}
