package io.counterpoint.query.update;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.ValueText;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The rules of {@code _id}: it stands first and never changes. */
final class IdField {
    static final String NAME = "_id";

    private IdField() {}

    /** The same fields with {@code _id} in front; the document itself when it stands there already or is missing. */
    static BsonDocument first(BsonDocument document) {
        BsonValue id = document.get(NAME);
        if (id == null || document.getFirstKey().equals(NAME)) {
            return document;
        }
        return withId(document, id);
    }

    /**
     * What stands in the place of a document: the new fields, and the old {@code _id} unless they bring an equal one.
     *
     * @throws CommandException ImmutableField when they bring another one
     */
    static BsonDocument keep(BsonDocument replacement, @Nullable BsonValue id) {
        if (id == null) {
            return first(replacement);
        }
        BsonValue newId = replacement.get(NAME);
        if (newId == null) {
            return withId(replacement, id);
        }
        if (!BsonOrder.equal(id, newId)) {
            throw new CommandException(
                    ErrorCode.IMMUTABLE_FIELD,
                    "After applying the update, the (immutable) field '_id' was found to have been altered to "
                            + ValueText.element(NAME, newId));
        }
        return first(replacement);
    }

    private static BsonDocument withId(BsonDocument document, BsonValue id) {
        BsonDocument result = new BsonDocument(NAME, id);
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            if (!field.getKey().equals(NAME)) {
                result.put(field.getKey(), field.getValue());
            }
        }
        return result;
    }
}
