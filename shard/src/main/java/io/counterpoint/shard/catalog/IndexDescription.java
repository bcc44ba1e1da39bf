package io.counterpoint.shard.catalog;

import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** An index as its collection's catalog row has it. Immutable; any thread. */
public final class IndexDescription {
    /** Name of the index that every collection has. */
    public static final String ID_INDEX_NAME = "_id_";

    /** What {@link #id()} is before the index has been given a number. */
    public static final int UNNUMBERED = 0;

    private static final int VERSION = 2;

    private final int id;
    private final String name;
    private final RawDocument key;
    private final List<IndexField> fields;
    private final boolean unique;
    private final boolean sparse;
    private final @Nullable RawDocument partialFilterExpression;
    private final @Nullable Filter partialFilter;
    private final boolean hidden;
    private final boolean background;
    private final int multikeyFields;
    private final IndexOptions options;
    private final boolean building;
    private final @Nullable WildcardPaths wildcard;
    private final @Nullable FieldPath wildcardPath;
    private final IndexUses uses;

    IndexDescription(
            int id,
            String name,
            BsonDocument key,
            boolean unique,
            boolean sparse,
            @Nullable BsonDocument partialFilterExpression,
            boolean hidden,
            boolean background,
            int multikeyFields,
            IndexOptions options,
            boolean building) {
        this(
                id,
                name,
                key,
                unique,
                sparse,
                partialFilterExpression,
                hidden,
                background,
                multikeyFields,
                options,
                building,
                new IndexUses());
    }

    private IndexDescription(
            int id,
            String name,
            BsonDocument key,
            boolean unique,
            boolean sparse,
            @Nullable BsonDocument partialFilterExpression,
            boolean hidden,
            boolean background,
            int multikeyFields,
            IndexOptions options,
            boolean building,
            IndexUses uses) {
        this.uses = uses;
        this.options = options;
        this.id = id;
        this.name = name;
        this.key = BsonBytes.raw(key);
        this.fields = fields(key);
        this.unique = unique;
        this.sparse = sparse;
        this.partialFilterExpression = partialFilterExpression == null ? null : BsonBytes.raw(partialFilterExpression);
        this.partialFilter = this.partialFilterExpression == null
                ? null
                : Filter.parse(
                        this.partialFilterExpression, QueryContext.plain().withCollation(collation()));
        this.hidden = hidden;
        this.background = background;
        this.multikeyFields = multikeyFields;
        this.building = building;
        this.wildcard = WildcardPaths.of(key, options.wildcardProjection());
        this.wildcardPath = null;
    }

    private IndexDescription(IndexDescription index, FieldPath path) {
        this.id = index.id;
        this.name = index.name;
        this.key = index.key;
        this.fields = List.of(new IndexField(path, index.fields.get(0).descending(), false));
        this.unique = index.unique;
        this.sparse = index.sparse;
        this.partialFilterExpression = index.partialFilterExpression;
        this.partialFilter = index.partialFilter;
        this.hidden = index.hidden;
        this.background = index.background;
        this.multikeyFields = index.multikeyFields;
        this.options = index.options;
        this.building = index.building;
        this.wildcard = index.wildcard;
        this.wildcardPath = path;
        this.uses = index.uses;
    }

    static List<IndexField> fields(BsonDocument key) {
        List<IndexField> fields = new ArrayList<>();
        for (Map.Entry<String, BsonValue> field : key.entrySet()) {
            BsonValue kind = field.getValue();
            boolean descending = kind.isNumber() && kind.asNumber().doubleValue() < 0;
            fields.add(new IndexField(FieldPath.parse(field.getKey()), descending, kind.isString()));
        }
        return List.copyOf(fields);
    }

    /**
     * Checks what {@code createIndexes} was given.
     *
     * @param spec {@code {key, name, unique?, sparse?, partialFilterExpression?, expireAfterSeconds?,
     *     wildcardProjection?, prepareUnique?, collation?, hidden?, background?, v?}}
     * @return the index, not yet numbered; when it names no collation, {@link #within} gives it its collection's
     * @throws io.counterpoint.base.error.CommandException CannotCreateIndex (67) and others with MongoDB's texts for
     *     what is wrong; CommandNotSupported (115) for kinds of index that do not exist here
     */
    public static IndexDescription fromSpec(BsonDocument spec) {
        return new IndexSpecParser(spec).parse();
    }

