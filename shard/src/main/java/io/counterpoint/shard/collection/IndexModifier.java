package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.ValueText;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.ExpireAfterSeconds;
import io.counterpoint.shard.catalog.IndexDescription;
import io.counterpoint.shard.index.UniqueConversion;
import io.counterpoint.shard.loop.WriteContext;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * Changes options of an index inside the write loop. Source: MongoDB manual, "collMod"; codes and texts as a server of
 * version 8.0 answers.
 */
final class IndexModifier {
    private final CatalogWrites writes;

    IndexModifier(CatalogWrites writes) {
        this.writes = writes;
    }

    /**
     * Makes the change.
     *
     * @return for each option that is another one now {@code {option_old, option_new}}; empty when nothing changed
     * @throws CommandException IndexNotFound (27), AmbiguousIndexKeyPattern (181), BadValue (2), InvalidOptions (72),
     *     CannotConvertIndexToUnique (359)
     */
    BsonDocument modify(WriteContext context, CollectionDescription collection, CollectionHandlers.Modify command) {
        BsonDocument reply = new BsonDocument();
        ModifyIndex wanted = command.index();
        if (wanted == null) {
            return reply;
        }
        IndexDescription present = find(collection, wanted.index());
        IndexDescription changed = present;
        if (wanted.expireAfterSeconds() != null) {
            changed = expire(changed, ExpireAfterSeconds.change(present, wanted.expireAfterSeconds()), reply);
        }
        boolean convert = wanted.unique() != null && becomesUnique(present, wanted.unique());
        if (wanted.hidden() != null) {
            changed = hide(changed, wanted.hidden(), reply);
        }
        if (wanted.prepareUnique() != null && !present.unique() && present.prepareUnique() != wanted.prepareUnique()) {
            if (wanted.count() > 1 || !command.validation().isEmpty()) {
                throw new CommandException(
                        ErrorCode.INVALID_OPTIONS, "prepareUnique cannot be combined with any other modification.");
            }
            CatalogWrites.awaitUnchanged(context, collection);
            changed = changed.withPrepareUnique(wanted.prepareUnique());
            reply.append("prepareUnique_old", BsonBoolean.valueOf(present.prepareUnique()));
            reply.append("prepareUnique_new", BsonBoolean.valueOf(wanted.prepareUnique()));
        }
        CollectionDescription saved = collection;
        if (!changed.equals(present)) {
            IndexDescription other = changed;
            saved = collection.withIndexChanged(present.id(), index -> other);
            writes.save(context, saved);
        }
        if (convert) {
            if (command.trial() == CollectionHandlers.Trial.CHECK) {
                // What a trial does is taken back, and the entries that a conversion throws away would not come back.
                UniqueConversion.check(context.view(), saved, changed);
            } else {
                writes.makeUnique(context, saved, changed);
            }
            reply.append("unique_new", BsonBoolean.TRUE);
        }
        return reply;
    }

    /** Whether an index has to be converted; what is unique already stays so. */
    private static boolean becomesUnique(IndexDescription index, boolean unique) {
        if (!unique) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Cannot make index non-unique");
        }
        if (!index.unique() && !index.prepareUnique()) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS,
                    "Cannot make index unique with 'prepareUnique=false'. Run collMod to set it first.");
        }
        return !index.unique();
    }

    private static IndexDescription expire(IndexDescription index, int seconds, BsonDocument reply) {
        Integer before = index.expireAfterSeconds();
        if (before != null && before == seconds) {
            return index;
        }
        if (before != null) {
            reply.append("expireAfterSeconds_old", new BsonInt64(before));
        }
        reply.append("expireAfterSeconds_new", new BsonInt64(seconds));
        return index.withExpireAfterSeconds(seconds);
    }

    private static IndexDescription hide(IndexDescription index, boolean hidden, BsonDocument reply) {
        if (index.isOnId()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "can't hide _id index");
        }
        if (index.hidden() == hidden) {
            return index;
        }
        reply.append("hidden_old", BsonBoolean.valueOf(index.hidden()));
        reply.append("hidden_new", BsonBoolean.valueOf(hidden));
        return index.withHidden(hidden);
    }

    private static IndexDescription find(CollectionDescription collection, BsonValue which) {
        if (which.isString()) {
            String name = which.asString().getValue();
            IndexDescription named = collection.index(name);
            if (named == null) {
                throw notFound(collection, name);
            }
            return named;
        }
        String key = ValueText.of(which);
        List<IndexDescription> matching = collection.indexesOn(which.asDocument());
        if (matching.isEmpty()) {
            throw notFound(collection, key);
        }
        if (matching.size() > 1) {
            throw new CommandException(
                    ErrorCode.AMBIGUOUS_INDEX_KEY_PATTERN,
                    "index keyPattern " + key + " matches " + matching.size()
                            + " indexes, must use index name. Conflicting indexes:"
                            + ValueText.of(matching.get(0).toSpec()) + ", "
                            + ValueText.of(matching.get(1).toSpec()));
        }
        return matching.get(0);
    }

    private static CommandException notFound(CollectionDescription collection, String which) {
        return new CommandException(
                ErrorCode.INDEX_NOT_FOUND, "cannot find index " + which + " for ns " + collection.namespace());
    }
}
