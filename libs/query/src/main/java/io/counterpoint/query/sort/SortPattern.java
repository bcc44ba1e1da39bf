package io.counterpoint.query.sort;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.order.BinaryOrder;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.query.ValueText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A sort order such as {@code {a: 1, "b.c": -1}}. Immutable; any thread.
 *
 * <p>A missing field counts as null. An array counts as its least element where the order is ascending and as its
 * greatest where it is descending, an empty one as undefined, which is below null. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/sort/">$sort</a>, "Comparison/Sort Order".
 */
public final class SortPattern {
    /** MongoDB's limit of fields in a sort. */
    public static final int FIELDS_MAX = 32;

    /** {@code {_id: 1}}. */
    public static final SortPattern BY_ID =
            new SortPattern(List.of(new Field(FieldPath.parse("_id"), true)), BinaryOrder.INSTANCE);

    private final List<Field> fields;
    private final ValueOrder order;

    private SortPattern(List<Field> fields, ValueOrder order) {
        this.fields = List.copyOf(fields);
        this.order = order;
    }

    /**
     * One field of the order.
     *
     * @param path where its values are
     * @param ascending from least to greatest
     */
    public record Field(FieldPath path, boolean ascending) {}

    /**
     * Parses a sort document for texts that compare by their bytes; see {@link #parse(BsonDocument, ValueOrder)}.
     * Enough for whoever asks for the fields alone.
     */
    public static SortPattern parse(BsonDocument sort) {
        return parse(sort, BinaryOrder.INSTANCE);
    }

    /**
     * Parses a sort document. An empty one is the order in which everything is equal; {@code $natural} is no order of
     * values, it is for the caller to look for before.
     *
     * @param order of the values
     * @throws CommandException 15974, 15975 for a direction that is none, 13103 for more than {@link #FIELDS_MAX}
     *     fields, CommandNotSupported for {@code $meta}, others for names that are no paths
     */
    public static SortPattern parse(BsonDocument sort, ValueOrder order) {
        List<Field> fields = new ArrayList<>(sort.size());
        for (Map.Entry<String, BsonValue> entry : sort.entrySet()) {
            fields.add(new Field(path(entry.getKey()), isAscending(entry.getKey(), entry.getValue())));
        }
        if (fields.size() > FIELDS_MAX) {
            throw new CommandException(ErrorCode.location(13103), "too many compound keys");
        }
        return new SortPattern(fields, order);
    }

    private static FieldPath path(String name) {
        if (name.isEmpty()) {
            throw new CommandException(ErrorCode.location(40352), "FieldPath cannot be constructed with empty string");
        }
        if (name.endsWith(".")) {
            throw new CommandException(ErrorCode.location(40353), "FieldPath must not end with a '.'.");
        }
        FieldPath path = FieldPath.parse(name);
        for (String part : path.parts()) {
            if (part.isEmpty()) {
                throw new CommandException(
                        ErrorCode.location(15998), "FieldPath field names may not be empty strings.");
            }
            if (part.startsWith("$") && !isReferencePart(part)) {
                throw new CommandException(
                        ErrorCode.location(16410),
                        "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
            }
        }
        return path;
    }

    private static boolean isReferencePart(String part) {
        return part.equals("$ref") || part.equals("$id") || part.equals("$db");
    }

    private static boolean isAscending(String name, BsonValue direction) {
        if (direction instanceof BsonDocument document) {
            if (document.containsKey("$meta")) {
                throw new CommandException(ErrorCode.COMMAND_NOT_SUPPORTED, "sorting by $meta is not supported");
            }
            throw new CommandException(
                    ErrorCode.location(17312), "$meta is the only expression supported by $sort right now");
        }
        if (!(direction instanceof BsonNumber)) {
            throw new CommandException(
                    ErrorCode.location(15974),
                    "Illegal key in $sort specification: " + ValueText.element(name, direction));
        }
        OptionalLong whole = Numbers.asExactLong(direction);
        if (whole.isEmpty() || Math.abs(whole.getAsLong()) != 1) {
            throw new CommandException(
                    ErrorCode.location(15975), "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
        }
        return whole.getAsLong() == 1;
    }

    /** The fields, the most significant first. */
    public List<Field> fields() {
        return fields;
    }

    /** Whether it orders nothing. */
    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /**
     * What a document is sorted by, one value for each field, in their order: the fields' values, or what stands for
     * them, see {@link ValueOrder#keyOf}.
     *
     * @throws CommandException BadValue when two fields lead through different arrays
     */
    public BsonValue[] key(BsonDocument document) {
        BsonValue[] key = new BsonValue[fields.size()];
        for (int i = 0; i < key.length; i++) {
            @Nullable BsonValue value = plainValue(document, fields.get(i).path());
            if (value == null) {
                return new ArraySortKey(fields, order, this::compareKeys).of(document);
            }
            key[i] = order.keyOf(value);
        }
        return key;
    }

    /** The value at a path without arrays, null value for a missing one; null when there is an array on the way. */
    private static @Nullable BsonValue plainValue(BsonDocument start, FieldPath path) {
        BsonDocument document = start;
        int last = path.size() - 1;
        for (int i = 0; ; i++) {
            @Nullable BsonValue value = document.get(path.part(i));
            if (value instanceof BsonArray) {
                return null;
            }
            if (value == null || i == last) {
                return value == null ? BsonNull.VALUE : value;
            }
            if (!(value instanceof BsonDocument next)) {
                return BsonNull.VALUE;
            }
            document = next;
        }
    }

    /** Compares two keys of this order. */
    public int compareKeys(BsonValue[] left, BsonValue[] right) {
        for (int i = 0; i < left.length; i++) {
            int result = BsonOrder.compare(left[i], right[i]);
            if (result != 0) {
                return fields.get(i).ascending() ? result : -result;
            }
        }
        return 0;
    }

    /** Compares documents; computes both keys each time, so long lists are better sorted by keys computed once. */
    public Comparator<BsonDocument> comparator() {
        return (left, right) -> compareKeys(key(left), key(right));
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
