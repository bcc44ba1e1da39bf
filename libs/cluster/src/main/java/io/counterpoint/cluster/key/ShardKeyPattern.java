package io.counterpoint.cluster.key;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.key.HashedKey;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields a collection is spread by: ranged ({@code 1}), with at most one hashed ({@code "hashed"}) among them.
 * Immutable; any thread.
 *
 * <p>Source: the MongoDB manual, "Shard Keys" and "Hashed Sharding".
 */
public final class ShardKeyPattern {
    private static final String HASHED = "hashed";

    /** What collections are spread by when nobody says otherwise. */
    public static final ShardKeyPattern HASHED_ID = new ShardKeyPattern(List.of(new ShardKeyField("_id", true)));

    private final List<ShardKeyField> fields;
    private final BsonDocument document;

    /**
     * The name of a pattern's only field, if that is a hashed top-level one: the case that is worth a path of its own.
     */
    private final @Nullable String onlyHashedName;

    private ShardKeyPattern(List<ShardKeyField> fields) {
        this.fields = List.copyOf(fields);
        document = new BsonDocument();
        for (ShardKeyField field : fields) {
            document.append(field.path(), field.hashed() ? new BsonString(HASHED) : new BsonInt32(1));
        }
        ShardKeyField first = fields.get(0);
        onlyHashedName = fields.size() == 1 && first.hashed() && first.path().indexOf('.') < 0 ? first.path() : null;
    }

    /**
     * Reads a pattern as {@code shardCollection} takes it.
     *
     * @throws CommandException BadValue (2) for what is no shard key
     */
    public static ShardKeyPattern parse(BsonDocument key) {
        if (key.isEmpty()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Shard key is empty");
        }
        List<ShardKeyField> fields = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        boolean anyHashed = false;
        for (Map.Entry<String, BsonValue> entry : key.entrySet()) {
            String path = entry.getKey();
            checkPath(path);
            boolean hashed = entry.getValue() instanceof BsonString text
                    && text.getValue().equals(HASHED);
            boolean ascending = entry.getValue() instanceof BsonNumber number && number.doubleValue() == 1;
            if ((!hashed && !ascending) || (hashed && anyHashed) || !paths.add(path)) {
                throw new CommandException(
                        ErrorCode.BAD_VALUE,
                        "Shard key " + key.toJson()
                                + " can contain at most one 'hashed' field, and/or multiple numerical"
                                + " fields set to a value of 1. Failed to parse field " + path);
            }
            anyHashed |= hashed;
            fields.add(new ShardKeyField(path, hashed));
        }
        return new ShardKeyPattern(fields);
    }

    private static void checkPath(String path) {
        if (path.isEmpty()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Field name for sharding cannot be empty");
        }
        for (String part : path.split("\\.", -1)) {
            if (part.isEmpty()) {
                throw new CommandException(ErrorCode.BAD_VALUE, "Field " + path + " contains empty parts");
            }
            if (part.charAt(0) == '$') {
                throw new CommandException(
                        ErrorCode.BAD_VALUE, "Field " + path + " contains parts that start with '$'");
            }
        }
    }

    /** The fields in their order; never empty. */
    public List<ShardKeyField> fields() {
        return fields;
    }

    /** The pattern as it is stored and shown; not to be changed. */
    public BsonDocument toDocument() {
        return document;
    }

    /** Whether chunks of the pattern can be cut before there is data: the first field is hashed. */
    public boolean leadsWithHash() {
        return fields.get(0).hashed();
    }

    /** Whether one hashed field is all there is. */
    public boolean isSingleHash() {
        return fields.size() == 1 && fields.get(0).hashed();
    }

    /** Whether a field is part of the key, or lies above or below one that is. */
    public boolean touches(String path) {
        for (ShardKeyField field : fields) {
            String key = field.path();
            if (key.equals(path) || key.startsWith(path + ".") || path.startsWith(key + ".")) {
                return true;
            }
        }
        return false;
    }

    /**
     * The key of a document. A field that is missing counts as null.
     *
     * @throws CommandException ShardKeyNotFound (61) when a field of the key is an array or lies within one
     */
    public ShardKey keyOf(BsonDocument document) {
        if (onlyHashedName != null && document instanceof RawDocument raw) {
            int element = raw.find(onlyHashedName);
            int type = element < 0 ? RawElements.UNDEFINED : RawElements.type(raw.array(), element);
            if (type == RawElements.ARRAY) {
                throw arrayInKey();
            }
            if (type != RawElements.UNDEFINED) {
                return new ShardKey(List.of(new BsonInt64(HashedKey.hash(raw.array(), element))));
            }
        }
        List<BsonValue> values = new ArrayList<>(fields.size());
        for (ShardKeyField field : fields) {
            values.add(point(field, valueAt(document, field.path())));
        }
        return new ShardKey(values);
    }

    /**
     * The key that every document selected by a filter has, as far as equalities at its top ({@code {k: v}}, {@code {k:
     * {$eq: v}}}, also within {@code $and}) tell.
     *
     * @return null when they do not fix every field of the key
     */
    public @Nullable ShardKey keyFixedBy(BsonDocument filter) {
        return keyFixedBy(filter, value -> true);
    }

