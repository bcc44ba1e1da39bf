/**
 * Batches of writes over shards. {@link io.counterpoint.router.write.WriteExecutor} cuts a
 * {@link io.counterpoint.router.write.WriteBatch} into parts, sends them, and adds the answers up; ordered batches over
 * several shards are staged, so that nothing after the first error is stored.
 * {@link io.counterpoint.router.write.OwnerFinder} finds the shard of a document that is written without its shard key.
 */
@NullMarked
package io.counterpoint.router.write;

import org.jspecify.annotations.NullMarked;
