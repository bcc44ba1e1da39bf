/**
 * The commands of a shard, one class each, listed in {@link io.counterpoint.shard.command.ShardCommands}. A command
 * reads its arguments, hands changes to the write loop or reads on a snapshot, and builds the reply. Called by the
 * dispatcher, for both doors.
 */
@NullMarked
package io.counterpoint.shard.command;

import org.jspecify.annotations.NullMarked;
