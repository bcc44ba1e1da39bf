/**
 * {@code admin.counters} through the router. Every shard keeps its own rows; reads see one row for each {@code _id},
 * that with the highest {@code last}, and writes go to every shard and count as one row.
 * {@link io.counterpoint.router.counter.CounterRows} reads, {@link io.counterpoint.router.counter.CounterWrites}
 * writes.
 */
@NullMarked
package io.counterpoint.router.counter;

import org.jspecify.annotations.NullMarked;
