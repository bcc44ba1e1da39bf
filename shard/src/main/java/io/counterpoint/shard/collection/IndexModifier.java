package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.ValueText;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.ExpireAfterSeconds;
import io.counterpoint.shard.catalog.IndexDescription;
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
     * @throws CommandException IndexNotFound (27), AmbiguousIndexKeyPattern (181), BadValue (2), InvalidOptions (72)
     */
    BsonDocument modify(WriteContext context, CollectionDescription collection, ModifyIndex command) {
        IndexDescription present = find(collection, command.index());
        IndexDescription changed = present;
        BsonDocument reply = new BsonDocument();
        if (command.expireAfterSeconds() != null) {
            changed = expire(changed, ExpireAfterSeconds.change(present, command.expireAfterSeconds()), reply);
        }
        if (command.hidden() != null) {
            changed = hide(changed, command.hidden(), reply);
        }
        if (!changed.equals(present)) {
            IndexDescription saved = changed;
            writes.save(context, collection.withIndexChanged(present.id(), index -> saved));
        }
        return reply;
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
