package io.counterpoint.sqldump.scan;

import io.counterpoint.sqldump.source.ByteText;
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
        while (window.available() < LOOK_BYTES && window.fill()) {}

        byte[] head = window.copy(0, Math.min(LOOK_BYTES, window.available()));
        Matcher found = DATABASE.matcher(ByteText.ascii(head, 0, head.length));
        if (!found.find()) {
            return Optional.empty();
        }
        return Optional.of(found.group(1) != null ? found.group(1) : found.group(2));
    }
}
