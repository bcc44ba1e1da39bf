package io.counterpoint.shard.storage;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A store with a memory for the rows of one family that were written last: for rows that are read again shortly after,
 * such as a session's newest outcome, which every write of the session asks for. A read from memory takes a tenth of
 * one from the store.
 *
 * <p>Whoever writes the store tells it, with {@link #written}; so there must be one writer only. One thread at a time.
 */
public final class RecentRows implements StoreView {
    private final StoreView store;
    private final ColumnFamily family;
    private final Map<ByteBuffer, byte[]> rows;

    /**
     * Remembers nothing yet.
     *
     * @param rowsMax most rows that are remembered; the one unused for longest goes first
     */
    public RecentRows(StoreView store, ColumnFamily family, int rowsMax) {
        this.store = store;
        this.family = family;
        this.rows = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<ByteBuffer, byte[]> eldest) {
                return size() > rowsMax;
            }
        };
    }

    /**
     * Takes over what has been written to the store.
     *
     * @param value null when the key was deleted
     */
    public void written(ColumnFamily changed, byte[] key, byte @Nullable [] value) {
        if (changed != family) {
            return;
        }
        if (value == null) {
            rows.remove(ByteBuffer.wrap(key));
        } else {
            rows.put(ByteBuffer.wrap(key), value);
        }
    }

    @Override
    public byte @Nullable [] get(ColumnFamily asked, byte[] key) {
        if (asked == family) {
            byte[] row = rows.get(ByteBuffer.wrap(key));
            if (row != null) {
                return row;
            }
        }
        return store.get(asked, key);
    }

    @Override
    public StoreCursor cursor(ColumnFamily asked, byte[] lower, byte[] upper, boolean reverse) {
        return store.cursor(asked, lower, upper, reverse);
    }
}
