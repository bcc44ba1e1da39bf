/**
 * What clients see: the official driver against a router with shards and against one shard, by the same classes. Each
 * class is about one kind of command or about the protocol itself.
 */
@NullMarked
package io.counterpoint.e2e.behaviour;

import org.jspecify.annotations.NullMarked;
