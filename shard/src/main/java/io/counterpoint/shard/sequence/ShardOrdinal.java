package io.counterpoint.shard.sequence;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.OverlayView;
import io.counterpoint.shard.storage.StoreView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The shard's number in its cluster, which modes build into their numbers: given by the catalog when the shard joins,
 * never to two shards, never changed. A shard outside of any cluster is number 0.
 */
public final class ShardOrdinal {
    /** META key; value: 4 bytes, big-endian. */
    private static final byte[] KEY = "ordinal".getBytes(StandardCharsets.US_ASCII);

    private ShardOrdinal() {}

    /** The number; 0 as long as none was given. */
    public static int read(StoreView view) {
        byte[] stored = view.get(ColumnFamily.META, KEY);
        return stored == null ? 0 : ByteBuffer.wrap(stored).getInt();
    }

    /**
     * Keeps the number that the cluster gave.
     *
     * @throws CommandException IllegalOperation (20) when the shard has another one
     */
    public static void keep(OverlayView view, int ordinal) {
        byte[] stored = view.get(ColumnFamily.META, KEY);
        if (stored == null) {
            view.put(
                    ColumnFamily.META,
                    KEY,
                    ByteBuffer.allocate(Integer.BYTES).putInt(ordinal).array());
        } else if (ByteBuffer.wrap(stored).getInt() != ordinal) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION,
                    "the shard is number " + ByteBuffer.wrap(stored).getInt()
                            + " of its cluster and cannot become number " + ordinal);
        }
    }
}
