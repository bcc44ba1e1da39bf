/**
 * The one way to storage. {@link io.counterpoint.shard.storage.Store} is the port: ordered byte keys in a few column
 * families, atomic batches, snapshots, a sync that makes everything before it durable. {@code RocksStore} keeps it on
 * disk, {@code MemoryStore} is the plain model that tests and simulations use. Called by the write loop (the only
 * writer) and by readers on any thread.
 */
@NullMarked
package io.counterpoint.shard.storage;

import org.jspecify.annotations.NullMarked;