    /** The index on {@code _id} that comes with a collection without collation; not yet numbered. */
    public static IndexDescription onId() {
        return onId(Collation.SIMPLE);
    }

    /** The index on {@code _id} that comes with a collection of this collation; not yet numbered. */
    public static IndexDescription onId(Collation ofCollection) {
        BsonDocument key = new BsonDocument("_id", new BsonInt32(1));
        return new IndexDescription(
                UNNUMBERED,
                ID_INDEX_NAME,
                key,
                true,
                false,
                null,
                false,
                false,
                0,
                IndexOptions.NONE.withCollation(ofCollection),
                false);
    }

    /**
     * An ordinary ascending unique index on one field, as {@code autoincrement} demands it; not yet numbered.
     *
     * @param field dotted path
     */
    public static IndexDescription uniqueOn(String field) {
        BsonDocument key = new BsonDocument(field, new BsonInt32(1));
        return new IndexDescription(
                UNNUMBERED, defaultName(key), key, true, false, null, false, false, 0, IndexOptions.NONE, false);
    }

    /** The name that drivers give an index which was given none: {@code a_1_b_-1}. */
    public static String defaultName(BsonDocument key) {
        StringBuilder name = new StringBuilder();
        for (Map.Entry<String, BsonValue> field : key.entrySet()) {
            if (name.length() > 0) {
                name.append('_');
            }
            BsonValue kind = field.getValue();
            name.append(field.getKey()).append('_');
            if (kind.isString()) {
                name.append(kind.asString().getValue());
            } else if (kind.isNumber()) {
                name.append(kind.asNumber().longValue());
            }
        }
        return name.toString();
    }

    /** Number under which the entries are stored; never given to another index of this shard. */
    public int id() {
        return id;
    }

    /** Unique within the collection. */
    public String name() {
        return name;
    }

    /** The key pattern, such as <code>{a: 1, b: -1}</code>. */
    public RawDocument key() {
        return key;
    }

    /** The key pattern's fields in order. */
    public List<IndexField> fields() {
        return fields;
    }

    /** Whether a key may belong to one document only. True for the index on {@code _id}. */
    public boolean unique() {
        return unique;
    }

    /** Whether documents that have none of the fields are left out. */
    public boolean sparse() {
        return sparse;
    }

    /** Filter of the documents that have entries; null when all have. */
    public @Nullable RawDocument partialFilterExpression() {
        return partialFilterExpression;
    }

    /** {@link #partialFilterExpression()} ready to be matched; null when all documents have entries. */
    public @Nullable Filter partialFilter() {
        return partialFilter;
    }

    /** Whether the planner must not see it. It is kept up and enforces uniqueness all the same. */
    public boolean hidden() {
        return hidden;
    }

    /**
     * Which fields have met a document with an array at or on the way to them, as bits: bit {@code i} for
     * {@code fields().get(i)}. Such an index may hold several entries for a document. A bit that is set stays set.
     */
    public int multikeyFields() {
        return multikeyFields;
    }

    /** Options that not every index has. */
    IndexOptions options() {
        return options;
    }

    /**
     * How many seconds after the date in its field, the earliest one in an array, a document is removed; null when the
     * index removes nothing.
     */
    public @Nullable Integer expireAfterSeconds() {
        return options.expireAfterSeconds();
    }

    /** By which texts are filed and compared, also in the filter of a partial index. */
    public Collation collation() {
        return options.collation() == null ? Collation.SIMPLE : options.collation();
    }

    /** The same index with the collation of its collection, unless it has one of its own. */
    public IndexDescription within(Collation ofCollection) {
        return options.collation() == null ? withOptions(options.withCollation(ofCollection)) : this;
    }

    /** Whether new duplicates are refused although the index is not unique: {@code collMod} can make it so. */
    public boolean prepareUnique() {
        return options.prepareUnique();
    }

    /**
     * Whether it is being built: writes keep its entries up already, but documents that were there before may still
     * lack theirs, so nobody must look for documents in it.
     */
    public boolean building() {
        return building;
    }

    /** Whether documents may be looked for in it: it is neither hidden nor being built. */
    public boolean isSearchable() {
        return !hidden && !building;
    }

