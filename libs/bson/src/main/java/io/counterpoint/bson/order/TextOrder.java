package io.counterpoint.bson.order;

/** How texts stand to each other in a language. Any thread. */
public interface TextOrder {
    /** Compares two texts: negative, zero or positive. */
    int compare(String left, String right);

    /**
     * Bytes whose unsigned order, the shorter first where one begins with the other, is that of {@link #compare}; equal
     * for equal texts.
     */
    byte[] sortKey(String text);
}
