package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.query.ValueText;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Whether an index may stand beside those that are there. Two indexes are the same by key pattern, collation,
 * {@code unique}, {@code sparse}, {@code partialFilterExpression} and the paths of a wildcard; the rest of their
 * options may change. Source: MongoDB manual, "createIndexes" and "Partial Indexes".
 */
final class IndexConflicts {
    private IndexConflicts() {}

    /**
     * Compares a requested index with those of the collection.
     *
     * @return the existing index that it is already, null when it is new
     * @throws CommandException BadValue (2) for an index on {@code _id} whose collation is not the collection's,
     *     IndexOptionsConflict (85), IndexKeySpecsConflict (86), CannotCreateIndex (67) when there are too many
     */
    static @Nullable IndexDescription existing(CollectionDescription collection, IndexDescription requested) {
        if (requested.isOnId() && !requested.collation().equals(collection.collation())) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "The _id index must have the same collation as the collection. Index collation: "
                            + requested.collation() + ", collection collation: " + collection.collation());
        }
        List<IndexDescription> indexes = collection.indexes();
        for (IndexDescription index : indexes) {
            if (index.name().equals(requested.name())) {
                return sameName(index, requested);
            }
        }
        for (IndexDescription index : indexes) {
            if (isSame(index, requested)) {
                throw otherName(index, requested);
            }
        }
        if (indexes.size() >= Limits.INDEX_COUNT_MAX) {
            throw new CommandException(
                    ErrorCode.CANNOT_CREATE_INDEX,
                    "add index fails, too many indexes for " + collection.namespace() + " key:"
                            + ValueText.of(requested.key()));
        }
        return null;
    }

    private static IndexDescription sameName(IndexDescription index, IndexDescription requested) {
        if (!isSame(index, requested)) {
            throw new CommandException(
                    ErrorCode.INDEX_KEY_SPECS_CONFLICT,
                    "An existing index has the same name as the requested index. When index names are not specified,"
                            + " they are auto generated and can cause conflicts. Please refer to our documentation."
                            + both(index, requested));
        }
        if (!hasSameOptions(index, requested)) {
            throw new CommandException(
                    ErrorCode.INDEX_OPTIONS_CONFLICT,
                    "An equivalent index already exists with the same name but different options."
                            + both(index, requested));
        }
        return index;
    }

    private static CommandException otherName(IndexDescription index, IndexDescription requested) {
        if (!hasSameOptions(index, requested)) {
            return new CommandException(
                    ErrorCode.INDEX_OPTIONS_CONFLICT,
                    "An equivalent index already exists with a different name and options." + both(index, requested));
        }
        return new CommandException(
                ErrorCode.INDEX_OPTIONS_CONFLICT, "Index already exists with a different name: " + index.name());
    }

    private static String both(IndexDescription index, IndexDescription requested) {
        return " Requested index: " + ValueText.of(requested.toSpec()) + ", existing index: "
                + ValueText.of(index.toSpec());
    }

    private static boolean hasSameOptions(IndexDescription left, IndexDescription right) {
        return left.hidden() == right.hidden()
                && left.prepareUnique() == right.prepareUnique()
                && Objects.equals(left.expireAfterSeconds(), right.expireAfterSeconds());
    }

    private static boolean isSame(IndexDescription left, IndexDescription right) {
        return isSameKey(left, right.key())
                && left.unique() == right.unique()
                && left.sparse() == right.sparse()
                && left.collation().equals(right.collation())
                && Objects.equals(left.wildcard(), right.wildcard())
                && Objects.equals(left.partialFilterExpression(), right.partialFilterExpression());
    }

    /** Key patterns are compared by field, direction and kind: {@code {a: 1}} and {@code {a: 1.0}} are one. */
    static boolean isSameKey(IndexDescription index, BsonDocument key) {
        List<IndexField> wanted = IndexDescription.fields(key);
        return index.fields().equals(wanted);
    }
}
