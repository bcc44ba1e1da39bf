package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.row.RowTarget;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.SqlType;
import io.counterpoint.sqldump.schema.Table;
import io.counterpoint.sqldump.token.Token;
import io.counterpoint.sqldump.token.TokenCursor;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads one statement: it changes the schema, or stands on the list of those that carry neither data nor keys, or is
 * refused. Nothing is executed.
 */
public final class StatementReader {
    /** What may follow CREATE and is left out. */
    private static final Set<String> CREATED_ELSEWHERE = Set.of(
            "VIEW",
            "FUNCTION",
            "PROCEDURE",
            "TRIGGER",
            "EVENT",
            "EXTENSION",
            "SCHEMA",
            "DATABASE",
            "ROLE",
            "USER",
            "LOGIN",
            "CAST",
            "OPERATOR",
            "AGGREGATE",
            "COLLATION",
            "CONVERSION",
            "LANGUAGE",
            "POLICY",
            "RULE",
            "STATISTICS",
            "SERVER",
            "FOREIGN",
            "PUBLICATION",
            "SUBSCRIPTION",
            "TEXT",
            "ACCESS",
            "TRANSFORM",
            "MATERIALIZED",
            "CONSTRAINT",
            "SYNONYM",
            "CERTIFICATE",
            "PARTITION",
            "TABLESPACE",
            "ASSEMBLY",
            "PROC",
            "FULLTEXT",
            "XML",
            "STATISTIC",
            "TYPE",
            "DOMAIN",
            "DEFAULT");

    /** Statements that are left out whatever follows. */
    private static final Set<String> HARMLESS = Set.of(
            "LOCK",
            "UNLOCK",
            "COMMENT",
            "GRANT",
            "REVOKE",
            "ANALYZE",
            "BEGIN",
            "START",
            "COMMIT",
            "PRAGMA",
            "REFRESH",
            "SECURITY",
            "FLUSH",
            "PRINT",
            "DENY",
            "VACUUM",
            "CHECKPOINT",
            "REINDEX",
            "END",
            "SAVEPOINT",
            "RELEASE");

    private final Schema schema;

    /** A reader into a schema. */
    public StatementReader(Schema schema) {
        this.schema = schema;
    }

    /**
     * Reads a statement that is neither INSERT nor REPLACE.
     *
     * @throws DumpException when it could change data or keys and is not understood
     */
    public Effect read(TokenCursor tokens) {
        Token first = tokens.peek();
        if (first.kind() != Token.Kind.WORD) {
            throw tokens.unexpected("a statement");
        }
        String word = first.keyword();
        if (HARMLESS.contains(word)) {
            return new Effect.Skipped(word);
        }
        int start = tokens.mark();
        tokens.next();
        switch (word) {
            case "CREATE" -> {
                return create(tokens);
            }
            case "ALTER" -> {
                return alter(tokens);
            }
            case "DROP" -> {
                return drop(tokens);
            }
            case "COPY" -> {
                return copy(tokens);
            }
            case "SET" -> {
                return set(tokens);
            }
            case "USE" -> {
                return use(tokens);
            }
            case "DBCC" -> {
                return SequenceReader.dbcc(tokens, schema);
            }
            case "SELECT", "DO" -> {
                return call(tokens, word);
            }
            case "DELETE" -> {
                if (schema.dialect() == Dialect.SQLITE
                        && tokens.accept("FROM")
                        && tokens.name().equalsIgnoreCase("sqlite_sequence")
                        && tokens.atEnd()) {
                    return new Effect.Skipped("DELETE FROM sqlite_sequence");
                }
            }
            case "EXEC", "EXECUTE" -> {
                if (documents(tokens)) {
                    return new Effect.Skipped("EXEC of a description");
                }
            }
            default -> {}
        }
        tokens.back(start);
        throw refused(tokens);
    }

    private static DumpException refused(TokenCursor tokens) {
        return new DumpException(
                tokens.peek().line(),
                "'" + tokens.beginning(3) + "' is not understood and could change data; nothing is executed here");
    }

    private static boolean documents(TokenCursor tokens) {
        while (!tokens.atEnd()) {
            String text = tokens.next().text().toLowerCase(Locale.ROOT);
            if (text.equals("sp_addextendedproperty")
                    || text.equals("sp_dboption")
                    || text.equals("sp_fulltext_database")
                    || text.equals("sp_addrolemember")) {
                return true;
            }
        }
        return false;
    }

