/**
 * The command framework: what a command is, the table that holds all of a process's commands, and the one place where
 * they are admitted, run and answered. Entry class is {@link io.counterpoint.wire.command.CommandDispatcher}; both
 * doors of a process call it, and every command of router and shard is a
 * {@link io.counterpoint.wire.command.CommandEntry}.
 */
@NullMarked
package io.counterpoint.wire.command;

import org.jspecify.annotations.NullMarked;
