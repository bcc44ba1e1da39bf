package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.Key;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.SqlType;
import io.counterpoint.sqldump.schema.Table;
import io.counterpoint.sqldump.token.Token;
import io.counterpoint.sqldump.token.TokenCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the definition of one column: name, type, and what says that the database numbers it. */
final class ColumnReader {
    private static final Map<String, String> SERIALS = Map.of(
            "serial", "integer",
            "serial4", "integer",
            "bigserial", "bigint",
            "serial8", "bigint",
            "smallserial", "smallint",
            "serial2", "smallint");

    /** Words that end a type: the constraints of a column. */
    private static final Set<String> AFTER_TYPE = Set.of(
            "NOT",
            "NULL",
            "DEFAULT",
            "PRIMARY",
            "UNIQUE",
            "REFERENCES",
            "CHECK",
            "CONSTRAINT",
            "COLLATE",
            "GENERATED",
            "AS",
            "AUTO_INCREMENT",
            "AUTOINCREMENT",
            "IDENTITY",
            "COMMENT",
            "ON",
            "CHARACTER_SET",
            "CHARSET",
            "INVISIBLE",
            "VISIBLE",
            "STORAGE",
            "COMPRESSION",
            "COLUMN_FORMAT",
            "VIRTUAL",
            "STORED",
            "PERSISTENT",
            "ROWGUIDCOL",
            "SPARSE",
            "KEY",
            "AFTER",
            "FIRST",
            "OPTIONS",
            "MASKED",
            "DEFERRABLE",
            "USING");

    private final TokenCursor tokens;
    private final Schema schema;
    private final Table table;

    ColumnReader(TokenCursor tokens, Schema schema, Table table) {
        this.tokens = tokens;
        this.schema = schema;
        this.table = table;
    }

    /** Reads up to the comma or bracket behind the column and adds it, with the keys it declares, to the table. */
    void read() {
        long line = tokens.peek().line();
        String name = tokens.name();
        SqlType type = type();
        String serial = SERIALS.get(type.name());
        Column column = new Column(name, schema.resolve(type), false, false, null, false);
        if (serial != null) {
            QualifiedName sequence = schema.sequence(ownSequence(name)).name();
            column = new Column(name, SqlType.of(serial), true, true, sequence, false);
        }
        column = constraints(column, line);
        table.put(column);
        for (Key key : keys) {
            table.add(key, line);
        }
    }

    private final List<Key> keys = new ArrayList<>();

    private QualifiedName ownSequence(String column) {
        return new QualifiedName(table.name().schema(), table.name().name() + "_" + column + "_seq");
    }

    private Column constraints(Column declared, long line) {
        Column column = declared;
        boolean primary = false;
        boolean rowid =
                schema.dialect() == Dialect.SQLITE && column.type().name().equals("integer");
        String constraint = "";
        while (!tokens.atEnd() && !tokens.peek().isSymbol(',') && !tokens.peek().isSymbol(')')) {
            if (tokens.accept("NOT", "NULL")) {
                column = column.required();
            } else if (tokens.accept("CONSTRAINT")) {
                constraint = tokens.name();
            } else if (tokens.accept("DEFAULT")) {
                column = DefaultReader.read(tokens, schema, column, line);
            } else if (tokens.accept("GENERATED")) {
                column = generated(column);
            } else if (tokens.accept("AS")) {
                column = computed(column, line);
            } else if (tokens.accept("AUTO_INCREMENT") || tokens.accept("AUTOINCREMENT")) {
                column = column.numberedBy(null).required();
            } else if (schema.dialect() == Dialect.SQL_SERVER && tokens.accept("IDENTITY")) {
                column = identity(column).required();
            } else if (tokens.accept("PRIMARY")) {
                tokens.expect("KEY");
                primary = true;
                boolean descending = tokens.accept("DESC");
                keys.add(new Key(constraint, List.of(new Key.Part(column.name(), descending)), true, true, false));
                rowid &= !descending;
            } else if (tokens.accept("UNIQUE")) {
                tokens.accept("KEY");
                boolean equal = schema.dialect() == Dialect.SQL_SERVER;
                keys.add(new Key(constraint, List.of(new Key.Part(column.name(), false)), true, false, equal));
            } else if (tokens.peek().isSymbol('(')) {
                tokens.skipBrackets();
            } else {
                tokens.next();
            }
        }
        // SQLite numbers an INTEGER PRIMARY KEY without being told.
        return primary && rowid ? column.numberedBy(null).required() : column;
    }

