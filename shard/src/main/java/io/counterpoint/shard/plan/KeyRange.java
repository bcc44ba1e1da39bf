package io.counterpoint.shard.plan;

import io.counterpoint.bson.key.KeyEncoding;

/**
 * Keys of an index in {@code [lower, upper)}.
 *
 * @param lower inclusive
 * @param upper exclusive
 */
@SuppressWarnings("ArrayRecordComponent") // ranges are walked, never compared
record KeyRange(byte[] lower, byte[] upper) {
    /** All keys that begin with some bytes. */
    static KeyRange prefix(byte[] prefix) {
        return new KeyRange(prefix, KeyEncoding.successor(prefix));
    }
}
