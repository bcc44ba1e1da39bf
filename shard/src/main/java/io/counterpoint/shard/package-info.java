/**
 * A shard: stores documents, numbers them, and answers clients and routers from one command table.
 * {@link io.counterpoint.shard.ShardProcess} starts and stops one; {@link io.counterpoint.shard.ShardConfig} says how.
 */
@NullMarked
package io.counterpoint.shard;

import org.jspecify.annotations.NullMarked;
