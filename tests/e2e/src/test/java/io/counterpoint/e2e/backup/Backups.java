package io.counterpoint.e2e.backup;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.e2e.deployment.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs {@code counterpoint backup} and looks into its folder. */
final class Backups {
    private Backups() {}

    /** Takes a backup, which must succeed, and returns what was said. */
    static String take(Path logs, String uri, Path folder) {
        return succeeds(logs, "backup", "--uri", uri, "--out", folder.toString());
    }

    /** Runs a command that must succeed, and returns what it said. */
    static String succeeds(Path logs, String... arguments) {
        try (ServerProcess command = ServerProcess.command(logs, arguments)) {
            assertThat(command.awaitExit()).as(command.printed()).isZero();
            return command.output();
        }
    }

    /** Runs a command that must fail with status 1, and returns what it said about it. */
    static String refused(Path logs, String... arguments) {
        try (ServerProcess command = ServerProcess.command(logs, arguments)) {
            assertThat(command.awaitExit()).as(command.printed()).isEqualTo(1);
            return command.errors();
        }
    }

    /** Complete backups, the oldest first. */
    static List<Path> manifests(Path folder) {
        return files(folder.resolve("manifests"));
    }

    /** Everything below a folder; nothing if it is not there. */
    static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Inverts the bits of a byte in the middle of a file. */
    static void flip(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= (byte) 0xFF;
            // In place: other names of the same file see it too.
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
