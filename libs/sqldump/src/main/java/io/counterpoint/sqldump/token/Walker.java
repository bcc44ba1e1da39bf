package io.counterpoint.sqldump.token;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.source.ByteWindow;

/**
 * Steps over SQL one element at a time without decoding it: where does the string, comment, name, word or symbol that
 * starts here end. Works over a window that reads on by itself. One thread.
 */
public final class Walker {
    /** What stands at an index. */
    public enum Element {
        /** White space or a comment. */
        BLANK,
        /**
         * Letters, digits, underscores, {@code @}, {@code #}, {@code $} and bytes beyond ASCII, not starting with a
         * digit.
         */
        WORD,
        /** A number, or what else starts with a digit. */
        NUMBER,
        /** {@code '…'}, with or without a prefix such as E, N, X, B or U&amp;. */
        STRING,
        /** {@code "…"}, {@code `…`} or {@code […]}. */
        QUOTED_NAME,
        /** {@code $tag$…$tag$}. */
        DOLLAR_STRING,
        /** One other byte. */
        SYMBOL,
        /** The stream ends. */
        END
    }

    /** MariaDB's mark for a comment that no server runs. */
    private static final int VERSION_NEVER = 999_999;

    private final ByteWindow window;
    private final Dialect dialect;
    private int end;

    /** A walker that shares the window with its caller. */
    public Walker(ByteWindow window, Dialect dialect) {
        this.window = window;
        this.dialect = dialect;
    }

    /** Where the element ends that {@link #element} found last: the index after its last byte. */
    public int end() {
        return end;
    }

    /**
     * Finds what starts at an index; then {@link #end} tells where it ends.
     *
     * @throws DumpException when the stream ends inside a string, name or comment
     */
    public Element element(int from) {
        int first = window.at(from);
        end = from + 1;
        if (first < 0) {
            end = from;
            return Element.END;
        }
        if (first <= ' ') {
            int next = window.at(end);
            while (next >= 0 && next <= ' ') {
                end++;
                next = window.at(end);
            }
            return Element.BLANK;
        }
        switch (first) {
            case '\'' -> {
                end = quotedEnd(from, '\'', dialect.backslashEscapes());
                return Element.STRING;
            }
            case '"' -> {
                end = quotedEnd(from, '"', dialect.doubleQuotedStrings());
                return Element.QUOTED_NAME;
            }
            case '`' -> {
                if (dialect == Dialect.MYSQL || dialect == Dialect.SQLITE) {
                    end = quotedEnd(from, '`', false);
                    return Element.QUOTED_NAME;
                }
                return Element.SYMBOL;
            }
            case '[' -> {
                if (dialect.bracketedNames()) {
                    end = quotedEnd(from, ']', false);
                    return Element.QUOTED_NAME;
                }
                return Element.SYMBOL;
            }
            case '$' -> {
                return dialect == Dialect.POSTGRESQL ? dollar(from) : word(from);
            }
            case '-' -> {
                return dash(from);
            }
            case '#' -> {
                return dialect == Dialect.MYSQL ? lineComment() : word(from);
            }
            case '/' -> {
                return slash(from);
            }
            case '*' -> {
                if (dialect == Dialect.MYSQL && window.at(end) == '/') {
                    // The end of a versioned comment, whose text is code.
                    end++;
                    return Element.BLANK;
                }
                return Element.SYMBOL;
            }
            default -> {
                if ((first >= '0' && first <= '9') || (first == '.' && isDigit(window.at(end)))) {
                    return number(from);
                }
                return isWord(first) ? word(from) : Element.SYMBOL;
            }
        }
    }

    private Element dash(int from) {
        if (window.at(end) != '-') {
            return Element.SYMBOL;
        }
        int third = window.at(from + 2);
        // In MySQL two dashes are a comment only before a blank: 5--3 is a number.
        return dialect != Dialect.MYSQL || third <= ' ' ? lineComment() : Element.SYMBOL;
    }

    private Element lineComment() {
        int next = window.at(end);
        while (next >= 0 && next != '\n') {
            end++;
            next = window.at(end);
        }
        return Element.BLANK;
    }

