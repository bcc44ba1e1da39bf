package io.counterpoint.shard.collection;

import io.counterpoint.base.check.Invariants;
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
    private int offset;

    private StatementMemory(@Nullable RetryKey key, Map<Integer, BsonDocument> before) {
        this.key = key;
        this.before = before;
    }

    static StatementMemory open(WriteContext context, @Nullable RetryKey key) {
        return new StatementMemory(key, key == null ? Map.of() : RetryableWrites.find(context, key));
    }

    /** Counts the positions that follow from here, for commands that are made of several. */
    void startAt(int position) {
        offset = position;
    }

    /** Whether the statement at a position went well in an earlier run. */
    boolean remembers(int position) {
        return !before.isEmpty() && earlier(position) != null;
    }

    /** Adds an earlier run's outcome to this one's. */
    void replay(int position, WriteOutcome outcome) {
        BsonDocument earlier = Invariants.present(earlier(position), "only what is remembered is replayed");
        outcome.succeed(position, number(earlier, MATCHED, 1), number(earlier, MODIFIED, 0));
        BsonValue upserted = earlier.get(UPSERTED);
        if (upserted != null) {
            outcome.upserted(position, upserted);
        }
        if (earlier.get(NUMBERS) instanceof BsonDocument numbers) {
            outcome.numbered(position, numbers);
        }
    }

    private @Nullable BsonDocument earlier(int position) {
        return key == null ? null : before.get(key.statement(offset + position));
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
            noted.put(key.statement(offset + position), numbers);
        } else {
            plainInserts = false;
            noted.put(key.statement(offset + position), new BsonDocument(NUMBERS, numbers));
        }
    }

    /**
     * Notes an update or a delete that went well. One that found nothing has nothing to be kept from doing twice: sent
     * again, also by a router that meanwhile knows better where to send it, it looks again.
     */
    void note(int position, long matched, long modified, @Nullable BsonValue upserted, BsonDocument numbers) {
        if (key == null || matched == 0) {
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
        noted.put(key.statement(offset + position), outcome);
    }

    /** Stores what was noted, in the batch of the write. */
    void close(WriteContext context) {
        if (key == null || (noted.isEmpty() && !before.isEmpty())) {
            return;
        }
        // Also when there is nothing to remember: lower numbers of the session are too old from now on.
        if (plainInserts && !noted.isEmpty() && before.isEmpty()) {
            RetryableWrites.rememberInserts(context.view(), key, noted.keySet());
        } else {
            RetryableWrites.remember(context.view(), key, before, noted);
        }
    }
}
