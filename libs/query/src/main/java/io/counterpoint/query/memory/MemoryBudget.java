package io.counterpoint.query.memory;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawArray;
import io.counterpoint.bson.raw.RawDocument;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bson.BsonValue;

/** Counts what one stage holds in memory against what it may. One thread. */
public final class MemoryBudget {
    /** Objects and references that surround a value in memory; a rough figure for a 64-bit JVM. */
    private static final long OVERHEAD_BYTES = 48;

    private final Supplier<CommandException> refusal;
    private final long bytesMax;
    private long bytesHeld;

    /**
     * Nothing is held.
     *
     * @param stage MongoDB's name, for refusals
     * @param bytesMax what may be held, in bytes
     */
    public MemoryBudget(String stage, long bytesMax) {
        this(
                bytesMax,
                () -> new CommandException(
                        ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED,
                        "Exceeded memory limit for " + stage + ": more than " + bytesMax + " bytes"));
    }

    /**
     * Nothing is held.
     *
     * @param refusal what is said when it gets too much
     */
    public MemoryBudget(long bytesMax, Supplier<CommandException> refusal) {
        this.bytesMax = bytesMax;
        this.refusal = refusal;
    }

    /**
     * Takes the size of a value that is going to be held.
     *
     * @throws CommandException the refusal when that is too much; QueryExceededMemoryLimitNoDiskUseAllowed (292) when
     *     nothing else was asked for
     */
    public void hold(BsonValue value) {
        hold(estimate(value));
    }

    /**
     * Takes bytes.
     *
     * @throws CommandException as above
     */
    public void hold(long bytes) {
        if (!take(bytes)) {
            throw refusal.get();
        }
    }

    /** Takes bytes; false when that is too much. */
    public boolean take(long bytes) {
        bytesHeld += bytes;
        return bytesHeld <= bytesMax;
    }

    /**
     * Takes bytes that may turn out to be fewer. Once the sum is over the limit everything is counted anew; too much is
     * what then fills nine tenths of it, so that a count is never followed by another one soon.
     *
     * @param count what is really held
     * @return false when that is too much
     */
    public boolean takeAtMost(long bytes, LongSupplier count) {
        if (take(bytes)) {
            return true;
        }
        bytesHeld = count.getAsLong();
        return bytesHeld <= bytesMax - bytesMax / 10;
    }

    /** What is held, in bytes, what was too much included. */
    public long bytesHeld() {
        return bytesHeld;
    }

    /** Gives everything back. */
    public void releaseAll() {
        bytesHeld = 0;
    }

    /** Gives back the size of a value that is no longer held. */
    public void release(BsonValue value) {
        bytesHeld -= estimate(value);
    }

    /** About how many bytes a value takes in memory. Exact sizes of BSON for views over bytes; trees are walked. */
    public static long estimate(BsonValue value) {
        if (value instanceof RawDocument document) {
            return OVERHEAD_BYTES + document.byteLength();
        }
        if (value instanceof RawArray array) {
            return OVERHEAD_BYTES + array.byteLength();
        }
        return switch (value.getBsonType()) {
            case DOCUMENT -> {
                long bytes = OVERHEAD_BYTES;
                for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
                    bytes += OVERHEAD_BYTES + field.getKey().length() + estimate(field.getValue());
                }
                yield bytes;
            }
            case ARRAY -> {
                long bytes = OVERHEAD_BYTES;
                for (BsonValue element : value.asArray()) {
                    bytes += estimate(element);
                }
                yield bytes;
            }
            case STRING -> OVERHEAD_BYTES + value.asString().getValue().length();
            case BINARY -> OVERHEAD_BYTES + value.asBinary().getData().length;
            default -> OVERHEAD_BYTES;
        };
    }
}
