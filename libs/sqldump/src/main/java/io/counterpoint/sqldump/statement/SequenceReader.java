package io.counterpoint.sqldump.statement;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.Sequence;
import io.counterpoint.sqldump.schema.Table;
import io.counterpoint.sqldump.token.Token;
import io.counterpoint.sqldump.token.TokenCursor;

/** Reads sequences and what sets them. */
final class SequenceReader {
    private SequenceReader() {}

    /** {@code CREATE SEQUENCE} from behind SEQUENCE. */
    static Effect create(TokenCursor tokens, Schema schema) {
        tokens.accept("IF", "NOT", "EXISTS");
        QualifiedName name = Names.qualified(tokens, schema);
        schema.sequence(name);
        options(tokens, schema, name);
        return Effect.Applied.INSTANCE;
    }

    /** {@code ALTER SEQUENCE} from behind SEQUENCE. */
    static Effect alter(TokenCursor tokens, Schema schema) {
        tokens.accept("IF", "EXISTS");
        QualifiedName name = Names.qualified(tokens, schema);
        if (tokens.accept("OWNER") || tokens.accept("OWNED") || tokens.accept("SET")) {
            return new Effect.Skipped("ALTER SEQUENCE … OWNER, OWNED BY or SET");
        }
        long line = tokens.peek().line();
        if (tokens.accept("RESTART")) {
            tokens.accept("WITH");
            schema.sequence(name).set(tokens.wholeNumber(), false);
            return Effect.Applied.INSTANCE;
        }
        throw new DumpException(line, "this change of the sequence " + name + " is not supported");
    }

    /**
     * Options of a sequence up to the end or the closing bracket.
     *
     * @return its name, which SEQUENCE NAME may give
     */
    static QualifiedName options(TokenCursor tokens, Schema schema, QualifiedName given) {
        QualifiedName name = given;
        long increment = 1;
        Long start = null;
        Long minimum = null;
        boolean cycle = false;
        long line = tokens.peek().line();
        while (!tokens.atEnd() && !tokens.peek().isSymbol(')')) {
            if (tokens.accept("SEQUENCE", "NAME")) {
                name = Names.qualified(tokens, schema);
            } else if (tokens.accept("START")) {
                tokens.accept("WITH");
                start = tokens.wholeNumber();
            } else if (tokens.accept("INCREMENT")) {
                tokens.accept("BY");
                increment = tokens.wholeNumber();
            } else if (tokens.accept("NO", "CYCLE")
                    || tokens.accept("NO", "MINVALUE")
                    || tokens.accept("NO", "MAXVALUE")) {

            } else if (tokens.accept("CYCLE")) {
                cycle = true;
            } else if (tokens.accept("MINVALUE")) {
                minimum = tokens.wholeNumber();
            } else {
                tokens.next();
            }
        }
        if (increment == 0) {
            throw new DumpException(line, "the sequence " + name + " steps by 0");
        }
        long first = start != null ? start : minimum != null && increment > 0 ? minimum : increment > 0 ? 1 : -1;
        Sequence sequence = schema.sequence(name);
        sequence.declare(first, increment);
        if (first != 1 && sequence.last().isEmpty() && increment > 0) {
            // Without setval the sequence has never been used: its first number comes next.
            sequence.set(first, false);
        }
        if (increment != 1) {
            schema.warn(
                    line,
                    "the sequence " + name + " steps by " + increment
                            + (increment < 0
                                    ? ": a field cannot count down, so its column is not numbered"
                                    : "; the autoincrement field steps by 1"));
        }
        if (cycle) {
            schema.warn(line, "the sequence " + name + " begins again at its end; the autoincrement field does not");
        }
        return name;
    }

    /** Whether a call of setval stands here. */
    static boolean atSetValue(TokenCursor tokens) {
        int ahead = tokens.peek().isWord("PG_CATALOG") ? 2 : 0;
        return tokens.peek(ahead).isWord("SETVAL") && tokens.peek(ahead + 1).isSymbol('(');
    }

    /** {@code setval(sequence, number [, used])}; a number that is computed leaves it to the highest one stored. */
    static Effect setValue(TokenCursor tokens, Schema schema) {
        if (tokens.accept("PG_CATALOG")) {
            tokens.expect('.');
        }
        tokens.expect("SETVAL");
        tokens.expect('(');
        QualifiedName name = sequenceOf(tokens, schema);
        tokens.expect(',');
        Token value = tokens.peek();
        boolean literal = value.kind() == Token.Kind.NUMBER || value.kind() == Token.Kind.STRING || value.isSymbol('-');
        Sequence sequence = schema.sequence(name);
        if (!literal) {
            if (!highestStored(tokens)) {
                throw new DumpException(
                        value.line(), "setval of " + name + " is computed by something else than the highest number");
            }
            sequence.followStored();
            return Effect.Applied.INSTANCE;
        }
        long number = tokens.wholeNumber();
        if (tokens.peek().isSymbol(':')) {
            tokens.expect(':');
            tokens.expect(':');
            tokens.name();
        }
        boolean used = true;
        if (tokens.accept(',')) {
            Token flag = tokens.next();
            used = flag.isWord("TRUE")
                    || flag.text().equalsIgnoreCase("t")
                    || flag.text().equals("1");
        }
        tokens.expect(')');
        sequence.set(number, used);
        return Effect.Applied.INSTANCE;
    }

    private static QualifiedName sequenceOf(TokenCursor tokens, Schema schema) {
        int start = tokens.mark();
        tokens.accept("PG_CATALOG");
        tokens.accept('.');
        if (!tokens.accept("PG_GET_SERIAL_SEQUENCE")) {
            tokens.back(start);
            return Names.quoted(tokens, schema);
        }
        tokens.expect('(');
        long line = tokens.peek().line();
        Table table = schema.table(Names.quoted(tokens, schema), line);
        tokens.expect(',');
        Column column = table.column(tokens.next().text(), line);
        tokens.expect(')');
        QualifiedName sequence = column.sequence();
        if (sequence == null) {
            throw new DumpException(line, table.name() + "." + column.name() + " has no sequence");
        }
        return sequence;
    }

    private static boolean highestStored(TokenCursor tokens) {
        while (!tokens.atEnd()) {
            if (tokens.next().isWord("MAX")) {
                return true;
            }
        }
        return false;
    }

    /** {@code DBCC CHECKIDENT ('t', RESEED, n)} from behind DBCC. */
    static Effect dbcc(TokenCursor tokens, Schema schema) {
        long line = tokens.peek().line();
        if (schema.dialect() != Dialect.SQL_SERVER || !tokens.accept("CHECKIDENT")) {
            throw new DumpException(line, "this DBCC is not supported");
        }
        tokens.expect('(');
        Table table = schema.table(Names.quoted(tokens, schema), line);
        if (tokens.accept(',') && tokens.accept("RESEED") && tokens.accept(',')) {
            table.setLast(tokens.wholeNumber());
        }
        return Effect.Applied.INSTANCE;
    }
}
