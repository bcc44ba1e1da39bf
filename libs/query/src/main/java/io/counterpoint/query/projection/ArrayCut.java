package io.counterpoint.query.projection;

import org.bson.BsonDocument;

/** A change to arrays that a projection of {@code find} makes after everything else. */
interface ArrayCut {
    /**
     * Cuts.
     *
     * @param original the document before it was projected
     * @param projected the document after; not changed
     */
    BsonDocument apply(BsonDocument original, BsonDocument projected);
}
