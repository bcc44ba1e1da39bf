/**
 * The router's end of the calls to shards. {@link io.counterpoint.router.rpc.ShardClient} is the port that everything
 * above sends through; its gRPC implementation keeps one long-lived stream per shard.
 * {@link io.counterpoint.router.rpc.ShardReplies} tells answers from refusals.
 */
@NullMarked
package io.counterpoint.router.rpc;

import org.jspecify.annotations.NullMarked;
