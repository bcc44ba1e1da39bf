package io.counterpoint.query.accumulator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** All documents' fields in one document, later ones winning. */
final class MergeState implements Accumulator {
    private final BsonDocument merged = new BsonDocument();

    @Override
    public void add(@Nullable BsonValue value) {
        if (value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED) {
            return;
        }
        if (!(value instanceof BsonDocument document)) {
            throw new CommandException(
                    ErrorCode.location(40400),
                    "$mergeObjects requires object inputs, but input " + ValueText.of(value) + " is of type "
                            + BsonTypes.name(value));
        }
        merged.putAll(document);
    }

    @Override
    public BsonValue result() {
        return merged;
    }
}
