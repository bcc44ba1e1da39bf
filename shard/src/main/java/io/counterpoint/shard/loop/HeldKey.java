package io.counterpoint.shard.loop;

import io.counterpoint.shard.storage.ColumnFamily;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A key of the store as a map key: compared by content. */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
record HeldKey(ColumnFamily family, byte[] key) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HeldKey held && held.family == family && Arrays.equals(held.key, key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key) * 31 + family.number();
    }
}
