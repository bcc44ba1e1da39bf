package io.counterpoint.sqldump.token;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.source.ByteText;
import io.counterpoint.sqldump.source.ByteWindow;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/** Cuts one statement, which is all there, into tokens. */
public final class Lexer {
    private final byte[] bytes;
    private final int base;
    private final ByteWindow window;
    private final Walker walker;
    private final Dialect dialect;
    private final Charset charset;

    private Lexer(byte[] bytes, int from, int to, Dialect dialect, Charset charset, long line) {
        this.bytes = bytes;
        this.base = from;
        this.window = new ByteWindow(bytes, from, to, line);
        this.walker = new Walker(window, dialect);
        this.dialect = dialect;
        this.charset = charset;
    }

    /**
     * The tokens of a piece of SQL, without blanks and comments, closed by one of kind END.
     *
     * @param line the line in which the piece starts
     */
    public static TokenCursor read(byte[] bytes, int from, int to, Dialect dialect, Charset charset, long line) {
        return new TokenCursor(new Lexer(bytes, from, to, dialect, charset, line).tokens(), dialect);
    }

    private List<Token> tokens() {
        List<Token> tokens = new ArrayList<>();
        int i = 0;
        long line = window.line();
        while (true) {
            Walker.Element element = walker.element(i);
            int end = walker.end();
            switch (element) {
                case BLANK -> {}
                case END -> {
                    tokens.add(Token.of(Token.Kind.END, "", line));
                    return tokens;
                }
                case WORD -> tokens.add(Token.of(Token.Kind.WORD, text(i, end, line), line));
                case NUMBER -> tokens.add(number(i, end, line));
                case QUOTED_NAME -> tokens.add(quoted(i, end, line));
                case STRING -> tokens.add(string(i, end, line));
                case DOLLAR_STRING -> tokens.add(dollar(i, end, line));
                case SYMBOL -> tokens.add(Token.of(Token.Kind.SYMBOL, text(i, end, line), line));
            }
            for (int k = i; k < end; k++) {
                line += bytes[base + k] == '\n' ? 1 : 0;
            }
            i = end;
        }
    }

    private Token number(int from, int to, long line) {
        String text = text(from, to, line);
        boolean plain = text.chars().allMatch(c -> c < 0x80);
        // MySQL allows names that start with a digit: 2024_sales.
        return Token.of(
                plain && !text.contains("_") && !text.contains("$") ? Token.Kind.NUMBER : Token.Kind.WORD, text, line);
    }

    private Token quoted(int from, int to, long line) {
        int quote = bytes[base + to - 1];
        int open = bytes[base + from] == 'U' || bytes[base + from] == 'u' ? from + 2 : from;
        boolean string = quote == '"' && dialect.doubleQuotedStrings();
        byte[] content = Escapes.undo(
                bytes, base + open + 1, base + to - 1, quote, string ? Escapes.Style.MYSQL : Escapes.Style.NONE);
        String text = decode(content, line);
        return new Token(Token.Kind.NAME, text, string ? content : new byte[0], "", line);
    }

    private Token string(int from, int to, long line) {
        int open = from;
        while (bytes[base + open] != '\'') {
            open++;
        }
        String prefix = ByteText.ascii(bytes, base + from, base + open).toLowerCase(java.util.Locale.ROOT);
        Escapes.Style style = dialect.backslashEscapes()
                ? Escapes.Style.MYSQL
                : prefix.equals("e") ? Escapes.Style.POSTGRESQL : Escapes.Style.NONE;
        byte[] content = Escapes.undo(bytes, base + open + 1, base + to - 1, '\'', style);
        return new Token(Token.Kind.STRING, ByteText.ascii(content, 0, content.length), content, prefix, line);
    }

    private Token dollar(int from, int to, long line) {
        int tag = 2;
        while (bytes[base + from + tag - 1] != '$') {
            tag++;
        }
        byte[] content = window.copy(from + tag, to - tag);
        return new Token(Token.Kind.STRING, ByteText.ascii(content, 0, content.length), content, "", line);
    }

    private String text(int from, int to, long line) {
        return decode(window.copy(from, to), line);
    }

    private String decode(byte[] content, long line) {
        try {
            return ByteText.decode(content, 0, content.length, charset);
        } catch (CharacterCodingException e) {
            throw new DumpException(line, "a name holds bytes that are no " + charset.name());
        }
    }
}
