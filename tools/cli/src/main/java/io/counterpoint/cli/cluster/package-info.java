/**
 * Assembles running systems: a whole cluster in this JVM, a cluster of child processes, or one router or shard with its
 * HTTP door. Each is a {@link io.counterpoint.cli.cluster.RunningSystem} that the commands start, announce and stop.
 * Here, and only here, a process gets the real clock, the real randomness and real threads.
 */
@NullMarked
package io.counterpoint.cli.cluster;

import org.jspecify.annotations.NullMarked;
