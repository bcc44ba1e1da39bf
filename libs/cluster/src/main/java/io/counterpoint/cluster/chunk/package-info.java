/**
 * Chunks: who owns which range of shard keys. {@link io.counterpoint.cluster.chunk.RoutingTable} answers which shard
 * owns a key or a range of keys; {@link io.counterpoint.cluster.chunk.InitialChunks} cuts the key space of a new
 * collection.
 */
@NullMarked
package io.counterpoint.cluster.chunk;

import org.jspecify.annotations.NullMarked;
