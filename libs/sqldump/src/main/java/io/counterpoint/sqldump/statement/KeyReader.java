package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.schema.Key;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.Table;
import io.counterpoint.sqldump.token.Token;
import io.counterpoint.sqldump.token.TokenCursor;
import java.util.ArrayList;
import java.util.List;

/** Reads keys and indexes: as constraints of a table, and as statements of their own. */
final class KeyReader {
    private final TokenCursor tokens;
    private final Schema schema;

    KeyReader(TokenCursor tokens, Schema schema) {
        this.tokens = tokens;
        this.schema = schema;
    }

    /**
     * Reads a constraint of a table if one stands here.
     *
     * @return whether one stood here; one that is no key is moved over
     */
    boolean constraint(Table table) {
        int start = tokens.mark();
        long line = tokens.peek().line();
        String name = "";
        if (tokens.accept("CONSTRAINT")) {
            boolean anonymous = tokens.peek().isWord("PRIMARY")
                    || tokens.peek().isWord("UNIQUE")
                    || tokens.peek().isWord("FOREIGN")
                    || tokens.peek().isWord("CHECK");
            name = anonymous ? "" : Names.qualified(tokens, schema).name();
        }
        if (tokens.accept("PRIMARY", "KEY")) {
            key(table, name, true, true, line);
            return true;
        }
        if (tokens.peek().isWord("UNIQUE") && isConstraintWord(1)) {
            tokens.next();
            boolean worded = tokens.accept("KEY") || tokens.accept("INDEX");
            String own = !tokens.peek().isSymbol('(') && !isKeyWord() && (worded || schema.dialect() == Dialect.MYSQL)
                    ? tokens.name()
                    : "";
            key(table, own.isEmpty() ? name : own, true, false, line);
            return true;
        }
        boolean indexes = schema.dialect() == Dialect.MYSQL || schema.dialect() == Dialect.SQL_SERVER;
        if (indexes && (tokens.accept("KEY") || tokens.accept("INDEX"))) {
            String own = tokens.peek().isSymbol('(') ? "" : tokens.name();
            boolean unique = tokens.accept("UNIQUE");
            key(table, own, unique, false, line);
            return true;
        }
        if (schema.dialect() == Dialect.MYSQL && (tokens.accept("FULLTEXT") || tokens.accept("SPATIAL"))) {
            schema.warn(line, "a FULLTEXT or SPATIAL key of " + table.name() + " is left out");
            tokens.skipItem();
            return true;
        }
        if ((tokens.peek().isWord("FOREIGN") && tokens.peek(1).isWord("KEY"))
                || (tokens.peek().isWord("CHECK") && tokens.peek(1).isSymbol('('))
                || (tokens.peek().isWord("EXCLUDE") && isConstraintWord(1))
                || (tokens.peek().isWord("NOT") && tokens.peek(1).isWord("NULL"))
                || tokens.peek().isWord("DEFAULT")
                || (tokens.peek().isWord("PERIOD") && tokens.peek(1).isWord("FOR"))) {
            if (tokens.peek().isWord("EXCLUDE")) {
                schema.warn(line, "the exclusion constraint of " + table.name() + " is left out");
            }
            tokens.skipItem();
            return true;
        }
        tokens.back(start);
        return false;
    }

    private boolean isKeyWord() {
        return tokens.peek().isWord("CLUSTERED")
                || tokens.peek().isWord("NONCLUSTERED")
                || tokens.peek().isWord("NULLS")
                || tokens.peek().isWord("USING");
    }

    private boolean isConstraintWord(int ahead) {
        Token token = tokens.peek(ahead);
        return token.isSymbol('(')
                || token.isWord("KEY")
                || token.isWord("INDEX")
                || token.isWord("CLUSTERED")
                || token.isWord("NONCLUSTERED")
                || token.isWord("NULLS")
                || token.isWord("USING")
                || (schema.dialect() == Dialect.MYSQL && token.kind() == Token.Kind.NAME);
    }

