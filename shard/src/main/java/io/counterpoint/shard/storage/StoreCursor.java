package io.counterpoint.shard.storage;

/** A walk over the entries of a range. One thread at a time. */
public interface StoreCursor extends AutoCloseable {
    /**
     * Steps to the next entry.
     *
     * @return false at the end of the range; then key and value must not be asked for
     */
    boolean next();

    /** Key of the current entry; not to be changed. */
    byte[] key();

    /** Value of the current entry; not to be changed. */
    byte[] value();

    /**
     * Moves so that the following {@link #next()} yields the first entry at or after (reverse: at or before) a key,
     * staying within the range. Used to skip within an index and to go on after a pause.
     */
    void seek(byte[] key);

    @Override
    void close();
}
