/**
 * What a group of documents adds up to. {@link io.counterpoint.query.accumulator.Accumulation} is the entry: it parses
 * one field of a {@code $group}, and makes an {@link io.counterpoint.query.accumulator.Accumulator} for each group. The
 * operators are listed in {@link io.counterpoint.query.accumulator.Accumulators}. The stages that group call this
 * package, on the shards and, with partial results, where those are merged.
 */
@NullMarked
package io.counterpoint.query.accumulator;

import org.jspecify.annotations.NullMarked;
