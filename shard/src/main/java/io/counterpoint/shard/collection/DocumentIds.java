package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Which values an {@code _id} may have. Source: the MongoDB manual, "The _id Field". */
final class DocumentIds {
    private DocumentIds() {}

    /**
     * Checks an {@code _id}.
     *
     * @throws CommandException InvalidIdField (53) for an array, a regular expression or undefined;
     *     DollarPrefixedFieldName (52) for a document with such a field
     */
    static void check(BsonValue id) {
        String type = id.isArray()
                ? "array"
                : id.isRegularExpression() ? "regex" : id.getBsonType() == BsonType.UNDEFINED ? "undefined" : null;
        if (type != null) {
            throw new CommandException(ErrorCode.INVALID_ID_FIELD, "The '_id' value cannot be of type " + type);
        }
        if (id instanceof BsonDocument document) {
            for (String name : document.keySet()) {
                if (name.startsWith("$")) {
                    throw new CommandException(
                            ErrorCode.DOLLAR_PREFIXED_FIELD_NAME,
                            "_id fields may not contain '$'-prefixed fields: " + name + " is not valid for storage.");
                }
            }
        }
    }
}
