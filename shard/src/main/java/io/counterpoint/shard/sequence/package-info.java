/**
 * Counters of {@code autoincrement} on one shard. {@link io.counterpoint.shard.sequence.SequenceTable} hands out
 * numbers inside the write loop and keeps the rows in {@code admin.counters} in step, in the batch of the document that
 * took the number. The rules are in {@code libs/sequence}.
 */
@NullMarked
package io.counterpoint.shard.sequence;

import org.jspecify.annotations.NullMarked;
