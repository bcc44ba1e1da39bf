package io.counterpoint.e2e.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system in memory over a folder, for what happens on a disk that is full or cannot be written. */
public final class SmallDisk implements AutoCloseable {
    private final String folder;

    private SmallDisk(Path folder) {
        this.folder = folder.toString();
    }

    /**
     * Mounts one; the test is skipped by name where that is not allowed.
     *
     * @param folder is made when it is not there
     */
    public static SmallDisk mount(Path folder, int megabytes) throws IOException {
        Files.createDirectories(folder);
        assumeThat(Script.succeeds("mount", "-t", "tmpfs", "-o", size(megabytes), "tmpfs", folder.toString()))
                .as("a small file system can be mounted")
                .isTrue();
        return new SmallDisk(folder);
    }

    private static String size(int megabytes) {
        return "size=" + megabytes + "m";
    }

    /** Gives it another size. */
    public void resize(int megabytes) {
        remount(size(megabytes));
    }

    /** Takes no more writes from now on. */
    public void makeReadOnly() {
        remount("ro");
    }

    private void remount(String option) {
        assertThat(Script.succeeds("mount", "-o", "remount," + option, folder)).isTrue();
    }

    /** Takes it away, with all that is on it; nothing may use it any more. */
    @Override
    public void close() {
        assertThat(Script.succeeds("umount", folder)).isTrue();
    }
}
