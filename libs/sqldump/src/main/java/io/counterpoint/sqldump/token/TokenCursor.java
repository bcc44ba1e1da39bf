package io.counterpoint.sqldump.token;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import java.util.List;
import java.util.Locale;

/** A place in the tokens of one statement, moved by reading. One thread. */
public final class TokenCursor {
    private final List<Token> tokens;
    private final Dialect dialect;
    private int at;

    TokenCursor(List<Token> tokens, Dialect dialect) {
        this.tokens = tokens;
        this.dialect = dialect;
    }

    /** The token here. */
    public Token peek() {
        return tokens.get(at);
    }

    /** A token further on; END beyond the last. */
    public Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    /** The token here, and moves on. */
    public Token next() {
        Token token = tokens.get(at);
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    /** Where it stands, for {@link #back}. */
    public int mark() {
        return at;
    }

    /** Returns to a place. */
    public void back(int mark) {
        at = mark;
    }

    /** Whether nothing follows. */
    public boolean atEnd() {
        return peek().kind() == Token.Kind.END;
    }

    /** Moves over these keywords if all of them stand here. */
    public boolean accept(String... keywords) {
        for (int i = 0; i < keywords.length; i++) {
            if (!peek(i).isWord(keywords[i])) {
                return false;
            }
        }
        at += keywords.length;
        return true;
    }

    /** Moves over the name of a function if it stands here, in quotes or not. */
    public boolean acceptFunction(String name) {
        Token token = peek();
        boolean named = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.NAME;
        if (!named || !token.text().equalsIgnoreCase(name)) {
            return false;
        }
        at++;
        return true;
    }

    /** Moves over a symbol if it stands here. */
    public boolean accept(char symbol) {
        if (!peek().isSymbol(symbol)) {
            return false;
        }
        at++;
        return true;
    }

    /** Moves over a symbol that has to stand here. */
    public void expect(char symbol) {
        if (!accept(symbol)) {
            throw unexpected("'" + symbol + "'");
        }
    }

    /** Moves over a keyword that has to stand here. */
    public void expect(String keyword) {
        if (!accept(keyword)) {
            throw unexpected(keyword);
        }
    }

    /** Whether a name stands here. */
    public boolean atName() {
        Token.Kind kind = peek().kind();
        return kind == Token.Kind.WORD || kind == Token.Kind.NAME || bracketString();
    }

    private boolean bracketString() {
        // SQLite takes 'name' for a name where nothing else can stand.
        return dialect == Dialect.SQLITE && peek().kind() == Token.Kind.STRING;
    }

    /** A name; PostgreSQL folds an unquoted one to lower case. */
    public String name() {
        if (!atName()) {
            throw unexpected("a name");
        }
        Token token = next();
        boolean folded = token.kind() == Token.Kind.WORD && dialect == Dialect.POSTGRESQL;
        return folded ? token.text().toLowerCase(Locale.ROOT) : token.text();
    }

    /** Moves behind the bracket that closes the one standing here. */
    public void skipBrackets() {
        int depth = 0;
        do {
            Token token = next();
            if (token.kind() == Token.Kind.END) {
                throw unexpected("')'");
            }
            if (token.isSymbol('(')) {
                depth++;
            } else if (token.isSymbol(')')) {
                depth--;
            }
        } while (depth > 0);
    }

    /** Moves to the next comma or closing bracket on this level, or to the end. */
    public void skipItem() {
        while (!atEnd() && !peek().isSymbol(',') && !peek().isSymbol(')')) {
            if (peek().isSymbol('(')) {
                skipBrackets();
            } else {
                at++;
            }
        }
    }

    /** A whole number, with or without sign or quotes around it. */
    public long wholeNumber() {
        boolean negative = accept('-');
        if (!negative) {
            accept('+');
        }
        Token token = next();
        try {
            if (token.kind() == Token.Kind.NUMBER || token.kind() == Token.Kind.STRING) {
                return Long.parseLong((negative ? "-" : "") + token.text());
            }
        } catch (NumberFormatException e) {
            throw new DumpException(token.line(), "'" + token.text() + "' is no whole number of 64 bits");
        }
        throw new DumpException(token.line(), "a number is expected where " + describe(token) + " stands");
    }

    /** The first words, for reports. */
    public String beginning(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count && i < tokens.size() && tokens.get(i).kind() == Token.Kind.WORD; i++) {
            text.append(i == 0 ? "" : " ").append(tokens.get(i).keyword());
        }
        return text.toString();
    }

    /** An error about what stands here. */
    public DumpException unexpected(String expected) {
        return new DumpException(peek().line(), expected + " is expected where " + describe(peek()) + " stands");
    }

    private static String describe(Token token) {
        return token.kind() == Token.Kind.END ? "the statement ends" : "'" + token.text() + "'";
    }
}
