package io.counterpoint.bson.raw;

/** How deep documents and arrays lie within each other, in bytes that have been validated. */
final class NestingDepth {
    /** An empty document. */
    private static final int DOCUMENT_BYTES_MIN = 5;

    /** What a level adds at least: type, empty name, and an empty document. */
    private static final int LEVEL_BYTES_MIN = 2 + DOCUMENT_BYTES_MIN;

    private NestingDepth() {}

    /** Whether the document at an offset has more levels than that, itself being the first. */
    static boolean exceeds(byte[] bytes, int documentOffset, int levels) {
        if (levels == 0) {
            return true;
        }
        if (LittleEndian.int32(bytes, documentOffset) < DOCUMENT_BYTES_MIN + (long) levels * LEVEL_BYTES_MIN) {
            return false;
        }
        int element = RawElements.first(documentOffset);
        while (!RawElements.isEnd(bytes, element)) {
            int nested = nestedDocument(bytes, element);
            if (nested >= 0 && exceeds(bytes, nested, levels - 1)) {
                return true;
            }
            element = RawElements.next(bytes, element);
        }
        return false;
    }

    /** Where an element's document, array or scope begins; -1 when its value is none. */
    private static int nestedDocument(byte[] bytes, int element) {
        int value = RawElements.valueOffset(bytes, element);
        return switch (RawElements.type(bytes, element)) {
            case RawElements.DOCUMENT, RawElements.ARRAY -> value;
            // Length of all, then the code with its own length, then the scope.
            case RawElements.JAVASCRIPT_WITH_SCOPE ->
                value + 2 * Integer.BYTES + LittleEndian.int32(bytes, value + Integer.BYTES);
            default -> -1;
        };
    }
}
