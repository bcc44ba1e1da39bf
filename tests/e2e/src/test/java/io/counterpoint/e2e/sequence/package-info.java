/**
 * The contract of {@code autoincrement}, one test for each sentence of it, against one shard and through a router.
 * {@link io.counterpoint.e2e.sequence.SequenceTest} keeps all documents of a test on one shard, so that the numbers are
 * the same with a router before it; what differs between shards stands in the classes about several of them.
 */
@NullMarked
package io.counterpoint.e2e.sequence;

import org.jspecify.annotations.NullMarked;
