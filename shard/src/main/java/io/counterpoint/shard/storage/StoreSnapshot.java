package io.counterpoint.shard.storage;

/** The state at one moment. Any thread; cursors opened from it must be closed before it. */
public interface StoreSnapshot extends StoreView, AutoCloseable {
    @Override
    void close();
}
