package io.counterpoint.sqldump.row;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.source.ByteText;
import io.counterpoint.sqldump.token.Token;
import io.counterpoint.sqldump.token.TokenCursor;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Set;

/**
 * Reads one value of VALUES that is more than a plain literal: prefixes, casts, and the few functions that dumps use to
 * write text. What a database would have to compute is refused.
 */
public final class LiteralReader {
    private static final Set<String> TYPED = Set.of("DATE", "TIME", "TIMESTAMP", "DATETIME", "INTERVAL");
    private static final int HEX = 16;

    private final TokenCursor tokens;
    private final Dialect dialect;
    private final Charset charset;

    /** A reader of tokens that all belong to one value, or to what {@link #value} leaves behind. */
    public LiteralReader(TokenCursor tokens, Dialect dialect, Charset charset) {
        this.tokens = tokens;
        this.dialect = dialect;
        this.charset = charset;
    }

    /** The value, after which nothing may follow. */
    public SqlValue whole() {
        SqlValue value = value();
        if (!tokens.atEnd()) {
            throw computed(tokens.peek());
        }
        return value;
    }

    /** The value that stands here, with the casts behind it. */
    public SqlValue value() {
        SqlValue value = primary();
        while (true) {
            if (tokens.peek().isSymbol(':') && tokens.peek(1).isSymbol(':')) {
                tokens.next();
                tokens.next();
                skipType();
            } else if (tokens.accept("COLLATE")) {
                tokens.next();
            } else {
                return value;
            }
        }
    }

    private SqlValue primary() {
        Token token = tokens.next();
        return switch (token.kind()) {
            case NUMBER -> number(token);
            case STRING -> string(token);
            case NAME -> {
                if (dialect.doubleQuotedStrings()) {
                    yield new SqlValue.Text(token.bytes(), charset);
                }
                throw computed(token);
            }
            case SYMBOL -> symbol(token);
            case WORD -> word(token);
            case END -> throw new DumpException(token.line(), "a value is missing");
        };
    }

    private SqlValue symbol(Token token) {
        if (token.isSymbol('(')) {
            SqlValue value = value();
            tokens.expect(')');
            return value;
        }
        if (token.isSymbol('-') || token.isSymbol('+')) {
            SqlValue value = value();
            if (value instanceof SqlValue.Numeric number) {
                boolean negative = token.isSymbol('-');
                return negative
                        ? new SqlValue.Numeric(
                                number.digits().startsWith("-")
                                        ? number.digits().substring(1)
                                        : "-" + number.digits())
                        : number;
            }
        }
        throw computed(token);
    }

    private SqlValue number(Token token) {
        String text = token.text();
        if (text.startsWith("0x") || text.startsWith("0X")) {
            return new SqlValue.Binary(hex(text.substring(2), token));
        }
        if (text.startsWith("0b") && dialect == Dialect.MYSQL) {
            return new SqlValue.Bits(text.substring(2));
        }
        return new SqlValue.Numeric(text);
    }

    private SqlValue string(Token token) {
        return switch (token.prefix()) {
            case "x" -> new SqlValue.Binary(hex(token.text(), token));
            case "b" -> new SqlValue.Bits(token.text());
            case "u&" -> throw new DumpException(token.line(), "U&'…' is not supported");
            // The national character set of a script is the script's own.
            default -> new SqlValue.Text(token.bytes(), charset);
        };
    }

    private static byte[] hex(String digits, Token token) {
        String even = digits.length() % 2 == 0 ? digits : "0" + digits;
        byte[] bytes = new byte[even.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            int high = Character.digit(even.charAt(2 * i), HEX);
            int low = Character.digit(even.charAt(2 * i + 1), HEX);
            if (high < 0 || low < 0) {
                throw new DumpException(token.line(), "a value is not hexadecimal");
            }
            bytes[i] = (byte) (HEX * high + low);
        }
        return bytes;
    }

    private SqlValue word(Token token) {
        String word = token.keyword();
        if (word.startsWith("_") && dialect == Dialect.MYSQL) {
            return introduced(token);
        }
        boolean call = tokens.peek().isSymbol('(');
        if (TYPED.contains(word) && tokens.peek().kind() == Token.Kind.STRING) {
            return string(tokens.next());
        }
        return switch (word) {
            case "NULL" -> SqlValue.Null.INSTANCE;
            case "DEFAULT" -> SqlValue.Default.INSTANCE;
            case "TRUE" -> new SqlValue.Truth(true);
            case "FALSE" -> new SqlValue.Truth(false);
            case "CAST" -> cast(token);
            case "CONVERT" -> convert(token);
            case "REPLACE" -> call ? replace(token) : refuse(token);
            case "CHAR" -> call ? character(token) : refuse(token);
            case "UNISTR" -> call ? unistr(token) : refuse(token);
            default -> refuse(token);
        };
    }

    private static SqlValue refuse(Token token) {
        throw computed(token);
    }

