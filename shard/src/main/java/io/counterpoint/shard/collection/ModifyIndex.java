package io.counterpoint.shard.collection;

import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What {@code collMod} changes of an index; null leaves an option as it is.
 *
 * @param index name or key pattern
 * @param expireAfterSeconds as sent, not checked
 * @param prepareUnique whether new duplicates are refused
 * @param unique true makes the index unique
 */
public record ModifyIndex(
        BsonValue index,
        @Nullable Boolean hidden,
        @Nullable BsonValue expireAfterSeconds,
        @Nullable Boolean prepareUnique,
        @Nullable Boolean unique) {
    /** How many options it names. */
    int count() {
        return (int) Stream.of(
                        Optional.ofNullable(hidden),
                        Optional.ofNullable(expireAfterSeconds),
                        Optional.ofNullable(prepareUnique),
                        Optional.ofNullable(unique))
                .filter(Optional::isPresent)
                .count();
    }
}
