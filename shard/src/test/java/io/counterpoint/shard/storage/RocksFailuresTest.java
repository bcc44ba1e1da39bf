package io.counterpoint.shard.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class RocksFailuresTest {
    @Test
    void fullDiskIsKnownBySubCode() {
        Status status = new Status(Status.Code.IOError, Status.SubCode.NoSpace, "while appending");
        assertThat(RocksFailures.translate("writing", new RocksDBException("x", status))
                        .diskFull())
                .isTrue();
    }

    @Test
    void fullDiskIsKnownByTheSystemsText() {
        Status status = new Status(Status.Code.IOError, Status.SubCode.None, "remembered");
        RocksDBException failure =
                new RocksDBException("While appending to file: /d/000004.log: No space left on device", status);
        assertThat(RocksFailures.translate("writing", failure).diskFull()).isTrue();
    }

    @Test
    void otherFailuresAreNotAFullDisk() {
        StorageException translated = RocksFailures.translate("writing", new RocksDBException("Read-only file system"));
        assertThat(translated.diskFull()).isFalse();
        assertThat(translated).hasMessage("writing failed: Read-only file system");
    }
}
