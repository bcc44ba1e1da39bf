package io.counterpoint.query.update.path;

import java.util.Comparator;

/** Field names that can be array indexes: decimal digits without leading zeros. */
final class ArrayIndexes {
    private static final int DIGITS_MAX = 9;

    /** Names in the order in which an update visits them: indexes by number, then everything else by text. */
    static final Comparator<String> VISITING_ORDER = (left, right) -> {
        boolean leftIsIndex = isIndex(left);
        if (leftIsIndex != isIndex(right)) {
            return leftIsIndex ? -1 : 1;
        }
        if (leftIsIndex && left.length() != right.length()) {
            return Integer.compare(left.length(), right.length());
        }
        return left.compareTo(right);
    };

    private ArrayIndexes() {}

    static boolean isIndex(String name) {
        if (name.isEmpty() || (name.length() > 1 && name.charAt(0) == '0')) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** The index's number; {@link Integer#MAX_VALUE} for one that no array reaches. */
    static int parse(String name) {
        return name.length() > DIGITS_MAX ? Integer.MAX_VALUE : Integer.parseInt(name);
    }
}
