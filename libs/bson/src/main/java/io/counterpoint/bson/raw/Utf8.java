package io.counterpoint.bson.raw;

/** Tells well-formed UTF-8 (table 3-7 of the Unicode standard) from other bytes: no overlong forms, no surrogates. */
final class Utf8 {
    private Utf8() {}

    static boolean isValid(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            int lead = bytes[i];
            if (lead >= 0) {
                i++;
                continue;
            }
            int following = followingCount(lead & 0xFF);
            if (following == 0 || following >= to - i || !isSecond(lead & 0xFF, bytes[i + 1] & 0xFF)) {
                return false;
            }
            for (int k = 2; k <= following; k++) {
                if ((bytes[i + k] & 0xC0) != 0x80) {
                    return false;
                }
            }
            i += following + 1;
        }
        return true;
    }

    /** How many bytes follow a lead byte of 0x80 and above; 0 when it cannot lead. */
    private static int followingCount(int lead) {
        if (lead >= 0xC2 && lead <= 0xDF) {
            return 1;
        }
        if (lead >= 0xE0 && lead <= 0xEF) {
            return 2;
        }
        return lead >= 0xF0 && lead <= 0xF4 ? 3 : 0;
    }

    private static boolean isSecond(int lead, int second) {
        int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        return second >= least && second <= most;
    }
}
