package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.row.RowTarget;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.Table;
import io.counterpoint.sqldump.token.Token;
import io.counterpoint.sqldump.token.TokenCursor;
import java.util.List;

/** Reads what stands before and behind the tuples of an INSERT or REPLACE. */
public final class InsertReader {
    /** SQLite's table of counters. */
    public static final String SQLITE_SEQUENCE = "sqlite_sequence";

    private InsertReader() {}

    /**
     * Where the rows go.
     *
     * @param tokens everything up to and including VALUES
     * @return an empty column list for a table of SQLite itself
     */
    public static RowTarget head(TokenCursor tokens, Schema schema) {
        Token verb = tokens.next();
        while (tokens.accept("LOW_PRIORITY")
                || tokens.accept("HIGH_PRIORITY")
                || tokens.accept("DELAYED")
                || tokens.accept("IGNORE")
                || tokens.accept("OR", "REPLACE")
                || tokens.accept("OR", "IGNORE")) {}

        tokens.accept("INTO");
        long line = verb.line();
        QualifiedName name = Names.qualified(tokens, schema);
        if (name.name().startsWith("sqlite_")) {
            return new RowTarget(name, List.of(), RowTarget.Form.TUPLE, schema.dialect(), schema.charset());
        }
        Table table = schema.table(name, line);
        List<Column> columns = Names.columns(tokens, table, line);
        if (tokens.accept("OVERRIDING", "USER", "VALUE")) {
            throw new DumpException(line, "OVERRIDING USER VALUE gives rows other numbers than the file has");
        }
        tokens.accept("OVERRIDING", "SYSTEM", "VALUE");
        if (!tokens.accept("VALUES") && !tokens.accept("VALUE")) {
            throw new DumpException(
                    line, verb.keyword() + " into " + name + " has no plain VALUES; nothing is computed here");
        }
        return new RowTarget(table.name(), columns, RowTarget.Form.TUPLE, schema.dialect(), schema.charset());
    }

    /** Checks what follows the last tuple; only what changes no stored row may. */
    public static void tail(TokenCursor tokens) {
        if (tokens.accept("ON", "CONFLICT")) {
            while (!tokens.atEnd() && !tokens.peek().isWord("DO")) {
                tokens.next();
            }
            tokens.expect("DO");
            tokens.expect("NOTHING");
        }
        if (tokens.accept("RETURNING")) {
            return;
        }
        if (!tokens.atEnd()) {
            throw new DumpException(
                    tokens.peek().line(),
                    "'" + tokens.peek().text() + "' behind the rows of an INSERT is not supported");
        }
    }
}