    private Element slash(int from) {
        if (window.at(end) != '*') {
            return Element.SYMBOL;
        }
        if (dialect == Dialect.MYSQL) {
            int mark = from + 2;
            if (window.at(mark) == 'M') {
                mark++;
            }
            if (window.at(mark) == '!') {
                int digit = mark + 1;
                int version = 0;
                while (isDigit(window.at(digit)) && digit <= mark + 6) {
                    version = 10 * version + window.at(digit) - '0';
                    digit++;
                }
                if (version < VERSION_NEVER) {
                    end = digit;
                    return Element.BLANK;
                }
            }
        }
        int depth = 1;
        int i = from + 2;
        while (depth > 0) {
            int here = window.at(i);
            if (here < 0) {
                throw new DumpException(window.lineOf(from), "the file ends inside the comment that starts here");
            }
            if (here == '*' && window.at(i + 1) == '/') {
                depth--;
                i++;
            } else if (here == '/' && dialect.nestedComments() && window.at(i + 1) == '*') {
                depth++;
                i++;
            }
            i++;
        }
        end = i;
        return Element.BLANK;
    }

    private Element number(int from) {
        int i = from + 1;
        for (int here = window.at(i); here >= 0; here = window.at(i)) {
            boolean sign = (here == '+' || here == '-')
                    && (window.at(i - 1) | 0x20) == 'e'
                    && (window.at(from + 1) | 0x20) != 'x';
            if (!isWord(here) && here != '.' && !sign) {
                break;
            }
            i++;
        }
        end = i;
        return Element.NUMBER;
    }

    private Element word(int from) {
        int i = from + 1;
        int here = window.at(i);
        while (here >= 0 && isWord(here)) {
            i++;
            here = window.at(i);
        }
        end = i;
        if (here == '\'' && i - from == 1) {
            int prefix = window.at(from) | 0x20;
            if (prefix == 'e' && dialect == Dialect.POSTGRESQL) {
                end = quotedEnd(i, '\'', true);
                return Element.STRING;
            }
            if (prefix == 'n' || prefix == 'x' || prefix == 'b') {
                end = quotedEnd(i, '\'', dialect.backslashEscapes());
                return Element.STRING;
            }
        }
        if (here == '&' && i - from == 1 && (window.at(from) | 0x20) == 'u' && dialect == Dialect.POSTGRESQL) {
            int quote = window.at(i + 1);
            if (quote == '\'' || quote == '"') {
                end = quotedEnd(i + 1, quote, false);
                return quote == '\'' ? Element.STRING : Element.QUOTED_NAME;
            }
        }
        return Element.WORD;
    }

    private Element dollar(int from) {
        int i = from + 1;
        int here = window.at(i);
        while (here >= 0 && here != '$' && isWord(here)) {
            i++;
            here = window.at(i);
        }
        if (here != '$') {
            return Element.SYMBOL;
        }
        int tagLength = i + 1 - from;
        i++;
        while (true) {
            here = window.at(i);
            if (here < 0) {
                throw new DumpException(window.lineOf(from), "the file ends inside the string that starts here");
            }
            if (here == '$' && same(from, i, tagLength)) {
                end = i + tagLength;
                return Element.DOLLAR_STRING;
            }
            i++;
        }
    }

    private boolean same(int one, int other, int length) {
        for (int k = 0; k < length; k++) {
            if (window.at(one + k) != window.at(other + k)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The index after a string or name.
     *
     * @param from where the opening quote stands
     * @param quote what closes it; doubled, it is part of the text
     * @param escapes whether a backslash takes the next byte along
     */
    public int quotedEnd(int from, int quote, boolean escapes) {
        int i = from + 1;
        while (true) {
            byte[] bytes = window.array();
            int base = window.base();
            int limit = window.available();
            while (i < limit) {
                int here = bytes[base + i];
                if (here == quote) {
                    break;
                }
                i += here == '\\' && escapes ? 2 : 1;
            }
            if (i < limit) {
                if (window.at(i + 1) != quote) {
                    return i + 1;
                }
                i += 2;
            } else if (window.at(i) < 0) {
                throw new DumpException(window.lineOf(from), "the file ends inside the quoted text that starts here");
            }
        }
    }

    /** Whether a byte can be part of a word. */
    public static boolean isWord(int b) {
        return (b >= 'a' && b <= 'z')
                || (b >= 'A' && b <= 'Z')
                || (b >= '0' && b <= '9')
                || b == '_'
                || b == '$'
                || b == '@'
                || b == '#'
                || b >= 0x80;
    }

    private static boolean isDigit(int b) {
        return b >= '0' && b <= '9';
    }
}