    /** {@code _binary '…'}, {@code _utf8mb4'…'}, {@code _latin1 0x…}. */
    private SqlValue introduced(Token introducer) {
        String name = introducer.text().substring(1);
        boolean binary = name.equalsIgnoreCase("binary");
        SqlValue value = primary();
        if (binary && value instanceof SqlValue.Text text) {
            return new SqlValue.Binary(text.copy());
        }
        if (binary) {
            return value;
        }
        try {
            Charset of = ByteText.charset(name);
            if (value instanceof SqlValue.Text text) {
                return new SqlValue.Text(text.copy(), of);
            }
            if (value instanceof SqlValue.Binary bytes) {
                return new SqlValue.Text(bytes.bytes(), of);
            }
        } catch (IllegalArgumentException e) {
            throw new DumpException(introducer.line(), "the character set " + name + " is not known");
        }
        throw computed(introducer);
    }

    private SqlValue cast(Token token) {
        tokens.expect('(');
        SqlValue value = value();
        tokens.expect("AS");
        String type = skipType();
        tokens.expect(')');
        return converted(value, type, token);
    }

    private SqlValue convert(Token token) {
        tokens.expect('(');
        String type = skipType();
        tokens.expect(',');
        SqlValue value = value();
        if (tokens.accept(',')) {
            tokens.next();
        }
        tokens.expect(')');
        return converted(value, type, token);
    }

    private SqlValue converted(SqlValue value, String type, Token token) {
        if (value instanceof SqlValue.Binary bytes) {
            if (type.contains("date") || type.contains("time")) {
                throw new DumpException(
                        token.line(), "a " + type + " is given as bytes of the server; script dates as text");
            }
            if (type.contains("text") || type.contains("char")) {
                return new SqlValue.Text(bytes.bytes(), charset);
            }
        }
        return value;
    }

    /** Moves over a type's name and arguments and returns its first word in lower case. */
    private String skipType() {
        String first = tokens.name().toLowerCase(Locale.ROOT);
        while ((tokens.atName() && !tokens.peek().isWord("COLLATE"))
                || tokens.peek().isSymbol('.')
                || tokens.peek().isSymbol('[')
                || tokens.peek().isSymbol(']')) {
            Token next = tokens.next();
            if (next.kind() == Token.Kind.NAME || next.kind() == Token.Kind.WORD) {
                first = first.equals("pg_catalog") ? next.text().toLowerCase(Locale.ROOT) : first;
            }
        }
        if (tokens.peek().isSymbol('(')) {
            tokens.skipBrackets();
            while (tokens.atName()) {
                tokens.next();
            }
        }
        while (tokens.peek().isSymbol('[') || tokens.peek().isSymbol(']')) {
            tokens.next();
        }
        return first;
    }

    /** SQLite writes a line end as {@code replace('a\nb','\n',char(10))}. */
    private SqlValue replace(Token token) {
        tokens.expect('(');
        String text = textOf(value(), token);
        tokens.expect(',');
        String what = textOf(value(), token);
        tokens.expect(',');
        String by = textOf(value(), token);
        tokens.expect(')');
        return new SqlValue.Text(text.replace(what, by));
    }

    private SqlValue character(Token token) {
        tokens.expect('(');
        StringBuilder text = new StringBuilder();
        do {
            long code = tokens.wholeNumber();
            if (code < 0 || code > Character.MAX_CODE_POINT) {
                throw computed(token);
            }
            text.appendCodePoint((int) code);
        } while (tokens.accept(','));
        tokens.expect(')');
        return new SqlValue.Text(text.toString());
    }

    /**
     * SQLite's unistr: a backslash, then four digits (u or nothing before them), + and six, U and eight, or a
     * backslash.
     */
    private SqlValue unistr(Token token) {
        tokens.expect('(');
        String text = textOf(value(), token);
        tokens.expect(')');
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char kind = i < text.length() ? text.charAt(i) : ' ';
            if (kind == '\\') {
                out.append('\\');
                i++;
                continue;
            }
            int skip = kind == 'u' || kind == 'U' || kind == '+' ? 1 : 0;
            int digits = kind == 'U' ? 8 : kind == '+' ? 6 : 4;
            try {
                out.appendCodePoint(Integer.parseInt(text.substring(i + skip, i + skip + digits), HEX));
            } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
                throw new DumpException(token.line(), "unistr has an escape that is none");
            }
            i += skip + digits;
        }
        return new SqlValue.Text(out.toString());
    }

    private String textOf(SqlValue value, Token token) {
        if (value instanceof SqlValue.Text text) {
            try {
                return text.text();
            } catch (CharacterCodingException e) {
                throw new DumpException(token.line(), "a string holds bytes that are no " + charset.name());
            }
        }
        throw computed(token);
    }

    private static DumpException computed(Token token) {
        return new DumpException(
                token.line(), "'" + token.text() + "' stands where a literal is expected; nothing is computed here");
    }
}
