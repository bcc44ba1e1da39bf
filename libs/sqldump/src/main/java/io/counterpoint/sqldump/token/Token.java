package io.counterpoint.sqldump.token;

import java.util.Locale;

/**
 * One piece of a statement.
 *
 * @param kind what it is
 * @param text a word as written, a name or string without quotes and escapes, a number, or the symbol
 * @param bytes of a string: its content without quotes and escapes, before any character set; otherwise empty
 * @param prefix of a string: its prefix in lower case (e, n, x, b), or empty
 * @param line in the file
 */
@SuppressWarnings("ArrayRecordComponent") // tokens are read once and never compared
public record Token(Kind kind, String text, byte[] bytes, String prefix, long line) {
    /** What a token is. */
    public enum Kind {
        /** An unquoted word: a keyword or a name. */
        WORD,
        /** A name in quotes. */
        NAME,
        /** A string. */
        STRING,
        /** A number. */
        NUMBER,
        /** One other character. */
        SYMBOL,
        /** Nothing more follows. */
        END
    }

    private static final byte[] NONE = {};

    static Token of(Kind kind, String text, long line) {
        return new Token(kind, text, NONE, "", line);
    }

    /** Whether it is this keyword, in any case. */
    public boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    /** Whether it is this symbol. */
    public boolean isSymbol(char symbol) {
        return kind == Kind.SYMBOL && text.charAt(0) == symbol;
    }

    /** A word in upper case, to compare; other kinds as they are. */
    public String keyword() {
        return kind == Kind.WORD ? text.toUpperCase(Locale.ROOT) : text;
    }
}
