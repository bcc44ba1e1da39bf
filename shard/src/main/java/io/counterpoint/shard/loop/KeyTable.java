package io.counterpoint.shard.loop;

import io.counterpoint.shard.storage.ColumnFamily;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which keys are held by transactions and staged batches. Touched only inside the write loop; empty most of the time.
 */
final class KeyTable {
    private final Map<HeldKey, KeyOwner> holders = new HashMap<>();

    boolean isEmpty() {
        return holders.isEmpty();
    }

    @Nullable
    KeyOwner holder(ColumnFamily family, byte[] key) {
        return holders.get(new HeldKey(family, key));
    }

    /** Somebody who holds a key that begins so; null when nobody does. Looks at all held keys. */
    @Nullable
    KeyOwner holderUnder(ColumnFamily family, byte[] prefix) {
        for (Map.Entry<HeldKey, KeyOwner> entry : holders.entrySet()) {
            byte[] key = entry.getKey().key();
            if (entry.getKey().family() == family
                    && key.length >= prefix.length
                    && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
                return entry.getValue();
            }
        }
        return null;
    }

    void take(ColumnFamily family, byte[] key, KeyOwner owner) {
        HeldKey held = new HeldKey(family, key);
        if (holders.put(held, owner) == null) {
            owner.held().add(held);
        }
    }

    void release(KeyOwner owner) {
        for (HeldKey key : owner.held()) {
            holders.remove(key);
        }
        owner.held().clear();
    }
}
