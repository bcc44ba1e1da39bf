package io.counterpoint.query.update;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.filter.EqualityFields;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.update.path.Sameness;
import java.util.Set;
import org.bson.BsonDocument;

/** A whole document that takes the place of the old one; {@code _id} stays. */
final class ReplacementUpdate extends Update {
    private final BsonDocument replacement;

    private ReplacementUpdate(BsonDocument replacement) {
        super(UpdateKind.REPLACEMENT);
        this.replacement = replacement;
    }

    static ReplacementUpdate parse(BsonDocument replacement) {
        for (String name : replacement.keySet()) {
            if (name.startsWith("$")) {
                throw new CommandException(
                        ErrorCode.DOLLAR_PREFIXED_FIELD_NAME,
                        "The dollar ($) prefixed field '" + name + "' in '" + name
                                + "' is not allowed in the context of an update's replacement document. Consider using"
                                + " an aggregation pipeline with $replaceWith.");
            }
        }
        return new ReplacementUpdate(replacement);
    }

    @Override
    public UpdateOutcome apply(BsonDocument current, Filter matchedBy) {
        BsonDocument result = IdField.keep(replacement, current.get(IdField.NAME));
        boolean modified = !Sameness.same(current, result);
        return new UpdateOutcome(modified ? result : current, modified);
    }

    @Override
    public BsonDocument upsertDocument(Filter filter) {
        return IdField.keep(
                replacement, EqualityFields.of(filter, Set.of(IdField.NAME)).get(IdField.NAME));
    }

    @Override
    public TouchedFields touchedFields() {
        return TouchedFields.anyField();
    }
}
