package io.counterpoint.bson.path;

/** What a filter wants to see of an array at the very end of its path. */
public enum LeafArray {
    /** Each element, then the array itself: comparisons such as {@code $eq} and {@code $gt}. */
    ELEMENTS_THEN_WHOLE,

    /** Each element only. */
    ELEMENTS,

    /** The array itself only: {@code $size}, {@code $elemMatch}, {@code $exists}. */
    WHOLE
}
