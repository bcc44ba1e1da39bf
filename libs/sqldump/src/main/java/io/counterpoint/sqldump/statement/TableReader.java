package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.Table;
import io.counterpoint.sqldump.token.TokenCursor;
import java.util.Set;
import java.util.TreeSet;

/** Reads CREATE TABLE and ALTER TABLE. */
final class TableReader {
    private final TokenCursor tokens;
    private final Schema schema;

    TableReader(TokenCursor tokens, Schema schema) {
        this.tokens = tokens;
        this.schema = schema;
    }

    /** From behind TABLE. */
    Effect create() {
        tokens.accept("IF", "NOT", "EXISTS");
        long line = tokens.peek().line();
        QualifiedName name = Names.qualified(tokens, schema);
        if (name.name().startsWith("sqlite_") && schema.dialect() == Dialect.SQLITE) {
            return new Effect.Skipped("CREATE TABLE of SQLite itself");
        }
        if (tokens.accept("PARTITION", "OF")) {
            schema.attach(name, Names.qualified(tokens, schema));
            return Effect.Applied.INSTANCE;
        }
        if (!tokens.peek().isSymbol('(')) {
            throw new DumpException(
                    line, "CREATE TABLE " + name + " has no columns: tables made from queries are not supported");
        }
        Table table = schema.create(name, line);
        tokens.expect('(');
        while (!tokens.accept(')')) {
            if (tokens.peek().isWord("LIKE") && !tokens.peek(1).isSymbol(',')) {
                throw new DumpException(tokens.peek().line(), "CREATE TABLE … LIKE is not supported");
            }
            if (!new KeyReader(tokens, schema).constraint(table)) {
                new ColumnReader(tokens, schema, table).read();
            }
            if (!tokens.peek().isSymbol(')')) {
                tokens.expect(',');
            }
        }
        options(table);
        return Effect.Applied.INSTANCE;
    }

    private void options(Table table) {
        while (!tokens.atEnd()) {
            if (tokens.accept("AUTO_INCREMENT")) {
                tokens.accept('=');
                table.setLast(tokens.wholeNumber() - 1);
            } else if (tokens.accept("INHERITS")) {
                tokens.expect('(');
                do {
                    long line = tokens.peek().line();
                    schema.table(Names.qualified(tokens, schema), line).columns().stream()
                            .filter(column -> table.find(column.name()).isEmpty())
                            .forEach(table::put);
                } while (tokens.accept(','));
                tokens.expect(')');
            } else if (tokens.accept("WITHOUT", "ROWID")) {
                table.columns().stream().filter(Column::numbered).forEach(c -> table.put(c.notNumbered()));
            } else if (tokens.peek().isWord("SELECT")) {
                throw new DumpException(tokens.peek().line(), "the table " + table.name() + " is filled by a query");
            } else {
                tokens.next();
            }
        }
    }

    /** From behind TABLE. */
    Effect alter() {
        tokens.accept("IF", "EXISTS");
        tokens.accept("ONLY");
        long line = tokens.peek().line();
        QualifiedName name = Names.qualified(tokens, schema);
        tokens.accept('*');
        Set<String> skipped = new TreeSet<>();
        boolean applied = false;
        do {
            String skip = skippable(name);
            if (skip != null) {
                skipped.add(skip);
                tokens.skipItem();
            } else if (schema.isPartition(name)) {
                skipped.add("ALTER TABLE of a partition");
                tokens.skipItem();
            } else {
                action(schema.table(name, line));
                applied = true;
            }
        } while (tokens.accept(','));
        if (!tokens.atEnd()) {
            throw tokens.unexpected("the end of ALTER TABLE");
        }
        return applied ? Effect.Applied.INSTANCE : new Effect.Skipped(String.join(", ", skipped));
    }

