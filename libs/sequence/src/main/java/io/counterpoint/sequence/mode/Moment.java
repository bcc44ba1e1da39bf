package io.counterpoint.sequence.mode;

/**
 * What a mode may know of the world when it takes a number. Immutable.
 *
 * @param shard ordinal of the shard in its cluster: from 0, never that of another shard, also not after one left
 * @param millis the shard's clock, milliseconds since 1970
 * @param chance any number, anew each time
 */
public record Moment(int shard, long millis, long chance) {}
