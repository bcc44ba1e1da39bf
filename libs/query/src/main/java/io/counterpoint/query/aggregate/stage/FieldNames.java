package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.path.FieldPath;

/** The names and paths of fields that stages read and make. */
final class FieldNames {
    private FieldNames() {}

    /** Refuses what is no name of one field: the empty text, one with a dot or a leading dollar. */
    static void checkName(String name) {
        checkPath(name);
        if (name.indexOf('.') >= 0) {
            throw StageErrors.location(16412, "FieldPath field names may not contain '.'.");
        }
    }

    /** Refuses what is no path: the empty text, one with an empty part or a leading dollar in a part. */
    static String checkPath(String path) {
        if (path.isEmpty()) {
            throw StageErrors.location(40352, "FieldPath cannot be constructed with empty string");
        }
        if (path.endsWith(".")) {
            throw StageErrors.location(40353, "FieldPath must not end with a '.'.");
        }
        for (String part : FieldPath.parse(path).parts()) {
            if (part.isEmpty()) {
                throw StageErrors.location(15998, "FieldPath field names may not be empty strings.");
            }
            if (part.startsWith("$")) {
                throw StageErrors.location(
                        16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
            }
        }
        return path;
    }
}
