/**
 * The client door: a Netty server that gives each message to the command dispatcher and writes its reply. Entry class
 * is {@link io.counterpoint.wire.server.WireServer}, started and stopped by the processes of router and shard.
 */
@NullMarked
package io.counterpoint.wire.server;

import org.jspecify.annotations.NullMarked;
