/**
 * The commands of the launcher, one class each, listed in {@link io.counterpoint.cli.command.CounterpointCommand}. A
 * command turns its options into a configuration record, starts what it describes, and waits in
 * {@link io.counterpoint.cli.command.Foreground} until it is told to stop.
 */
@NullMarked
package io.counterpoint.cli.command;

import org.jspecify.annotations.NullMarked;