    /** The name under which an action is counted that carries neither data nor keys, or null. */
    private @org.jspecify.annotations.Nullable String skippable(QualifiedName name) {
        if (tokens.accept("ATTACH", "PARTITION")) {
            schema.attach(Names.qualified(tokens, schema), name);
            return "ALTER TABLE … ATTACH PARTITION";
        }
        for (String word : new String[] {
            "OWNER", "ENABLE", "DISABLE", "CLUSTER", "REPLICA", "FORCE", "NO", "VALIDATE", "NOCHECK", "INHERIT", "ORDER"
        }) {
            if (tokens.peek().isWord(word)) {
                return "ALTER TABLE … " + word;
            }
        }
        if ((tokens.peek().isWord("SET") && schema.dialect() != Dialect.MYSQL)
                || (tokens.peek().isWord("CHECK") && tokens.peek(1).isWord("CONSTRAINT"))) {
            return "ALTER TABLE … " + tokens.peek().keyword();
        }
        if (tokens.peek().isWord("PARTITION")) {
            return "ALTER TABLE … PARTITION";
        }
        return null;
    }

    private void action(Table table) {
        long line = tokens.peek().line();
        if (tokens.accept("WITH")) {
            tokens.next();
        }
        if (tokens.accept("ADD")) {
            add(table, line);
        } else if (tokens.accept("MODIFY")) {
            tokens.accept("COLUMN");
            new ColumnReader(tokens, schema, table).read();
        } else if (tokens.accept("ALTER")) {
            tokens.accept("COLUMN");
            alterColumn(table, table.column(tokens.name(), line), line);
        } else if (tokens.accept("AUTO_INCREMENT")) {
            tokens.accept('=');
            table.setLast(tokens.wholeNumber() - 1);
        } else {
            throw new DumpException(
                    line, "ALTER TABLE " + table.name() + " " + tokens.peek().text() + " is not supported");
        }
    }

    private void add(Table table, long line) {
        int start = tokens.mark();
        if (tokens.accept("CONSTRAINT") && tokens.atName()) {
            Names.qualified(tokens, schema);
            if (tokens.accept("DEFAULT")) {
                defaultFor(table, line);
                return;
            }
        }
        tokens.back(start);
        if (tokens.accept("DEFAULT")) {
            defaultFor(table, line);
        } else if (!new KeyReader(tokens, schema).constraint(table)) {
            tokens.accept("COLUMN");
            tokens.accept("IF", "NOT", "EXISTS");
            new ColumnReader(tokens, schema, table).read();
        }
    }

    /** SQL Server's {@code ADD DEFAULT (…) FOR [column]}. */
    private void defaultFor(Table table, long line) {
        int start = tokens.mark();
        while (!tokens.atEnd()
                && !(tokens.peek().isWord("FOR")
                        && tokens.peek(1).kind() == io.counterpoint.sqldump.token.Token.Kind.NAME
                        && tokens.peek(2).kind() == io.counterpoint.sqldump.token.Token.Kind.END)) {
            tokens.next();
        }
        tokens.expect("FOR");
        Column column = table.column(tokens.name(), line);
        int end = tokens.mark();
        tokens.back(start);
        table.put(DefaultReader.read(tokens, schema, column, line));
        tokens.back(end);
    }

    private void alterColumn(Table table, Column column, long line) {
        if (tokens.accept("SET", "DEFAULT")) {
            table.put(DefaultReader.read(tokens, schema, column, line));
            tokens.skipItem();
        } else if (tokens.accept("ADD", "GENERATED")) {
            if (!tokens.accept("ALWAYS")) {
                tokens.expect("BY");
                tokens.expect("DEFAULT");
            }
            tokens.expect("AS");
            tokens.expect("IDENTITY");
            table.put(new ColumnReader(tokens, schema, table).identityColumn(column));
        } else if (tokens.accept("SET", "NOT", "NULL")) {
            table.put(column.required());
        } else if (tokens.peek().isWord("SET") || tokens.accept("DROP", "DEFAULT")) {
            tokens.skipItem();
        } else {
            throw new DumpException(
                    line, "this change of the column " + table.name() + "." + column.name() + " is not supported");
        }
    }
}
