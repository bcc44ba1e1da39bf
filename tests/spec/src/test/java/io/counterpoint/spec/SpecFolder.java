package io.counterpoint.spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Where the test files are: {@code area/file.json} below the folder that {@value #NAME} names. */
final class SpecFolder {
    /** A system property, or else an environment variable. */
    static final String NAME = "COUNTERPOINT_SPEC_TESTS";

    private SpecFolder() {}

    /** The folder, or empty when none is named. */
    static Optional<Path> find() {
        String name = System.getProperty(NAME, System.getenv().getOrDefault(NAME, ""));
        return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
    }

    /** The files of an area by name; none when there is no such area. */
    static List<Path> files(Path folder, String area) {
        Path inside = folder.resolve(area);
        if (!Files.isDirectory(inside)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(inside)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads one file. */
    static BsonDocument read(Path file) {
        try {
            return BsonDocument.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
