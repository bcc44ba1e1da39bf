package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.Table;
import io.counterpoint.sqldump.token.Lexer;
import io.counterpoint.sqldump.token.Token;
import io.counterpoint.sqldump.token.TokenCursor;
import java.util.ArrayList;
import java.util.List;

/** Names with their schemas, as statements and as strings inside of calls give them, and lists of columns. */
final class Names {
    private Names() {}

    /** A name of up to three parts, of which the last two count. */
    static QualifiedName qualified(TokenCursor tokens, Schema schema) {
        String before = null;
        String name = tokens.name();
        while (tokens.peek().isSymbol('.')) {
            tokens.next();
            before = name;
            name = tokens.name();
        }
        return schema.complete(before, name);
    }

    /** The columns of a row: those that a list in brackets names; without a list all whose values a dump holds. */
    static List<Column> columns(TokenCursor tokens, Table table, long line) {
        if (!tokens.accept('(')) {
            return table.columns().stream().filter(column -> !column.computed()).toList();
        }
        List<Column> columns = new ArrayList<>();
        do {
            columns.add(table.column(tokens.name(), line));
        } while (tokens.accept(','));
        tokens.expect(')');
        return List.copyOf(columns);
    }

    /**
     * The name inside of a string, with or without casts: {@code ('public."X_id_seq"'::text)::regclass}; or the name
     * itself.
     */
    static QualifiedName quoted(TokenCursor tokens, Schema schema) {
        int brackets = 0;
        while (tokens.accept('(')) {
            brackets++;
        }
        Token token = tokens.peek();
        if (token.kind() != Token.Kind.STRING) {
            return qualified(tokens, schema);
        }
        tokens.next();
        byte[] text = token.bytes();
        QualifiedName name =
                qualified(Lexer.read(text, 0, text.length, schema.dialect(), schema.charset(), token.line()), schema);
        while (tokens.peek().isSymbol(':') || brackets > 0) {
            if (tokens.accept(')')) {
                brackets--;
            } else {
                tokens.expect(':');
                tokens.expect(':');
                tokens.name();
            }
        }
        return name;
    }
}
