package io.counterpoint.query.window;

/**
 * For each document of a partition the documents that its window holds, as positions {@code [start, end)}. Neither
 * starts nor ends ever go back.
 *
 * @param starts one for each document
 * @param ends one for each document; equal to the start for an empty window
 */
@SuppressWarnings("ArrayRecordComponent") // positions are read, never compared as a whole
record Frames(int[] starts, int[] ends) {
    int size() {
        return starts.length;
    }

    boolean isEmpty(int document) {
        return starts[document] >= ends[document];
    }
}
