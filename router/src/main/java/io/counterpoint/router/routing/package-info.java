/**
 * Which shards a command has to go to. {@link io.counterpoint.router.routing.ShardTargeter} decides, as a pure function
 * of filter and routing table; {@link io.counterpoint.router.routing.RoutedCalls} looks the routing up and starts over
 * when a shard says that it is out of date.
 */
@NullMarked
package io.counterpoint.router.routing;

import org.jspecify.annotations.NullMarked;
