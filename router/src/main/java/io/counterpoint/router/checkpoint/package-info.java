/**
 * One moment of the whole cluster. {@link io.counterpoint.router.checkpoint.ClusterStandstill} stops the writes of all
 * shards at once, for as long as a piece of work takes; see decision 0010. Called by the commands on checkpoints.
 */
@NullMarked
package io.counterpoint.router.checkpoint;

import org.jspecify.annotations.NullMarked;
