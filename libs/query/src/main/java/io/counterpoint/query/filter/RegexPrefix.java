package io.counterpoint.query.filter;

import org.bson.BsonRegularExpression;
import org.jspecify.annotations.Nullable;

/** The literal text with which everything starts that a regular expression matches. */
final class RegexPrefix {
    private static final String META = "\\^$.[]|()?*+{}";

    private RegexPrefix() {}

    /** The prefix; empty when there is none to be relied on. */
    static String of(BsonRegularExpression regex) {
        String pattern = regex.getPattern();
        boolean anchored = pattern.startsWith("^") || pattern.startsWith("\\A");
        // Options i, m and x change what the characters or the anchor mean; an alternative may stand anywhere.
        if (!anchored || !regex.getOptions().replace("s", "").replace("u", "").isEmpty() || pattern.indexOf('|') >= 0) {
            return "";
        }
        StringBuilder prefix = new StringBuilder();
        int i = pattern.startsWith("^") ? 1 : 2;
        while (i < pattern.length()) {
            char c = pattern.charAt(i);
            int next = i + 1;
            if (c == '\\' && next < pattern.length() && !Character.isLetterOrDigit(pattern.charAt(next))) {
                c = pattern.charAt(next++);
            } else if (META.indexOf(c) >= 0) {
                break;
            }
            // A quantifier that allows zero takes the character before it back.
            if (next < pattern.length() && "?*{".indexOf(pattern.charAt(next)) >= 0) {
                break;
            }
            prefix.append(c);
            i = next;
        }
        // Half of a character is no prefix.
        int length = prefix.length();
        if (length > 0 && Character.isHighSurrogate(prefix.charAt(length - 1))) {
            prefix.setLength(length - 1);
        }
        return prefix.toString();
    }

    /** The least text, in the order of code points, above all that start with a prefix; null when there is none. */
    static @Nullable String successor(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return prefix.substring(0, end) + Character.toString(next);
            }
        }
        return null;
    }
}
