package io.counterpoint.cluster.key;

/**
 * One field of a shard key.
 *
 * @param path the field's name, with dots for nested ones
 * @param hashed whether chunks divide the hash of the value rather than the value
 */
public record ShardKeyField(String path, boolean hashed) {}
