/**
 * Which documents a filter selects. {@link io.counterpoint.query.filter.Filter} is the entry: it parses a filter
 * document into a tree of {@link io.counterpoint.query.filter.FilterNode}s that match documents in place;
 * {@link io.counterpoint.query.filter.FilterBounds} reads from that tree what an index or a shard key can use,
 * {@link io.counterpoint.query.filter.EqualityFields} what an upsert starts from,
 * {@link io.counterpoint.query.filter.PositionalMatch} which array element the positional {@code $} means. The
 * operators are in the package below, listed in {@link io.counterpoint.query.filter.operator.FilterOperators}.
 * Planners, writers and the {@code $match} stage call this package.
 */
@NullMarked
package io.counterpoint.query.filter;

import org.jspecify.annotations.NullMarked;
