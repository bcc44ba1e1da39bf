package io.counterpoint.shard.collection;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What {@code collMod} changes of an index; null leaves an option as it is.
 *
 * @param index name or key pattern
 * @param expireAfterSeconds as sent, not checked
 */
public record ModifyIndex(
        BsonValue index, @Nullable Boolean hidden, @Nullable BsonValue expireAfterSeconds) {}
