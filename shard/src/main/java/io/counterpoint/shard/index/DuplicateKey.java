package io.counterpoint.shard.index;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.ValueText;
import io.counterpoint.shard.catalog.IndexDescription;
import java.util.List;
import org.bson.BsonDocument;

/**
 * A document that cannot be stored because another one has its key in a unique index.
 *
 * @param namespace the collection
 * @param index the unique index
 * @param keyValue the values both have, by path
 * @param existingRecordId the record that was there first
 */
public record DuplicateKey(Namespace namespace, IndexDescription index, BsonDocument keyValue, long existingRecordId) {
    /** The refusal as MongoDB words it: DuplicateKey (11000) with {@code keyPattern} and {@code keyValue}. */
    public CommandException toException() {
        String text = "E11000 duplicate key error collection: " + namespace + " index: " + index.name() + " dup key: "
                + ValueText.of(keyValue);
        BsonDocument details = new BsonDocument("keyPattern", index.key()).append("keyValue", keyValue);
        return new CommandException(ErrorCode.DUPLICATE_KEY, text, details, List.of());
    }
}
