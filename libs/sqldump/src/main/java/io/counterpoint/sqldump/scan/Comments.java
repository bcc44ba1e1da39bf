package io.counterpoint.sqldump.scan;

import io.counterpoint.sqldump.source.ByteWindow;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the comments at the beginning of a dump say about its origin. */
final class Comments {
    private static final int LOOK_BYTES = 4096;
    private static final Pattern DATABASE =
            Pattern.compile("(?m)^-- (?:Host: .*\\bDatabase:[ \\t]+(\\S+)|[^:\\n]{1,40}: `([^`]+)`)[ \\t]*\\r?$");

    private Comments() {}

    /** The name of the database, where mysqldump or phpMyAdmin give it. */
    static Optional<String> database(ByteWindow window) {
        Matcher found = DATABASE.matcher(window.ahead(LOOK_BYTES));
        if (!found.find()) {
            return Optional.empty();
        }
        return Optional.of(found.group(1) != null ? found.group(1) : found.group(2));
    }
}
