package io.counterpoint.sequence.mode;

import io.counterpoint.sequence.mode.DeclaredProperties.Order;
import io.counterpoint.sequence.mode.DeclaredProperties.Reach;

/**
 * The one owner of a sequence in the modes {@code block}, {@code central} and {@code gapless}: grants blocks, and never
 * the same number twice. Immutable; the owner stores {@link #logged} and {@link #epoch} durably before it answers.
 *
 * @param epoch rises with every change of the owner or of its options; what an earlier epoch granted is void
 * @param issued the last number granted
 * @param logged the last number that a crash may have lost: never behind {@code issued}
 * @param deposed whether another owner has taken over: then nothing is granted any more
 */
public record OwnerCounter(long epoch, long issued, long logged, boolean deposed) {
    /** An owner that granted nothing yet. */
    public static OwnerCounter fresh(NumberRange range) {
        return new OwnerCounter(1, range.initial(), range.initial(), false);
    }

    /** What the modes with an owner promise. */
    public static DeclaredProperties properties(SequenceMode mode, long cache, long logAhead) {
        return switch (mode) {
            case BLOCK -> new DeclaredProperties(Reach.CLUSTER, Order.MACRO_MONOTONIC, cache, 2.0 / cache, true, 63);
            case CENTRAL -> new DeclaredProperties(Reach.CLUSTER, Order.RISING_GLOBALLY, logAhead, 2, true, 63);
            case GAPLESS -> new DeclaredProperties(Reach.CLUSTER, Order.GAPLESS, 0, 2, true, 63);
            default -> throw new IllegalArgumentException(mode + " has no owner");
        };
    }

    /**
     * What a request for numbers came to.
     *
     * @param owner the owner from now on
     * @param block what was granted; with a count of 0 when nothing was, which is so for a deposed owner and at the end
     *     of the range
     */
    public record Grant(OwnerCounter owner, Block block) {}

    /**
     * Grants the next numbers.
     *
     * @param count how many are wanted, at least 1; fewer come at the end of the range
     * @param beyond a number that the holder stored: the grant lies beyond it
     * @param logAhead numbers that one durable write covers, at least 1
     */
    public Grant grant(NumberRange range, long count, long beyond, long logAhead) {
        long increment = range.increment();
        long from = range.raise(issued, beyond);
        long left = left(range, from);
        long granted = deposed ? 0 : Math.min(count, left);
        if (granted == 0) {
            return new Grant(this, new Block(epoch, from, 0, increment));
        }
        long end = from + granted * increment;
        boolean covered = !range.isBeyond(end, logged);
        long ahead = Math.min(logAhead - 1, left - granted);
        OwnerCounter after = new OwnerCounter(epoch, end, covered ? logged : end + ahead * increment, false);
        return new Grant(after, new Block(epoch, from + increment, granted, increment));
    }

    private static long left(NumberRange range, long from) {
        long distance = range.increment() > 0 ? range.max() - from : from - range.min();
        // A range may be wider than 63 bits; there is more left than anybody asks for then.
        return distance < 0 && range.isBeyond(range.increment() > 0 ? range.max() : range.min(), from)
                ? Long.MAX_VALUE / Math.abs(range.increment())
                : Math.max(0, distance / Math.abs(range.increment()));
    }

    /** The owner after a crash: whatever was logged may have been granted. */
    public OwnerCounter recovered() {
        return new OwnerCounter(epoch, logged, logged, deposed);
    }

    /** The owner after another one took over. */
    public OwnerCounter deposedBy(OwnerCounter successor) {
        return new OwnerCounter(successor.epoch, issued, logged, true);
    }

    /** Who takes over from this one, or this one with other options: everything granted so far is void. */
    public OwnerCounter successor() {
        return new OwnerCounter(epoch + 1, logged, logged, false);
    }

    /** The owner after a holder gave back what is left of a block: only the last block of this epoch comes back. */
    public OwnerCounter takeBack(Block block) {
        boolean last = !deposed && block.epoch() == epoch && block.count() > 0 && block.end() == issued;
        long before = block.next() - block.increment();
        return last ? new OwnerCounter(epoch, before, before, false) : this;
    }
}
