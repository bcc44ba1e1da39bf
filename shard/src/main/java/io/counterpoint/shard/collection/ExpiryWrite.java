package io.counterpoint.shard.collection;

import java.util.UUID;

/**
 * Removes documents whose time has come.
 *
 * @param collection identity of the collection
 * @param indexId number of the index that says so
 * @param nowMillis the moment, in milliseconds since 1970
 * @param countMax how many documents at most
 */
public record ExpiryWrite(UUID collection, int indexId, long nowMillis, int countMax) {}
