package io.counterpoint.e2e.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder of its own for one deployment, gone when it is closed. */
final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    TemporaryFolder() {
        try {
            path = Files.createTempDirectory("counterpoint-e2e-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        if (!Files.exists(path)) {
            return;
        }
        List<Path> inside;
        try (Stream<Path> walk = Files.walk(path)) {
            inside = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path file : inside) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException | UncheckedIOException stillInUse) {
            // A process that is being killed at this moment removes files of its own; the rest is left to the system.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
