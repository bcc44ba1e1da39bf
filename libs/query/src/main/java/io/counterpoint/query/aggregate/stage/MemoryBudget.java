package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawArray;
import io.counterpoint.bson.raw.RawDocument;
import java.util.Map;
import java.util.function.LongSupplier;
import org.bson.BsonValue;

/**
 * What a blocking stage may hold in memory. There is no spilling to disk: a stage that needs more is refused with
 * QueryExceededMemoryLimitNoDiskUseAllowed, whatever {@code allowDiskUse} says. One thread.
 */
final class MemoryBudget {
    /** Objects and references that surround a value in memory; a rough figure for a 64-bit JVM. */
    private static final long OVERHEAD_BYTES = 48;

    private final String stage;
    private final long bytesMax;
    private long bytesHeld;

    MemoryBudget(String stage, long bytesMax) {
        this.stage = stage;
        this.bytesMax = bytesMax;
    }

    /** Takes the size of a value that is going to be held. */
    void hold(BsonValue value) {
        hold(estimate(value));
    }

    /** Takes bytes. */
    void hold(long bytes) {
        bytesHeld += bytes;
        if (bytesHeld > bytesMax) {
            throw exceeded();
        }
    }

    /**
     * Takes bytes that may turn out to be fewer. Once the sum is over the limit everything is counted anew; refused is
     * what then fills nine tenths of it, so that a count is never followed by another one soon.
     *
     * @param count what is really held
     */
    void holdAtMost(long bytes, LongSupplier count) {
        bytesHeld += bytes;
        if (bytesHeld > bytesMax) {
            bytesHeld = count.getAsLong();
            if (bytesHeld > bytesMax - bytesMax / 10) {
                throw exceeded();
            }
        }
    }

    private CommandException exceeded() {
        return new CommandException(
                ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED,
                "Exceeded memory limit of " + bytesMax + " bytes for " + stage
                        + "; using the disk instead is not supported");
    }

    /** Gives back the size of a value that is no longer held. */
    void release(BsonValue value) {
        bytesHeld -= estimate(value);
    }

    /** About how many bytes a value takes in memory. Exact sizes of BSON for views over bytes; trees are walked. */
    static long estimate(BsonValue value) {
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
