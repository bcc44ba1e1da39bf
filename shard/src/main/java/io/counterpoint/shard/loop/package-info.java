/**
 * The one writer of a shard. {@link io.counterpoint.shard.loop.WriteLoop} takes commands from any thread, runs them one
 * after another in one order, writes what they changed as one atomic batch per group, and releases their answers when
 * the batch is as durable as was asked. Called by every command that changes something; everything such a command
 * touches while it runs it reaches through its {@link io.counterpoint.shard.loop.WriteContext}.
 */
@NullMarked
package io.counterpoint.shard.loop;

import org.jspecify.annotations.NullMarked;
