package io.counterpoint.bson.order;

/** The length that a text has as UTF-8, without encoding it. */
final class Utf8Length {
    private Utf8Length() {}

    static int of(String text) {
        int length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x800 && !Character.isSurrogate(c)) {
                length += 2;
            } else if (c >= 0x80) {
                // Two bytes; or half of a character of four.
                length++;
            }
        }
        return length;
    }
}
