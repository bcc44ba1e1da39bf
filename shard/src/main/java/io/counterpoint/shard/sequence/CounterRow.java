package io.counterpoint.shard.sequence;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import io.counterpoint.query.ValueText;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.sequence.mode.SequenceNumbers;
import io.counterpoint.sequence.mode.Step;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * One counter's row as it is stored, with its number read out. The row is an ordinary document that anybody may edit:
 * fields that are not ours are kept, and a {@code last} that is no whole number is refused when a number is needed.
 * Mutable; used inside the write loop only.
 */
final class CounterRow {
    private final String rowId;
    private final byte[] recordKey;
    private RawDocument row;
    private OptionalLong last;

    /**
     * Reads a row.
     *
     * @param recordKey key of the row's document in family DOCUMENTS
     */
    CounterRow(String rowId, byte[] recordKey, RawDocument row) {
        this.rowId = rowId;
        this.recordKey = recordKey;
        this.row = row;
        BsonValue stored = row.get(AutoincrementOption.ROW_LAST);
        last = stored == null ? OptionalLong.empty() : SequenceNumbers.fromBson(stored);
    }

    byte[] recordKey() {
        return recordKey;
    }

    /**
     * The last number handed out.
     *
     * @throws CommandException BadValue (2) when somebody set it to what is no whole number
     */
    long last() {
        if (last.isEmpty()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "the counter row " + rowId + " in admin.counters has a 'last' that is not a whole 64-bit number: "
                            + ValueText.of(row.get(AutoincrementOption.ROW_LAST, BsonNull.VALUE)));
        }
        return last.getAsLong();
    }

    /** Why there is no next number. */
    CommandException refusal(Step.Outcome outcome) {
        return switch (outcome) {
            case EXHAUSTED -> exhausted();
            case NO_ROOM_FOR_SHARD ->
                new CommandException(
                        ErrorCode.BAD_VALUE,
                        "the sequence " + rowId
                                + " has no numbers for this shard: the cluster has more shards than its options leave"
                                + " room for");
            case CLOCK_BACK ->
                new CommandException(
                        ErrorCode.BAD_VALUE,
                        "the sequence " + rowId
                                + " gives no number: the clock stands before the time of the last number or before"
                                + " the epoch");
            case ISSUED -> throw new IllegalArgumentException("there is a number");
        };
    }

    private CommandException exhausted() {
        if (last() != Long.MAX_VALUE) {
            return new CommandException(
                    ErrorCode.OVERFLOW,
                    "the counter row " + rowId + " in admin.counters has reached the end of its range at " + last()
                            + "; nothing comes after it");
        }
        return new CommandException(
                ErrorCode.OVERFLOW,
                "the counter row " + rowId
                        + " in admin.counters has reached the highest 64-bit number; nothing comes after it");
    }

    /**
     * Sets the number.
     *
     * @return the row's new bytes, to be stored
     */
    byte[] set(long number) {
        byte[] bytes = row.toByteArray().clone();
        int element = RawElements.find(bytes, 0, AutoincrementOption.ROW_LAST);
        int type = RawElements.type(bytes, element);
        int at = RawElements.valueOffset(bytes, element);
        boolean small = number == (int) number;
        if (small && type == RawElements.INT32) {
            putLittleEndian(bytes, at, number, Integer.BYTES);
        } else if (!small && type == RawElements.INT64) {
            putLittleEndian(bytes, at, number, Long.BYTES);
        } else {
            BsonDocument tree = row.toTree();
            tree.put(AutoincrementOption.ROW_LAST, SequenceNumbers.toBson(number));
            bytes = BsonBytes.encode(tree);
        }
        row = RawDocument.of(bytes);
        last = OptionalLong.of(number);
        return bytes;
    }

    private static void putLittleEndian(byte[] bytes, int offset, long value, int length) {
        for (int i = 0; i < length; i++) {
            bytes[offset + i] = (byte) (value >>> (8 * i));
        }
    }
}
