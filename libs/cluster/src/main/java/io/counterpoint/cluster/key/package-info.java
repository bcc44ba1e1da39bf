/**
 * Shard keys: what a collection is spread by. {@link io.counterpoint.cluster.key.ShardKeyPattern} is the declaration
 * and reads a {@link io.counterpoint.cluster.key.ShardKey} out of documents and filters;
 * {@link io.counterpoint.bson.key.HashedKey} is the hash of hashed fields. Used by the router to target and by whoever
 * cuts chunks.
 */
@NullMarked
package io.counterpoint.cluster.key;

import org.jspecify.annotations.NullMarked;
