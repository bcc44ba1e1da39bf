package io.counterpoint.base.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpillFolderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path root;

    @Test
    void whatIsAppendedIsReadBack() throws IOException {
        try (SpillFolder folder = SpillFolder.open(root.resolve("a/b"));
                SpillFile file = folder.create()) {
            append(file, "hello");
            append(file, "world");
            assertThat(file.size()).isEqualTo(10);
            assertThat(read(file, 3, 4)).isEqualTo("lowo");
            assertThat(read(file, 8, 100)).isEqualTo("ld");
            assertThat(read(file, 10, 1)).isEmpty();
        }
    }

    @Test
    void closedFilesAreGone() throws IOException {
        Path path = root.resolve("spill");
        try (SpillFolder folder = SpillFolder.open(path)) {
            SpillFile file = folder.create();
            append(file, "x");
            assertThat(folder.openCount()).isEqualTo(1);
            file.close();
            file.close();
            assertThat(folder.openCount()).isZero();
            assertThat(path).isEmptyDirectory();
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void theNextStartRemovesWhatWasLeft() throws IOException {
        Files.writeString(root.resolve("7.spill"), "left by a process that was killed");
        Files.writeString(root.resolve("other.txt"), "not ours");
        try (SpillFolder folder = SpillFolder.open(root)) {
            assertThat(root.resolve("7.spill")).doesNotExist();
            assertThat(folder.openCount()).isZero();
        }
        assertThat(root.resolve("other.txt")).exists();
    }

    @Test
    void aFolderThatIsGoneIsARefusal() throws IOException {
        try (SpillFolder folder = SpillFolder.open(root.resolve("spill"))) {
            Files.delete(root.resolve("spill"));
            assertThatThrownBy(folder::create)
                    .isInstanceOfSatisfying(
                            CommandException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.OPERATION_FAILED));
        }
    }

    @Test
    void aFullDiskIsToldApart() {
        assertThat(SpillFolder.refusal(new IOException("No space left on device"))
                        .code())
                .isEqualTo(ErrorCode.OUT_OF_DISK_SPACE);
        assertThat(SpillFolder.refusal(new IOException("Disk quota exceeded")).code())
                .isEqualTo(ErrorCode.OUT_OF_DISK_SPACE);
        assertThat(SpillFolder.refusal(new IOException("Input/output error")).code())
                .isEqualTo(ErrorCode.OPERATION_FAILED);
    }

    private static void append(SpillFile file, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        file.append(bytes, 0, bytes.length);
    }

    private static String read(SpillFile file, long position, int length) {
        byte[] bytes = new byte[length];
        int count = file.read(position, bytes, 0, length);
        return new String(bytes, 0, count, StandardCharsets.UTF_8);
    }
}
