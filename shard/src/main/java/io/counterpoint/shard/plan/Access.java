package io.counterpoint.shard.plan;

import java.util.List;

/** How a plan comes to its documents. */
sealed interface Access {
    /**
     * All documents in the order of their records.
     *
     * @param reverse newest first
     */
    record CollectionScan(boolean reverse) implements Access {}

    /**
     * Entries of an index, then their documents.
     *
     * @param bounds what the filter left of the index
     * @param ranges of keys, in their order
     * @param reverse from the highest key down
     */
    record IndexScan(IndexBounds bounds, List<KeyRange> ranges, boolean reverse) implements Access {
        public IndexScan {
            ranges = List.copyOf(ranges);
        }

        /** Whether a document could come twice: several entries, and more than one of them within the ranges. */
        boolean mayRepeat() {
            boolean onePoint =
                    ranges.size() == 1 && bounds.exactCount() == bounds.fields().size();
            return bounds.index().isMultikey() && !onePoint;
        }
    }

    /** No document can match. */
    record Nothing() implements Access {}
}