    /** What follows the words of a key, up to the comma or bracket behind it. */
    private void key(Table table, String name, boolean unique, boolean primary, long line) {
        boolean nullsEqual = schema.dialect() == Dialect.SQL_SERVER;
        while (!tokens.peek().isSymbol('(')) {
            if (tokens.atEnd() || tokens.peek().isSymbol(',')) {
                // PRIMARY KEY USING INDEX names an index that was created before.
                schema.warn(line, "a key of " + table.name() + " without columns is left out");
                return;
            }
            nullsEqual |= tokens.peek().isWord("NULLS") && tokens.peek(1).isWord("NOT");
            tokens.next();
        }
        add(table, name, unique, primary, nullsEqual, line);
        tokens.skipItem();
    }

    private void add(Table table, String name, boolean unique, boolean primary, boolean nullsEqual, long line) {
        boolean autoincrement = false;
        List<Key.Part> parts = new ArrayList<>();
        String obstacle = "";
        tokens.expect('(');
        do {
            if (!tokens.atName()
                    || (tokens.peek(1).isSymbol('(') && tokens.peek(2).kind() != Token.Kind.NUMBER)) {
                obstacle = "an expression";
                tokens.skipItem();
                continue;
            }
            String column = tokens.name();
            if (tokens.peek().isSymbol('(')) {
                obstacle = "a part of a column";
                tokens.skipBrackets();
            }
            boolean descending = false;
            while (!tokens.peek().isSymbol(',') && !tokens.peek().isSymbol(')') && !tokens.atEnd()) {
                descending |= tokens.peek().isWord("DESC");
                autoincrement |= tokens.peek().isWord("AUTOINCREMENT");
                if (tokens.peek().isSymbol(':') || tokens.peek().isSymbol('-')) {
                    obstacle = "an expression";
                }
                if (tokens.peek().isSymbol('(')) {
                    tokens.skipBrackets();
                } else {
                    tokens.next();
                }
            }
            parts.add(new Key.Part(column, descending));
        } while (tokens.accept(','));
        tokens.expect(')');
        if (!obstacle.isEmpty()) {
            schema.warn(
                    line,
                    "the " + (unique ? "unique " : "") + "index " + name + " of " + table.name() + " is over "
                            + obstacle + " and is left out");
            return;
        }
        table.add(new Key(name, List.copyOf(parts), unique, primary, nullsEqual), line);
        if (autoincrement
                || (primary && parts.size() == 1 && isRowid(table, parts.get(0).column()))) {
            table.put(table.column(parts.get(0).column(), line).numberedBy(null).required());
        }
    }

    private boolean isRowid(Table table, String column) {
        return schema.dialect() == Dialect.SQLITE
                && table.find(column)
                        .filter(c -> c.type().name().equals("integer"))
                        .isPresent();
    }

    /** {@code CREATE [UNIQUE] INDEX name ON table (…)}, from behind INDEX. */
    Effect createIndex(boolean unique, boolean plain) {
        long line = tokens.peek().line();
        tokens.accept("CONCURRENTLY");
        tokens.accept("IF", "NOT", "EXISTS");
        String name = tokens.peek().isWord("ON")
                ? ""
                : Names.qualified(tokens, schema).name();
        tokens.expect("ON");
        tokens.accept("ONLY");
        var tableName = Names.qualified(tokens, schema);
        if (schema.isPartition(tableName)) {
            return new Effect.Skipped("CREATE INDEX of a partition");
        }
        if (schema.find(tableName).isEmpty()) {
            // A materialized view can have indexes; views are left out with all that belongs to them.
            return new Effect.Skipped("CREATE INDEX of a view");
        }
        Table table = schema.table(tableName, line);
        String method = tokens.accept("USING") ? tokens.name() : "btree";
        int start = tokens.mark();
        tokens.skipBrackets();
        boolean nullsEqual = schema.dialect() == Dialect.SQL_SERVER;
        boolean partial = false;
        while (!tokens.atEnd()) {
            partial |= tokens.peek().isWord("WHERE");
            nullsEqual |= tokens.peek().isWord("NULLS") && tokens.peek(1).isWord("NOT");
            tokens.next();
        }
        if (!plain || !(method.equals("btree") || method.equals("hash")) || partial) {
            schema.warn(
                    line,
                    "the " + (unique ? "unique " : "") + "index " + name + " of " + table.name() + " "
                            + (partial ? "has a condition" : "is of a kind that has no counterpart")
                            + " and is left out");
            return Effect.Applied.INSTANCE;
        }
        tokens.back(start);
        add(table, name, unique, false, nullsEqual, line);
        return Effect.Applied.INSTANCE;
    }
}
