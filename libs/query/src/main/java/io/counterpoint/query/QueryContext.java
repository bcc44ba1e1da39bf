package io.counterpoint.query;

import io.counterpoint.base.random.RandomSource;
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
 */
public record QueryContext(
        BsonDocument let, long nowMillis, @Nullable RandomSource random) {
    private static final QueryContext PLAIN = new QueryContext(new BsonDocument(), 0, null);

    /** A context without variables, at the epoch, without chance: enough for whatever reads its documents only. */
    public static QueryContext plain() {
        return PLAIN;
    }

    /** The same context at another moment. */
    public QueryContext withNowMillis(long millis) {
        return new QueryContext(let, millis, random);
    }

    /** The same context with other {@code let} variables. */
    public QueryContext withLet(BsonDocument variables) {
        return new QueryContext(variables, nowMillis, random);
    }
}
