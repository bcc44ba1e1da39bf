/**
 * In which order documents come. {@link io.counterpoint.query.sort.SortPattern} is the entry: it parses a sort
 * document, computes a document's sort key and compares keys, on a shard and where shards' results are merged alike.
 */
@NullMarked
package io.counterpoint.query.sort;

import org.jspecify.annotations.NullMarked;
