/**
 * The router door of a shard. {@link io.counterpoint.shard.rpc.ShardService} takes requests from a router's stream and
 * hands them to the same command table that the wire door uses.
 */
@NullMarked
package io.counterpoint.shard.rpc;

import org.jspecify.annotations.NullMarked;
