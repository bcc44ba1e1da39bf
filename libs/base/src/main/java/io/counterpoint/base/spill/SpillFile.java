package io.counterpoint.base.spill;

/**
 * Bytes on disk that are appended and read back, as often as wanted. Gone once it is closed. One thread at a time; not
 * always the same one.
 */
public interface SpillFile extends AutoCloseable {
    /**
     * Appends bytes.
     *
     * @throws io.counterpoint.base.error.CommandException OutOfDiskSpace (14031) when the disk is full, OperationFailed
     *     (96) when it refuses otherwise; what was appended before is still there
     */
    void append(byte[] bytes, int offset, int length);

    /** How many bytes there are, which is also where the next ones will be. */
    long size();

    /**
     * Fills an array from a place in the file.
     *
     * @param position of the first byte
     * @return how many bytes were read: fewer than asked for only where the file ends, 0 at its end
     * @throws io.counterpoint.base.error.CommandException OperationFailed (96) when the disk refuses
     */
    int read(long position, byte[] target, int offset, int length);

    /** Removes the file. Never fails; closing twice is harmless. */
    @Override
    void close();
}
