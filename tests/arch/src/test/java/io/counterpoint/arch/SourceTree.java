package io.counterpoint.arch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the repository, without what is built. */
final class SourceTree {
    private static final Set<String> NOT_SOURCES = Set.of("target", ".git", "node_modules", "counterpoint-data");

    private SourceTree() {}

    /** The root of the repository: the tests run in their module's folder. */
    static Path root() {
        return Path.of("..", "..").toAbsolutePath().normalize();
    }

    /** All files whose name ends in one of the endings, in a stable order. */
    static List<Path> files(String... endings) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return NOT_SOURCES.contains(String.valueOf(folder.getFileName()))
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    for (String ending : endings) {
                        if (file.toString().endsWith(ending)) {
                            files.add(file);
                        }
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort(null);
        return files;
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The path as people write it, with the line where there is one. */
    static String place(Path file, int line) {
        return root().relativize(file) + ":" + line;
    }
}
