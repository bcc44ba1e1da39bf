package io.counterpoint.shard.plan;

import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

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
     * @param limits the keys that the request itself set as limits; null when the filter made the ranges
     */
    record IndexScan(
            IndexBounds bounds,
            List<KeyRange> ranges,
            boolean reverse,
            @Nullable KeyLimits limits) implements Access {
        public IndexScan {
            ranges = List.copyOf(ranges);
        }

        IndexScan(IndexBounds bounds, List<KeyRange> ranges, boolean reverse) {
            this(bounds, ranges, reverse, null);
        }

        /** Whether a document could come twice: several entries, and more than one of them within the ranges. */
        boolean mayRepeat() {
            boolean onePoint =
                    ranges.size() == 1 && bounds.exactCount() == bounds.fields().size();
            return bounds.index().isMultikey() && !onePoint;
        }
    }

    /**
     * One entry of an index for each value of a field, then its document.
     *
     * @param scan where the entries lie
     * @param position of the field in the key pattern; those before it are fixed to one value each
     */
    record DistinctScan(IndexScan scan, int position) implements Access {}

    /**
     * What several index scans find, each document once.
     *
     * @param scans one for each branch of an {@code $or}, at least one
     */
    record Union(List<IndexScan> scans) implements Access {
        public Union {
            scans = List.copyOf(scans);
        }
    }

    /** No document can match. */
    record Nothing() implements Access {}

    /**
     * Limits of an index scan as {@code min} and {@code max} gave them.
     *
     * @param min key pattern's fields with values, included; empty for the begin of the index
     * @param max key pattern's fields with values, not included; empty for the end of the index
     */
    record KeyLimits(BsonDocument min, BsonDocument max) {}
}