    /** Whether some document may have several entries. */
    public boolean isMultikey() {
        return multikeyFields != 0;
    }

    /** Whether this is the index on {@code _id}. */
    public boolean isOnId() {
        return name.equals(ID_INDEX_NAME);
    }

    /** Which paths a wildcard index files; null for other indexes, which file those of their key pattern. */
    public @Nullable WildcardPaths wildcard() {
        return wildcard;
    }

    /**
     * Which of its paths this wildcard index is looked at for, see {@link #atPath}; null for a wildcard index as a
     * whole, and for other indexes.
     */
    public @Nullable FieldPath wildcardPath() {
        return wildcardPath;
    }

    /** This wildcard index as it is for one of its paths: an index on that one field. */
    public IndexDescription atPath(FieldPath path) {
        return new IndexDescription(this, path);
    }

    /** Whether one of the fields is hashed. */
    public boolean isHashed() {
        for (IndexField field : fields) {
            if (field.hashed()) {
                return true;
            }
        }
        return false;
    }

    /** The same index with a number. */
    public IndexDescription withId(int number) {
        return copy(number, unique, hidden, multikeyFields, options, building);
    }

    /** The same index, hidden or not. */
    public IndexDescription withHidden(boolean nowHidden) {
        return copy(id, unique, nowHidden, multikeyFields, options, building);
    }

    /** The same index, unique or not. */
    public IndexDescription withUnique(boolean nowUnique) {
        return copy(id, nowUnique, hidden, multikeyFields, options, building);
    }

    /**
     * The same index, whose documents are removed after their date.
     *
     * @param seconds how long after it, 0 or more
     */
    public IndexDescription withExpireAfterSeconds(int seconds) {
        return withOptions(options.withExpireAfterSeconds(seconds));
    }

    /** The same index, refusing new duplicates or not. */
    public IndexDescription withPrepareUnique(boolean prepared) {
        return withOptions(options.withPrepareUnique(prepared));
    }

    /** The same index, being built or complete. */
    public IndexDescription withBuilding(boolean nowBuilding) {
        return copy(id, unique, hidden, multikeyFields, options, nowBuilding);
    }

    /** The same index with other options. */
    IndexDescription withOptions(IndexOptions others) {
        return copy(id, unique, hidden, multikeyFields, others, building);
    }

    /** The same index with more multikey fields. */
    public IndexDescription withMultikeyFields(int more) {
        return copy(id, unique, hidden, multikeyFields | more, options, building);
    }

    /** The same index with other values of what can change. */
    private IndexDescription copy(
            int number,
            boolean nowUnique,
            boolean nowHidden,
            int fieldsWithArrays,
            IndexOptions others,
            boolean nowBuilding) {
        return new IndexDescription(
                number,
                name,
                key,
                nowUnique,
                sparse,
                partialFilterExpression,
                nowHidden,
                background,
                fieldsWithArrays,
                others,
                nowBuilding,
                uses);
    }

    /** How often it was used; the same object for this index as long as the process lives. */
    public IndexUses uses() {
        return uses;
    }

    /** As {@code listIndexes} shows it. */
    public BsonDocument toSpec() {
        BsonDocument spec =
                new BsonDocument("v", new BsonInt32(VERSION)).append("key", key).append("name", new BsonString(name));
        // The index on _id is unique by its nature, which MongoDB does not say.
        if (unique && !isOnId()) {
            spec.append("unique", BsonBoolean.TRUE);
        }
        if (sparse) {
            spec.append("sparse", BsonBoolean.TRUE);
        }
        if (partialFilterExpression != null) {
            spec.append("partialFilterExpression", partialFilterExpression);
        }
        options.appendTo(spec);
        if (background) {
            spec.append("background", BsonBoolean.TRUE);
        }
        if (hidden) {
            spec.append("hidden", BsonBoolean.TRUE);
        }
        return spec;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IndexDescription index
                && id == index.id
                && multikeyFields == index.multikeyFields
                && building == index.building
                && toSpec().equals(index.toSpec());
    }

    @Override
    public int hashCode() {
        return 31 * id + name.hashCode();
    }

    @Override
    public String toString() {
        return toSpec().toJson();
    }
}