    private Effect create(TokenCursor tokens) {
        tokens.accept("OR", "REPLACE");
        tokens.accept("OR", "ALTER");
        while (tokens.accept("GLOBAL")
                || tokens.accept("LOCAL")
                || tokens.accept("TEMPORARY")
                || tokens.accept("TEMP")
                || tokens.accept("UNLOGGED")) {}

        while (tokens.accept("ALGORITHM") || tokens.accept("DEFINER") || tokens.accept("SQL", "SECURITY")) {
            definer(tokens);
        }
        if (tokens.accept("TABLE")) {
            return new TableReader(tokens, schema).create();
        }
        if (tokens.accept("SEQUENCE")) {
            return SequenceReader.create(tokens, schema);
        }
        if (tokens.accept("TYPE")) {
            return createType(tokens);
        }
        if (tokens.accept("DOMAIN")) {
            String name = Names.qualified(tokens, schema).name();
            tokens.accept("AS");
            schema.addDomain(name.toLowerCase(Locale.ROOT), typeAlone(tokens));
            return Effect.Applied.INSTANCE;
        }
        if (tokens.peek().isWord("DATABASE") && schema.database().isEmpty()) {
            tokens.next();
            tokens.accept("IF", "NOT", "EXISTS");
            schema.setDatabase(tokens.name());
            return new Effect.Skipped("CREATE DATABASE");
        }
        boolean unique = tokens.accept("UNIQUE");
        boolean plain = true;
        while (tokens.peek().isWord("CLUSTERED")
                || tokens.peek().isWord("NONCLUSTERED")
                || tokens.peek().isWord("COLUMNSTORE")
                || ((tokens.peek().isWord("FULLTEXT")
                                || tokens.peek().isWord("SPATIAL")
                                || tokens.peek().isWord("XML"))
                        && tokens.peek(1).isWord("INDEX"))) {
            plain &= tokens.next().keyword().endsWith("CLUSTERED");
        }
        if (tokens.accept("INDEX")) {
            return new KeyReader(tokens, schema).createIndex(unique, plain);
        }
        if (tokens.accept("VIRTUAL")) {
            throw new DumpException(tokens.peek().line(), "virtual tables are not supported");
        }
        String what = tokens.peek().keyword();
        if (CREATED_ELSEWHERE.contains(what)) {
            return new Effect.Skipped("CREATE " + what);
        }
        throw new DumpException(tokens.peek().line(), "CREATE " + what + " is not understood");
    }

    /** The value behind DEFINER=, ALGORITHM= or SQL SECURITY. */
    private static void definer(TokenCursor tokens) {
        tokens.accept('=');
        tokens.next();
        while (tokens.peek().isSymbol('@') || tokens.peek().text().startsWith("@")) {
            tokens.next();
            if (tokens.peek().kind() == Token.Kind.NAME) {
                tokens.next();
            }
        }
    }

    private Effect createType(TokenCursor tokens) {
        String name = Names.qualified(tokens, schema).name().toLowerCase(Locale.ROOT);
        if (tokens.accept("AS", "ENUM")) {
            schema.addEnum(name);
            return Effect.Applied.INSTANCE;
        }
        if (schema.dialect() == Dialect.SQL_SERVER && tokens.accept("FROM")) {
            schema.addDomain(name, typeAlone(tokens));
            return Effect.Applied.INSTANCE;
        }
        return new Effect.Skipped("CREATE TYPE");
    }

    private SqlType typeAlone(TokenCursor tokens) {
        Table nowhere = new Schema(schema.dialect()).create(new QualifiedName("", "domain"), 0);
        return schema.resolve(new ColumnReader(tokens, schema, nowhere).type());
    }

    private Effect alter(TokenCursor tokens) {
        if (tokens.accept("TABLE")) {
            return new TableReader(tokens, schema).alter();
        }
        if (tokens.accept("SEQUENCE")) {
            return SequenceReader.alter(tokens, schema);
        }
        return new Effect.Skipped("ALTER " + tokens.peek().keyword());
    }

