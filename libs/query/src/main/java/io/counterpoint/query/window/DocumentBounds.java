package io.counterpoint.query.window;

import org.jspecify.annotations.Nullable;

/**
 * {@code documents: [lower, upper]}: bounds counted in documents from the current one, both included.
 *
 * @param lower null for unbounded
 * @param upper null for unbounded
 */
record DocumentBounds(@Nullable Long lower, @Nullable Long upper) implements WindowBounds {
    @Override
    public Frames frames(Partition partition) {
        int size = partition.size();
        int[] starts = new int[size];
        int[] ends = new int[size];
        for (int i = 0; i < size; i++) {
            starts[i] = lower == null ? 0 : within(i + lower, size);
            ends[i] = upper == null ? size : within(i + upper + 1, size);
        }
        return new Frames(starts, ends);
    }

    private static int within(long position, int size) {
        return (int) Math.max(0, Math.min(size, position));
    }
}
