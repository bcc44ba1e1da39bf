/**
 * Copies of a shard's data as of one moment. {@link io.counterpoint.shard.checkpoint.WriteHolds} stops the write loop
 * for as long as somebody needs nothing to change, {@link io.counterpoint.shard.checkpoint.CheckpointTable} makes
 * checkpoints meanwhile and hands their files out. Called by commands; see decision 0010.
 */
@NullMarked
package io.counterpoint.shard.checkpoint;

import org.jspecify.annotations.NullMarked;
