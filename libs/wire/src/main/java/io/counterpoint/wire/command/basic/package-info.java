/**
 * Commands that read the same on a router and on a shard: handshake, diagnosis, sessions. Entry class is
 * {@link io.counterpoint.wire.command.basic.BasicCommands}, which adds them to the commands of the process that calls
 * it.
 */
@NullMarked
package io.counterpoint.wire.command.basic;

import org.jspecify.annotations.NullMarked;
