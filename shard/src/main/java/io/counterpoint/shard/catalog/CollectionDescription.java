package io.counterpoint.shard.catalog;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.sequence.declaration.SequenceDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A collection or a view as its catalog row has it. A view has options and an identity, but neither indexes nor
 * documents. Immutable; any thread.
 */
public final class CollectionDescription {
    private final int id;
    private final Namespace namespace;
    private final UUID uuid;
    private final RawDocument options;
    private final Collation collation;
    private final List<IndexDescription> indexes;
    private final List<SequenceDeclaration> autoincrement;
    private final @Nullable DocumentValidation validation;
    private final @Nullable ViewDefinition view;

    /**
     * All of it.
     *
     * @param id number under which documents are stored; never given to another collection of this shard
     * @param namespace name, which may change
     * @param uuid identity, which does not
     * @param options as {@code listCollections} shows them
     * @param indexes in the order they were made, the one on {@code _id} first
     */
    public CollectionDescription(
            int id, Namespace namespace, UUID uuid, BsonDocument options, List<IndexDescription> indexes) {
        this.id = id;
        this.namespace = namespace;
        this.uuid = uuid;
        this.options = BsonBytes.raw(options);
        this.indexes = List.copyOf(indexes);
        this.autoincrement = autoincrement(options);
        this.collation = Collation.ofOptions(this.options);
        this.validation = DocumentValidation.of(this.options, collation);
        this.view = ViewDefinition.of(this.options);
    }

    private static List<SequenceDeclaration> autoincrement(BsonDocument options) {
        AutoincrementOption option = AutoincrementOption.of(options);
        return option == null ? List.of() : option.sequences();
    }

    /** Number under which documents are stored. */
    public int id() {
        return id;
    }

    /** Its name. */
    public Namespace namespace() {
        return namespace;
    }

    /** Its identity. */
    public UUID uuid() {
        return uuid;
    }

    /** Options as {@code listCollections} shows them. */
    public RawDocument options() {
        return options;
    }

    /** Indexes in the order they were made. */
    public List<IndexDescription> indexes() {
        return indexes;
    }

    /** How operations compare texts that ask for no collation of their own, and indexes that name none. */
    public Collation collation() {
        return collation;
    }

    /** Fields that the option {@code autoincrement} numbers; empty without it. */
    public List<SequenceDeclaration> autoincrement() {
        return autoincrement;
    }

    /** What documents have to satisfy; null when nothing is demanded. */
    public @Nullable DocumentValidation validation() {
        return validation;
    }

    /** What it shows if it is a view; null for a collection. */
    public @Nullable ViewDefinition view() {
        return view;
    }

    /** Whether it is a view. */
    public boolean isView() {
        return view != null;
    }

    /** The index of a name; null when there is none. */
    public @Nullable IndexDescription index(String name) {
        for (IndexDescription index : indexes) {
            if (index.name().equals(name)) {
                return index;
            }
        }
        return null;
    }

    /** The index of a number; null when there is none. */
    public @Nullable IndexDescription indexOf(int indexId) {
        for (IndexDescription index : indexes) {
            if (index.id() == indexId) {
                return index;
            }
        }
        return null;
    }

    /** The indexes of a key pattern: none, one, or several that differ in their options. */
    public List<IndexDescription> indexesOn(BsonDocument key) {
        List<IndexDescription> found = new ArrayList<>();
        for (IndexDescription index : indexes) {
            if (IndexConflicts.isSameKey(index, key)) {
                found.add(index);
            }
        }
        return found;
    }

    /**
     * Whether a requested index is there already.
     *
     * @return the index it is already, null when it is new and may be made
     * @throws io.counterpoint.base.error.CommandException IndexOptionsConflict (85) or IndexKeySpecsConflict (86) when
     *     another stands in its way, CannotCreateIndex (67) when there are as many as there may be
     */
    public @Nullable IndexDescription existing(IndexDescription requested) {
        return IndexConflicts.existing(this, requested.within(collation));
    }

    /** The same collection with one more index at the end, which takes the collection's collation if it has none. */
    public CollectionDescription withIndex(IndexDescription index) {
        List<IndexDescription> more = new ArrayList<>(indexes);
        more.add(index.within(collation));
        return withIndexes(more);
    }

    /** The same collection without the index of a name. */
    public CollectionDescription withoutIndex(String name) {
        List<IndexDescription> fewer = new ArrayList<>(indexes);
        fewer.removeIf(index -> index.name().equals(name));
        return withIndexes(fewer);
    }

    /** The same collection with the index of a number changed. */
    public CollectionDescription withIndexChanged(int indexId, UnaryOperator<IndexDescription> change) {
        List<IndexDescription> changed = new ArrayList<>(indexes);
        changed.replaceAll(index -> index.id() == indexId ? change.apply(index) : index);
        return withIndexes(changed);
    }

    /** The same collection with other indexes. */
    public CollectionDescription withIndexes(List<IndexDescription> others) {
        return new CollectionDescription(id, namespace, uuid, options, others);
    }

    /** The same collection with another name. */
    public CollectionDescription withNamespace(Namespace other) {
        return new CollectionDescription(id, other, uuid, options, indexes);
    }

    /** The same collection with other options. */
    public CollectionDescription withOptions(BsonDocument others) {
        return new CollectionDescription(id, namespace, uuid, others, indexes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CollectionDescription collection
                && id == collection.id
                && namespace.equals(collection.namespace)
                && uuid.equals(collection.uuid)
                && options.equals(collection.options)
                && indexes.equals(collection.indexes);
    }

    @Override
    public int hashCode() {
        return 31 * id + uuid.hashCode();
    }

    @Override
    public String toString() {
        return namespace + " (" + uuid + ", number " + id + ")";
    }
}
