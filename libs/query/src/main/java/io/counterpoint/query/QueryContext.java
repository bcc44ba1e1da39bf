package io.counterpoint.query;

import io.counterpoint.base.random.RandomSource;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.collation.Collation;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * What a parsed query needs from outside of its documents. Immutable; any thread.
 *
 * @param let the command's {@code let} variables with their values already computed, read in expressions as
 *     {@code $$name}; empty for none
 * @param nowMillis the moment that {@code $$NOW} stands for, milliseconds since the epoch; one value for the whole
 *     command
 * @param random where {@code $rand} and {@code $sampleRate} draw from; null refuses both by name
 * @param collation how texts compare, in whatever compares values
 */
public record QueryContext(
        BsonDocument let, long nowMillis, @Nullable RandomSource random, Collation collation) {
    private static final QueryContext PLAIN = new QueryContext(new BsonDocument(), 0, null);

    /** A context in which texts compare by their bytes. */
    public QueryContext(BsonDocument let, long nowMillis, @Nullable RandomSource random) {
        this(let, nowMillis, random, Collation.SIMPLE);
    }

    /** A context without variables, at the epoch, without chance: enough for whatever reads its documents only. */
    public static QueryContext plain() {
        return PLAIN;
    }

    /** The same context at another moment. */
    public QueryContext withNowMillis(long millis) {
        return new QueryContext(let, millis, random, collation);
    }

    /** The same context with other {@code let} variables. */
    public QueryContext withLet(BsonDocument variables) {
        return new QueryContext(variables, nowMillis, random, collation);
    }

    /** The same context with texts compared otherwise. */
    public QueryContext withCollation(Collation other) {
        return collation.equals(other) ? this : new QueryContext(let, nowMillis, random, other);
    }

    /** The order of values under the collation. */
    public ValueOrder order() {
        return collation.order();
    }
}
