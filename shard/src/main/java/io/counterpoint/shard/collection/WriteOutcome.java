package io.counterpoint.shard.collection;

import io.counterpoint.base.error.CommandException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What the statements of one insert, update or delete came to. Filled by one handler, read-only once it returned. */
public final class WriteOutcome {
    /**
     * A statement that was refused.
     *
     * @param index position in the command
     */
    public record Failure(int index, CommandException error) {}

    /**
     * A document that an upsert stored.
     *
     * @param index position in the command
     */
    public record Upsert(int index, BsonValue id) {}

    /**
     * A number that was generated.
     *
     * @param index position in the command
     */
    public record Numbered(int index, String field, BsonValue value) {}

    /**
     * What a statement that went well came to.
     *
     * @param index position in the command
     */
    public record Success(int index, long matched, long modified) {}

    private final @Nullable List<Success> successes;
    private final List<Failure> failures = new ArrayList<>();
    private final List<Upsert> upserts = new ArrayList<>();
    private final List<Numbered> numbers = new ArrayList<>();
    private long matched;
    private long modified;
    private int done;

    private WriteOutcome(@Nullable List<Success> successes) {
        this.successes = successes;
    }

    /** An outcome that adds up what its statements come to. */
    static WriteOutcome summed() {
        return new WriteOutcome(null);
    }

    /** An outcome that also keeps what each statement came to. */
    static WriteOutcome detailed() {
        return new WriteOutcome(new ArrayList<>());
    }

    /** Counts a statement that went well, with what it matched or stored and what it changed. */
    void succeed(int index, long matchedCount, long modifiedCount) {
        matched += matchedCount;
        modified += modifiedCount;
        done++;
        if (successes != null) {
            successes.add(new Success(index, matchedCount, modifiedCount));
        }
    }

    void fail(int index, CommandException error) {
        failures.add(new Failure(index, error));
    }

    void upserted(int index, BsonValue id) {
        upserts.add(new Upsert(index, id));
    }

    /** Lists the numbers of a statement, {@code {field: number}}. */
    void numbered(int index, BsonDocument generated) {
        generated.forEach((field, value) -> numbers.add(new Numbered(index, field, value)));
    }

    /** The {@code n} of the reply: documents stored, matched or removed; upserts included. */
    public long matched() {
        return matched;
    }

    /** Documents whose bytes changed. */
    public long modified() {
        return modified;
    }

    /** Statements that went well. In an ordered command they are the first ones. */
    public int done() {
        return done;
    }

    /** Statements that went well, by position; empty where only sums are kept. */
    public List<Success> successes() {
        return successes == null ? List.of() : successes;
    }

    /** Statements that were refused, by position. */
    public List<Failure> failures() {
        return failures;
    }

    /** Documents that upserts stored, by position. */
    public List<Upsert> upserts() {
        return upserts;
    }

    /** Generated numbers, by position. */
    public List<Numbered> numbers() {
        return numbers;
    }
}
