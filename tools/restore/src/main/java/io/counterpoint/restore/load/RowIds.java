package io.counterpoint.restore.load;

import java.nio.ByteBuffer;
import org.bson.types.ObjectId;

/**
 * The {@code _id} of each row: an ObjectId of the restore's beginning and the number of the row in the file. The same
 * restore gives the same row the same one, so that a row which is sent again is found to be there. Pure.
 *
 * @param startedSeconds when the restore began, in seconds since 1970
 * @param run tells restores of the same second apart; its lowest three bytes count
 */
public record RowIds(int startedSeconds, int run) {
    private static final int OBJECT_ID_BYTES = 12;

    /** The {@code _id} of a row. */
    public ObjectId id(long row) {
        long rest = ((long) run & 0xff_ffff) << 40 | (row & 0xff_ffff_ffffL);
        return new ObjectId(ByteBuffer.allocate(OBJECT_ID_BYTES)
                .putInt(startedSeconds)
                .putLong(rest)
                .flip());
    }
}
