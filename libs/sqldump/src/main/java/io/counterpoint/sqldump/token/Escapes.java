package io.counterpoint.sqldump.token;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** The content of quoted text: doubled quotes and backslashes undone, byte by byte. Pure. */
public final class Escapes {
    /** Whose backslashes. */
    public enum Style {
        /** A backslash is a backslash. */
        NONE,
        /** {@code \0 \b \n \r \t \Z}; any other character stands for itself. */
        MYSQL,
        /** PostgreSQL's {@code E'…'}: letters, octal, hexadecimal, characters by number. */
        POSTGRESQL,
        /** A field of PostgreSQL's COPY: as above, without characters by number. */
        COPY
    }

    /** In place of a quote: what no byte is. */
    public static final int UNQUOTED = 256;

    private Escapes() {}

    /**
     * Undoes quotes and escapes.
     *
     * @param from after the opening quote
     * @param to before the closing quote
     * @param quote which is doubled to be part of the text; {@link #UNQUOTED} where there is none
     */
    public static byte[] undo(byte[] bytes, int from, int to, int quote, Style style) {
        int i = from;
        while (i < to && bytes[i] != quote && (bytes[i] != '\\' || style == Style.NONE)) {
            i++;
        }
        if (i == to) {
            return Arrays.copyOfRange(bytes, from, to);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
        out.write(bytes, from, i - from);
        while (i < to) {
            int here = bytes[i];
            if (here == quote && i + 1 < to) {
                out.write(here);
                i += 2;
            } else if (here == '\\' && style == Style.MYSQL && i + 1 < to) {
                out.write(mysql(bytes[i + 1]));
                i += 2;
            } else if (here == '\\' && style != Style.NONE && i + 1 < to) {
                boolean byNumber = style == Style.POSTGRESQL && (bytes[i + 1] == 'u' || bytes[i + 1] == 'U');
                i = byNumber ? unicode(bytes, i + 1, to, out) : postgresql(bytes, i + 1, to, out);
            } else {
                out.write(here);
                i++;
            }
        }
        return out.toByteArray();
    }

    private static int mysql(int letter) {
        return switch (letter) {
            case '0' -> 0;
            case 'b' -> '\b';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'Z' -> 26;
            default -> letter;
        };
    }

    /**
     * Undoes one escape that COPY and {@code E'…'} have in common.
     *
     * @param at the index after the backslash
     * @return the index after the escape
     */
    private static int postgresql(byte[] bytes, int at, int to, ByteArrayOutputStream out) {
        int letter = bytes[at];
        switch (letter) {
            case 'b' -> out.write('\b');
            case 'f' -> out.write('\f');
            case 'n' -> out.write('\n');
            case 'r' -> out.write('\r');
            case 't' -> out.write('\t');
            case 'v' -> out.write(0x0b);
            case 'x' -> {
                return digits(bytes, at + 1, Math.min(to, at + 3), 16, letter, out);
            }
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                return digits(bytes, at, Math.min(to, at + 3), 8, letter, out);
            }
            default -> out.write(letter);
        }
        return at + 1;
    }

    private static int digits(byte[] bytes, int at, int to, int radix, int letter, ByteArrayOutputStream out) {
        int i = at;
        int value = 0;
        while (i < to && Character.digit(bytes[i], radix) >= 0) {
            value = radix * value + Character.digit(bytes[i], radix);
            i++;
        }
        out.write(i == at ? letter : value);
        return i;
    }

    private static int unicode(byte[] bytes, int at, int to, ByteArrayOutputStream out) {
        int length = bytes[at] == 'u' ? 4 : 8;
        int value = 0;
        int i = at + 1;
        while (i < to && i <= at + length && Character.digit(bytes[i], 16) >= 0) {
            value = 16 * value + Character.digit(bytes[i], 16);
            i++;
        }
        if (i != at + 1 + length || !Character.isValidCodePoint(value)) {
            out.write(bytes[at]);
            return at + 1;
        }
        out.writeBytes(Character.toString(value).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return i;
    }
}
