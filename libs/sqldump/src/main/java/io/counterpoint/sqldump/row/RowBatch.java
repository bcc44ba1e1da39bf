package io.counterpoint.sqldump.row;

import java.util.Arrays;

/** Rows of one table as bytes, in the order of the file. Filled by one thread, then read by any. */
public final class RowBatch {
    /** A batch is closed at this many rows. */
    public static final int ROWS_MAX = 1000;

    /** A batch is closed once it holds this many bytes; one row may be larger. */
    public static final int SIZE_BYTES_MAX = 1 << 20;

    private final RowTarget target;
    private final long firstRow;
    private final long firstLine;
    private byte[] data = new byte[8192];
    private int[] ends = new int[64];
    private int[] lines = new int[64];
    private int count;

    /**
     * An empty batch.
     *
     * @param firstRow how many rows of the whole file precede it
     * @param firstLine the line of its first row
     */
    public RowBatch(RowTarget target, long firstRow, long firstLine) {
        this.target = target;
        this.firstRow = firstRow;
        this.firstLine = firstLine;
    }

    /** Appends one row. */
    public void add(byte[] source, int from, int length, long line) {
        int start = sizeBytes();
        if (start + length > data.length) {
            data = Arrays.copyOf(data, Math.max(2 * data.length, start + length));
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
            lines = Arrays.copyOf(lines, 2 * count);
        }
        System.arraycopy(source, from, data, start, length);
        ends[count] = start + length;
        lines[count] = (int) (line - firstLine);
        count++;
    }

    /** Where its rows go. */
    public RowTarget target() {
        return target;
    }

    /** How many rows of the whole file precede it. */
    public long firstRow() {
        return firstRow;
    }

    /** How many rows it has. */
    public int count() {
        return count;
    }

    /** How many bytes its rows take. */
    public int sizeBytes() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** Whether it should be closed. */
    public boolean isFull() {
        return count >= ROWS_MAX || sizeBytes() >= SIZE_BYTES_MAX;
    }

    /** The line of a row. */
    public long line(int row) {
        return firstLine + lines[row];
    }

    /** The bytes of all rows; {@link #from} and {@link #to} bound one. */
    public byte[] data() {
        return data;
    }

    /** Where a row starts. */
    public int from(int row) {
        return row == 0 ? 0 : ends[row - 1];
    }

    /** Where a row ends. */
    public int to(int row) {
        return ends[row];
    }
}
