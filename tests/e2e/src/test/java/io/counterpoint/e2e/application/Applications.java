package io.counterpoint.e2e.application;

import java.nio.file.Path;

/** The applications in other languages, {@code src/test/apps}. */
final class Applications {
    private Applications() {}

    /** The folder with the sources of one. */
    static Path sources(String application) {
        return Path.of("src", "test", "apps", application).toAbsolutePath();
    }
}
