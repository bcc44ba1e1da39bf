package io.counterpoint.query.update.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.PositionalMatch;
import java.util.OptionalInt;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One application of an update to one document.
 *
 * @param original the document before the update
 * @param matchedBy the filter that found it, which says what {@code $} in a path stands for; null when an upsert
 *     inserts
 * @param query time and variables of the command
 */
public record UpdateContext(BsonDocument original, @Nullable Filter matchedBy, QueryContext query) {
    /** The order in which the update compares values. */
    public ValueOrder order() {
        return query.order();
    }

    /** Whether an upsert inserts. */
    public boolean inserting() {
        return matchedBy == null;
    }

    /** {@code _id: 1} of the document, as error texts show it; {@code no id} without one. */
    public String idText() {
        BsonValue id = original.get("_id");
        return id == null ? "no id" : ValueText.element("_id", id);
    }

    /**
     * The index that {@code $} stands for below an array, as a field name.
     *
     * @throws CommandException BadValue when the filter matched no element
     */
    String positionalName(String arrayPath) {
        if (matchedBy != null) {
            OptionalInt index = PositionalMatch.positionalIndex(matchedBy, original, arrayPath);
            if (index.isPresent()) {
                return Integer.toString(index.getAsInt());
            }
        }
        throw new CommandException(
                ErrorCode.BAD_VALUE, "The positional operator did not find the match needed from the query.");
    }
}