    private Effect drop(TokenCursor tokens) {
        String what = tokens.peek().keyword();
        if (tokens.accept("TABLE")) {
            tokens.accept("IF", "EXISTS");
            long line = tokens.peek().line();
            QualifiedName name = Names.qualified(tokens, schema);
            if (schema.find(name).isPresent()) {
                if (used.contains(name)) {
                    throw new DumpException(line, "DROP TABLE " + name + " would take back rows that were restored");
                }
                schema.drop(name);
            }
        }
        return new Effect.Skipped("DROP " + what);
    }

    private final Set<QualifiedName> used = new java.util.HashSet<>();

    /** Remembers that rows of a table went out. */
    public void markUsed(QualifiedName table) {
        used.add(table);
    }

    private Effect set(TokenCursor tokens) {
        long line = tokens.peek().line();
        String name = tokens.peek().text().toLowerCase(Locale.ROOT);
        tokens.next();
        if (name.equals("names")) {
            schema.setCharset(tokens.next().text(), line);
        } else if (name.equals("search_path")) {
            searchPath(tokens);
        } else if (name.equals("client_encoding")) {
            if (!tokens.accept('=')) {
                tokens.accept("TO");
            }
            schema.setCharset(tokens.next().text(), line);
        } else if (name.equals("standard_conforming_strings")) {
            tokens.next();
            if (tokens.peek().text().equalsIgnoreCase("off")) {
                throw new DumpException(line, "standard_conforming_strings = off is not supported");
            }
        } else {
            sqlMode(tokens, line);
        }
        return new Effect.Skipped("SET");
    }

    /** Modes that change how strings read would change the data. */
    private static void sqlMode(TokenCursor tokens, long line) {
        while (!tokens.atEnd()) {
            Token token = tokens.next();
            String text = token.text().toUpperCase(Locale.ROOT);
            if (token.kind() == Token.Kind.STRING && (text.contains("NO_BACKSLASH_ESCAPES") || text.contains("ANSI"))) {
                throw new DumpException(line, "the mode " + token.text() + " is not supported");
            }
        }
    }

    private void searchPath(TokenCursor tokens) {
        if (!tokens.accept('=')) {
            tokens.accept("TO");
        }
        if (tokens.atName()) {
            String path = tokens.name();
            if (!path.equals("pg_catalog") && !path.isEmpty()) {
                schema.setCurrent(path);
            }
        }
    }

    private Effect use(TokenCursor tokens) {
        String name = tokens.name();
        if (schema.dialect() == Dialect.MYSQL) {
            schema.setCurrent(name);
        } else if (!name.equalsIgnoreCase("master")) {
            if (schema.database().isPresent() && !schema.database().get().equalsIgnoreCase(name)) {
                throw new DumpException(
                        tokens.peek().line(), "the file holds several databases; restore them one by one");
            }
            schema.setDatabase(name);
        }
        return new Effect.Skipped("USE");
    }

    private Effect call(TokenCursor tokens, String word) {
        long line = tokens.peek().line();
        if (SequenceReader.atSetValue(tokens)) {
            return SequenceReader.setValue(tokens, schema);
        }
        int ahead = tokens.peek().isWord("PG_CATALOG") ? 2 : 0;
        if (tokens.peek(ahead).isWord("SET_CONFIG")) {
            return new Effect.Skipped("SELECT set_config");
        }
        throw new DumpException(
                line, "'" + word + " " + tokens.peek().text() + "' is not understood and could change data");
    }

    private Effect copy(TokenCursor tokens) {
        long line = tokens.peek().line();
        QualifiedName name = Names.qualified(tokens, schema);
        Table table = schema.table(name, line);
        boolean none = tokens.peek().isSymbol('(') && tokens.peek(1).isSymbol(')');
        List<Column> columns = none ? List.of() : Names.columns(tokens, table, line);
        if (none) {
            tokens.skipBrackets();
        }
        tokens.expect("FROM");
        if (!tokens.accept("STDIN")) {
            throw new DumpException(line, "COPY from a file of the server is not supported");
        }
        if (!tokens.atEnd()) {
            throw new DumpException(line, "COPY with options is not supported: only the text format that dumps have");
        }
        return new Effect.CopyFollows(
                new RowTarget(table.name(), columns, RowTarget.Form.COPY, schema.dialect(), schema.charset()));
    }
}
