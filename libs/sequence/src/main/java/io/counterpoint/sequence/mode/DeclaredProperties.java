package io.counterpoint.sequence.mode;

/**
 * What a mode promises about the numbers it generates; explicit numbers are nobody's promise. Immutable. Source: the
 * table of modes in {@code docs/numbering.md}; the law tests of this module hold every mode to it.
 *
 * @param unique how far no generated number comes twice
 * @param order how generated numbers rise
 * @param wastePerCrash numbers that one crash of a holder or owner loses at most
 * @param messagesPerNumber messages between processes for each generated number when all goes well, routing aside
 * @param knownBeforeRouting whether the number can be known before a shard is chosen
 * @param bitWidth bits that the largest number may need, sign aside
 */
public record DeclaredProperties(
        Reach unique,
        Order order,
        long wastePerCrash,
        double messagesPerNumber,
        boolean knownBeforeRouting,
        int bitWidth) {

    /** How far a promise reaches. */
    public enum Reach {
        /** Among the documents of one shard. */
        SHARD,
        /** Among the documents of all shards. */
        CLUSTER
    }

    /** How numbers rise. */
    public enum Order {
        /** On one shard each number is the one before plus the increment; shards do not know of each other. */
        CONSECUTIVE_PER_SHARD,
        /** On one shard each number is larger than those before. */
        RISING_PER_SHARD,
        /** Rising per holder of a block, as a trend over all of them. */
        MACRO_MONOTONIC,
        /** Each number is larger than every one that was given out before it was asked for. */
        RISING_GLOBALLY,
        /** As {@link #RISING_GLOBALLY}, and none is left out between two that are stored. */
        GAPLESS,
        /** Sorted by time but for the difference of the shards' clocks. */
        K_SORTED,
        /** None: neighbours lie far apart. */
        NONE
    }
}
