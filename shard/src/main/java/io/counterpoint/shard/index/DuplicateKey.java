package io.counterpoint.shard.index;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.ValueText;
import io.counterpoint.shard.catalog.IndexDescription;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * A document that cannot be stored because another one has its key in a unique index.
 *
 * @param namespace the collection
 * @param index the unique index
 * @param keyValue the values both have, by path
 * @param existingRecordId the record that was there first
 */
public record DuplicateKey(Namespace namespace, IndexDescription index, BsonDocument keyValue, long existingRecordId) {
    /** Under a collation different texts may be one key: shown is what they have in common, their sort key. */
    private BsonDocument shown() {
        if (index.collation().isSimple()) {
            return keyValue;
        }
        BsonDocument shown = new BsonDocument();
        keyValue.forEach((path, value) -> shown.put(
                path, value.isString() ? new BsonString(index.collation().shownKey(value)) : value));
        return shown;
    }

    /** The refusal as MongoDB words it: DuplicateKey (11000) with {@code keyPattern} and {@code keyValue}. */
    public CommandException toException() {
        BsonDocument shown = shown();
        boolean collated = !index.collation().isSimple();
        String text = "E11000 duplicate key error collection: " + namespace + " index: " + index.name()
                + (collated ? " collation: " + index.collation() : "") + " dup key: " + ValueText.of(shown);
        BsonDocument details = new BsonDocument("keyPattern", index.key()).append("keyValue", shown);
        if (collated) {
            details.append("collation", index.collation().toDocument());
        }
        return new CommandException(ErrorCode.DUPLICATE_KEY, text, details, List.of());
    }
}
