/**
 * The load driver: {@link io.counterpoint.bench.load.LoadDriver} starts a shard, a cluster and a server to compare
 * with, and measures what clients of the official driver get from each, in rounds that take turns. Started by
 * {@code tests/bench/run}.
 */
@NullMarked
package io.counterpoint.bench.load;

import org.jspecify.annotations.NullMarked;
