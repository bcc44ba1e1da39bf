/**
 * The HTTP door of a process: health, metrics and a page that shows the counters of every shard.
 * {@link io.counterpoint.cli.http.HttpDoor} is the entry; what it asks of the process behind it is
 * {@link io.counterpoint.cli.http.ObservedProcess}, so that router and shards need no HTTP library.
 */
@NullMarked
package io.counterpoint.cli.http;

import org.jspecify.annotations.NullMarked;
