package io.counterpoint.shard.index;

import io.counterpoint.shard.storage.ColumnFamily;

/**
 * Asks for the right to change a key that others can notice: entries of unique indexes, documents. The write loop's
 * context is one.
 */
@FunctionalInterface
public interface KeyClaims {
    /** Grants everything: for whoever is alone. */
    KeyClaims FREE = (family, key) -> {};

    /** Returns when the key may be changed, else throws what stops the command. */
    void claim(ColumnFamily family, byte[] key);
}
