package io.counterpoint.query;

import io.counterpoint.query.collation.Collation;
import org.bson.BsonDocument;

/** Golden cases that may have a {@code collation}. */
public final class CollatedCases {
    private CollatedCases() {}

    /** The context under the collation of a case. */
    public static QueryContext context(QueryContext context, BsonDocument input) {
        return context.withCollation(
                Collation.of(input.getDocument("collation", new BsonDocument()), Collation.SIMPLE));
    }
}
