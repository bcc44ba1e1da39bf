package io.counterpoint.shard.storage;

import java.util.Locale;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The border between RocksDB's errors and the port's. */
final class RocksFailures {
    private RocksFailures() {}

    static StorageException translate(String action, RocksDBException failure) {
        return new StorageException(
                action + " failed: " + failure.getMessage(), isDiskFull(failure), isDamage(failure), failure);
    }

    /** RocksDB's checksums differ, or its files contradict each other. */
    private static boolean isDamage(RocksDBException failure) {
        Status status = failure.getStatus();
        String message = failure.getMessage();
        return (status != null && status.getCode() == Status.Code.Corruption)
                || (message != null && message.startsWith("Corruption:"));
    }

    /*
     * The sub-code is set where the write itself failed. A later write meets the error the database remembers, whose sub-code does not always come through the
     * Java binding; the system's text does.
     */
    static boolean isDiskFull(RocksDBException failure) {
        Status status = failure.getStatus();
        if (status != null && status.getSubCode() == Status.SubCode.NoSpace) {
            return true;
        }
        String message = failure.getMessage();
        return message != null && message.toLowerCase(Locale.ROOT).contains("no space left on device");
    }
}