    private Column generated(Column column) {
        long line = tokens.peek().line();
        if (tokens.accept("ALWAYS")) {
            tokens.expect("AS");
        } else {
            tokens.expect("BY");
            tokens.expect("DEFAULT");
            if (tokens.accept("ON")) {
                tokens.expect("NULL");
            }
            tokens.expect("AS");
        }
        return tokens.accept("IDENTITY") ? identityColumn(column) : computed(column, line);
    }

    /** What follows AS IDENTITY: in PostgreSQL a sequence with its options. */
    Column identityColumn(Column column) {
        QualifiedName sequence = ownSequence(column.name());
        if (tokens.accept('(')) {
            sequence = SequenceReader.options(tokens, schema, sequence);
            tokens.expect(')');
        }
        return column.numberedBy(schema.sequence(sequence).name()).required();
    }

    private Column identity(Column column) {
        if (tokens.accept('(')) {
            long line = tokens.peek().line();
            tokens.wholeNumber();
            tokens.expect(',');
            long step = tokens.wholeNumber();
            tokens.expect(')');
            if (step != 1) {
                schema.warn(
                        line,
                        "the identity of " + table.name() + "." + column.name() + " steps by " + step
                                + "; the autoincrement field steps by 1");
            }
        }
        return column.numberedBy(null);
    }

    private Column computed(Column column, long line) {
        if (tokens.peek().isSymbol('(')) {
            tokens.skipBrackets();
        }
        schema.warn(
                line,
                "the column " + table.name() + "." + column.name()
                        + " is computed by the database: the dump does not hold its values");
        return new Column(column.name(), column.type(), false, false, null, true);
    }

    private boolean atType() {
        Token token = tokens.peek();
        return (token.kind() == Token.Kind.WORD && !AFTER_TYPE.contains(token.keyword()))
                || token.kind() == Token.Kind.NAME;
    }

    /** A type; empty when the column has none. */
    SqlType type() {
        StringBuilder name = new StringBuilder();
        List<String> arguments = new ArrayList<>();
        boolean unsigned = false;
        int dimensions = 0;
        while (true) {
            if (tokens.accept("UNSIGNED")) {
                unsigned = true;
            } else if (tokens.accept("SIGNED") || tokens.accept("ZEROFILL") || tokens.accept("BINARY", "COLLATE")) {

            } else if (tokens.accept("CHARACTER", "SET") || tokens.accept("CHARSET")) {
                tokens.name();
            } else if (tokens.accept("COLLATE")) {
                Names.qualified(tokens, schema);
            } else if (tokens.peek().isSymbol('(') && name.length() > 0 && arguments.isEmpty()) {
                readArguments(arguments);
            } else if (tokens.peek().isSymbol('[') && schema.dialect() == Dialect.POSTGRESQL) {
                tokens.next();
                if (!tokens.accept(']')) {
                    tokens.next();
                    tokens.expect(']');
                }
                dimensions++;
            } else if (tokens.accept("ARRAY")) {
                dimensions++;
            } else if (atType()) {
                boolean first = name.length() == 0;
                name.append(first ? "" : " ")
                        .append((first ? Names.qualified(tokens, schema).name() : tokens.name())
                                .toLowerCase(Locale.ROOT));
            } else {
                return new SqlType(name.toString(), List.copyOf(arguments), unsigned, dimensions);
            }
        }
    }

    private void readArguments(List<String> arguments) {
        tokens.expect('(');
        while (!tokens.accept(')')) {
            Token token = tokens.next();
            if (token.kind() == Token.Kind.END) {
                throw tokens.unexpected("')'");
            }
            if (!token.isSymbol(',')) {
                arguments.add(token.text());
            }
        }
    }

    /** The sequence that a call of nextval names, or null when none stands here. */
    static @Nullable QualifiedName nextValue(TokenCursor tokens, Schema schema) {
        int start = tokens.mark();
        if (tokens.acceptFunction("PG_CATALOG")) {
            tokens.accept('.');
        }
        if (tokens.acceptFunction("NEXTVAL") && tokens.accept('(')) {
            QualifiedName name = Names.quoted(tokens, schema);
            if (tokens.accept(')')) {
                return name;
            }
        }
        tokens.back(start);
        if (tokens.accept("NEXT", "VALUE", "FOR")) {
            return Names.qualified(tokens, schema);
        }
        return null;
    }
}
