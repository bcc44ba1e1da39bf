package io.counterpoint.query.aggregate.stage;

/** The names of fields that stages make at the top level of their output. */
final class FieldNames {
    private FieldNames() {}

    /** Refuses a name with a dot or a leading dollar, and the empty one. */
    static void check(String name) {
        if (name.isEmpty()) {
            throw StageErrors.location(40352, "FieldPath cannot be constructed with empty string");
        }
        if (name.startsWith("$")) {
            throw StageErrors.location(
                    16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
        }
        if (name.indexOf('.') >= 0) {
            throw StageErrors.location(
                    16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
        }
    }
}
