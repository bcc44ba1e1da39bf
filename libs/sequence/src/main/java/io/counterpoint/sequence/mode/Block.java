package io.counterpoint.sequence.mode;

/**
 * A run of numbers that one holder may hand out. Immutable.
 *
 * @param epoch of the owner that granted it: a holder that knows of a higher one must not use it
 * @param next the number to hand out next
 * @param count numbers that are left, 0 or more
 * @param increment distance between numbers
 */
public record Block(long epoch, long next, long count, long increment) {
    /** The block without its first number. */
    public Block rest() {
        return new Block(epoch, count > 1 ? next + increment : next, count - 1, increment);
    }

    /** The last number of it; meaningless when none is left. */
    public long end() {
        return next + (count - 1) * increment;
    }

    /** The block as far as it lies beyond a number: a holder must not hand out what it stored already. */
    public Block beyond(long number) {
        Block block = this;
        if (count > 0 && (increment > 0 ? block.next <= number : block.next >= number)) {
            long passed = Math.min(count, (number - next) / increment + 1);
            return new Block(epoch, passed < count ? next + passed * increment : next, count - passed, increment);
        }
        return block;
    }
}