    /**
     * As {@link #keyFixedBy(BsonDocument)}, where equality with some values may mean others too.
     *
     * @param exact whether only the value itself is equal to a value
     */
    public @Nullable ShardKey keyFixedBy(BsonDocument filter, Predicate<BsonValue> exact) {
        List<BsonValue> values = new ArrayList<>(fields.size());
        for (ShardKeyField field : fields) {
            BsonValue value = equality(filter, field.path());
            if (value == null || !exact.test(value)) {
                return null;
            }
            values.add(point(field, value));
        }
        return new ShardKey(values);
    }

    /**
     * The value that a filter demands of a path by an equality at its top; null when there is none or when it could be
     * met by an array's element only.
     */
    public static @Nullable BsonValue equality(BsonDocument filter, String path) {
        BsonValue condition = filter.get(path);
        if (condition != null) {
            BsonValue value = literal(condition);
            if (value != null) {
                return value;
            }
        }
        if (filter.get("$and") instanceof BsonArray clauses) {
            for (BsonValue clause : clauses) {
                BsonValue value = clause instanceof BsonDocument inner ? equality(inner, path) : null;
                if (value != null) {
                    return value;
                }
            }
        }
        return null;
    }

    private static @Nullable BsonValue literal(BsonValue condition) {
        if (condition instanceof BsonDocument operators
                && !operators.isEmpty()
                && operators.getFirstKey().startsWith("$")) {
            BsonValue equal = operators.get("$eq");
            // A regular expression as the operand of $eq is a value to be equal to; alone it is a pattern.
            return equal == null || equal.isArray() ? null : equal;
        }
        BsonType type = condition.getBsonType();
        return type == BsonType.REGULAR_EXPRESSION || type == BsonType.ARRAY || type == BsonType.UNDEFINED
                ? null
                : condition;
    }

    /** The point of the key space that values have, one for each field; hashes those of hashed fields. */
    public ShardKey keyOfValues(List<BsonValue> values) {
        List<BsonValue> points = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            points.add(point(fields.get(i), values.get(i)));
        }
        return new ShardKey(points);
    }

    /**
     * As {@link #keyOfValues}, for an end of a range: {@code MinKey} and {@code MaxKey} stay what they are in hashed
     * fields too.
     */
    public ShardKey keyOfRange(List<BsonValue> values) {
        List<BsonValue> points = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            BsonType type = values.get(i).getBsonType();
            boolean end = type == BsonType.MIN_KEY || type == BsonType.MAX_KEY;
            points.add(end ? values.get(i) : point(fields.get(i), values.get(i)));
        }
        return new ShardKey(points);
    }

    private static BsonValue point(ShardKeyField field, BsonValue value) {
        return field.hashed() ? new BsonInt64(HashedKey.hash(value)) : value;
    }

    /**
     * The value a document has at a path; null (BSON's) when there is none.
     *
     * @throws CommandException ShardKeyNotFound (61) when the value is an array or lies within one
     */
    public static BsonValue valueAt(BsonDocument document, String path) {
        BsonDocument current = document;
        int from = 0;
        while (true) {
            int dot = path.indexOf('.', from);
            BsonValue value = current.get(dot < 0 ? path.substring(from) : path.substring(from, dot));
            if (value instanceof BsonArray) {
                throw arrayInKey();
            }
            if (dot < 0) {
                return value == null || value.getBsonType() == BsonType.UNDEFINED ? BsonNull.VALUE : value;
            }
            if (!(value instanceof BsonDocument nested)) {
                return BsonNull.VALUE;
            }
            current = nested;
            from = dot + 1;
        }
    }

    private static CommandException arrayInKey() {
        return new CommandException(
                ErrorCode.SHARD_KEY_NOT_FOUND, "Shard key cannot contain array values or array descendants.");
    }

    /** The least point of the key space: every field {@code MinKey}. */
    public ShardKey least() {
        return filled(new BsonMinKey());
    }

    /** The greatest point of the key space: every field {@code MaxKey}. */
    public ShardKey greatest() {
        return filled(new BsonMaxKey());
    }

    private ShardKey filled(BsonValue value) {
        List<BsonValue> values = new ArrayList<>(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            values.add(value);
        }
        return new ShardKey(values);
    }

    /** A point as {@code config.chunks} stores it: {@code {field: value, …}}. */
    public BsonDocument bound(ShardKey key) {
        BsonDocument bound = new BsonDocument();
        for (int i = 0; i < fields.size(); i++) {
            bound.append(fields.get(i).path(), key.values().get(i));
        }
        return bound;
    }

    /**
     * Reads a point back from its stored form.
     *
     * @throws IllegalArgumentException when the bound has other fields than the pattern
     */
    public ShardKey keyOfBound(BsonDocument bound) {
        List<BsonValue> values = new ArrayList<>(fields.size());
        for (ShardKeyField field : fields) {
            BsonValue value = bound.get(field.path());
            if (value == null) {
                throw new IllegalArgumentException("a chunk's bound " + bound + " does not fit the shard key " + this);
            }
            values.add(value);
        }
        return new ShardKey(values);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ShardKeyPattern pattern && fields.equals(pattern.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return document.toJson();
    }
}
