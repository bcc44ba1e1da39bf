package io.counterpoint.shard.collection;

import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.session.RetryKey;
import io.counterpoint.shard.session.RetryableWrites;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What one run of a command knows of earlier runs of the same retryable write, and what it adds to that. Does nothing
 * for a write that is not retryable.
 *
 * <p>A statement's outcome is {@code {n?, modified?, upserted?, numbers?: {field: value}}}; absent means 1, 0, none,
 * none.
 */
final class StatementMemory {
    private static final String MATCHED = "n";
    private static final String MODIFIED = "modified";
    private static final String UPSERTED = "upserted";
    private static final String NUMBERS = "numbers";

    private final @Nullable RetryKey key;
    private final Map<Integer, BsonDocument> before;
    private final Map<Integer, BsonDocument> noted = new LinkedHashMap<>();
    private boolean plainInserts = true;

    private StatementMemory(@Nullable RetryKey key, Map<Integer, BsonDocument> before) {
        this.key = key;
        this.before = before;
    }

    static StatementMemory open(WriteContext context, @Nullable RetryKey key) {
        return new StatementMemory(key, key == null ? Map.of() : RetryableWrites.find(context.view(), key));
    }

    /** Whether the statement at a position went well in an earlier run. */
    boolean remembers(int position) {
        return !before.isEmpty() && key != null && before.containsKey(key.statement(position));
    }

    /** Adds an earlier run's outcome to this one's. */
    void replay(int position, WriteOutcome outcome) {
        BsonDocument earlier = earlier(position);
        outcome.succeed(number(earlier, MATCHED, 1), number(earlier, MODIFIED, 0));
        BsonValue upserted = earlier.get(UPSERTED);
        if (upserted != null) {
            outcome.upserted(position, upserted);
        }
        replayNumbers(position, outcome);
    }

    /** Adds the numbers that an earlier run took. */
    void replayNumbers(int position, WriteOutcome outcome) {
        if (earlier(position).get(NUMBERS) instanceof BsonDocument numbers) {
            numbers.forEach((field, value) -> outcome.numbered(position, field, value));
        }
    }

    private BsonDocument earlier(int position) {
        BsonDocument earlier = key == null ? null : before.get(key.statement(position));
        return earlier == null ? new BsonDocument() : earlier;
    }

    private static long number(BsonDocument outcome, String field, long otherwise) {
        return outcome.containsKey(field) ? outcome.getNumber(field).longValue() : otherwise;
    }

    /** Notes an insert that went well. */
    void note(int position, BsonDocument numbers) {
        if (key == null) {
            return;
        }
        if (numbers.isEmpty()) {
            noted.put(key.statement(position), numbers);
        } else {
            plainInserts = false;
            noted.put(key.statement(position), new BsonDocument(NUMBERS, numbers));
        }
    }

    /** Notes an update or a delete that went well. */
    void note(int position, long matched, long modified, @Nullable BsonValue upserted, BsonDocument numbers) {
        if (key == null) {
            return;
        }
        plainInserts = false;
        BsonDocument outcome =
                new BsonDocument(MATCHED, new BsonInt64(matched)).append(MODIFIED, new BsonInt64(modified));
        if (upserted != null) {
            outcome.append(UPSERTED, upserted);
        }
        if (!numbers.isEmpty()) {
            outcome.append(NUMBERS, numbers);
        }
        noted.put(key.statement(position), outcome);
    }

    /** Stores what was noted, in the batch of the write. */
    void close(WriteContext context) {
        if (key == null || noted.isEmpty()) {
            return;
        }
        if (plainInserts && before.isEmpty() && key.statements() == null && isRun()) {
            RetryableWrites.rememberInserts(
                    context.view(), key, noted.keySet().iterator().next(), noted.size());
        } else {
            RetryableWrites.remember(context.view(), key, before, noted);
        }
    }

    private boolean isRun() {
        int expected = noted.keySet().iterator().next();
        for (int statement : noted.keySet()) {
            if (statement != expected++) {
                return false;
            }
        }
        return true;
    }
}
