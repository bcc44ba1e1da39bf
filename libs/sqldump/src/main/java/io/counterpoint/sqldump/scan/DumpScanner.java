package io.counterpoint.sqldump.scan;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.row.LiteralReader;
import io.counterpoint.sqldump.row.RowBatch;
import io.counterpoint.sqldump.row.RowTarget;
import io.counterpoint.sqldump.row.SqlValue;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.source.ByteWindow;
import io.counterpoint.sqldump.source.DialectRecognizer;
import io.counterpoint.sqldump.source.TextStream;
import io.counterpoint.sqldump.statement.Effect;
import io.counterpoint.sqldump.statement.InsertReader;
import io.counterpoint.sqldump.statement.StatementReader;
import io.counterpoint.sqldump.token.Lexer;
import io.counterpoint.sqldump.token.TokenCursor;
import io.counterpoint.sqldump.token.Walker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dump from its first byte to its last: statements go into the {@link #schema}, rows come out in batches. Holds
 * one statement or one batch at a time, whatever the size of the file. One thread.
 */
public final class DumpScanner {
    private final ByteWindow window;
    private final Walker walker;
    private final Schema schema;
    private final StatementReader statements;
    private final StatementEnds ends;
    private final Map<String, Long> skipped = new TreeMap<>();

    /** Set while lines of COPY follow. */
    private @Nullable RowTarget copy;

    /** Set while tuples of an INSERT follow. */
    private @Nullable RowTarget insert;

    /** The beginning of the INSERT read last: dumps repeat it thousands of times. */
    private byte[] headBytes = {};

    private @Nullable RowTarget headTarget;
    private @Nullable RowBatch batch;
    private long rows;

    /**
     * A scanner at the beginning of a dump.
     *
     * @param in the dump, not compressed, which the caller closes
     * @param given its dialect; null: recognized from its beginning
     * @throws DumpException when it is not given and cannot be recognized
     */
    public DumpScanner(InputStream in, @Nullable Dialect given) throws IOException {
        window = new ByteWindow(TextStream.of(in));
        Dialect dialect = given != null
                ? given
                : DialectRecognizer.recognize(window)
                        .orElseThrow(() -> new DumpException(
                                0,
                                "the beginning does not tell which database wrote this file; name it with --dialect"));
        schema = new Schema(dialect);
        walker = new Walker(window, dialect);
        ends = new StatementEnds(window, walker, dialect);
        statements = new StatementReader(schema);
        Comments.database(window).ifPresent(schema::setDatabase);
    }

    /** What was declared so far. */
    public Schema schema() {
        return schema;
    }

    /** How often which kind of statement was left out. */
    public Map<String, Long> skipped() {
        return Collections.unmodifiableMap(skipped);
    }

    /** How many bytes were read, after decompression. */
    public long offset() {
        return window.offset();
    }

    /**
     * Reads on until a batch of rows is complete.
     *
     * @return null at the end of the dump
     * @throws DumpException with the line, when something could change data and is not understood
     */
    public @Nullable RowBatch next() {
        while (true) {
            if (copy != null) {
                copyLines(copy);
            } else if (insert != null) {
                tuples(insert);
            } else if (!statement()) {
                return release();
            }
            RowBatch complete = complete();
            if (complete != null) {
                return complete;
            }
        }
    }

    private @Nullable RowBatch complete() {
        RowTarget next = copy != null ? copy : insert;
        if (batch != null && (batch.isFull() || (next != null && !next.equals(batch.target())))) {
            return release();
        }
        return null;
    }

    private @Nullable RowBatch release() {
        RowBatch ready = batch;
        batch = null;
        return ready;
    }

    private RowBatch batch(RowTarget target) {
        RowBatch current = batch;
        if (current == null) {
            current = new RowBatch(target, rows, window.line());
            batch = current;
        }
        return current;
    }

    // Statements

    private boolean statement() {
        if (!ends.toStatement(schema)) {
            return false;
        }
        if (ends.atWord(0, "INSERT") || ends.atWord(0, "REPLACE")) {
            startInsert();
            return true;
        }
        headTarget = null;
        int end = ends.statementEnd();
        Effect effect = statements.read(tokens(end));
        window.consume(end);
        ends.terminator();
        if (effect instanceof Effect.Skipped skip) {
            skipped.merge(skip.what(), 1L, Long::sum);
        } else if (effect instanceof Effect.CopyFollows follows) {
            startCopy(follows.target());
        }
        return true;
    }

    private TokenCursor tokens(int end) {
        int base = window.base();
        return Lexer.read(window.array(), base, base + end, schema.dialect(), schema.charset(), window.line());
    }

    // COPY

    private void startCopy(RowTarget target) {
        while (window.at(0) == ' ' || window.at(0) == '\t' || window.at(0) == '\r') {
            window.consume(1);
        }
        if (window.at(0) != '\n') {
            throw new DumpException(window.line(), "COPY is not followed by a line of its own");
        }
        window.consume(1);
        copy = target;
        statements.markUsed(target.table());
    }

    /** Takes lines until the batch is full or the data end. */
    private void copyLines(RowTarget target) {
        if (batch != null && !target.equals(batch.target())) {
            return;
        }
        RowBatch into = batch(target);
        while (!into.isFull()) {
            int end = lineEnd();
            byte[] bytes = window.array();
            int base = window.base();
            int length = end > 0 && bytes[base + end - 1] == '\r' ? end - 1 : end;
            if (length == 2 && bytes[base] == '\\' && bytes[base + 1] == '.') {
                window.consume(end);
                if (window.at(0) == '\n') {
                    window.consume(1);
                }
                copy = null;
                if (into.count() == 0) {
                    batch = null;
                }
                return;
            }
            if (window.at(end) < 0) {
                throw new DumpException(
                        window.line(), "the file ends inside the rows of " + target.table() + ": it is cut off");
            }
            into.add(window.array(), window.base(), length, window.line());
            rows++;
            window.consume(end + 1, 1);
        }
    }

    /** The index of the line end that closes the row, or of the end of the file. */
    private int lineEnd() {
        int i = 0;
        while (true) {
            byte[] bytes = window.array();
            int base = window.base();
            int limit = window.available();
            while (i < limit && bytes[base + i] != '\n') {
                i++;
            }
            if (i < limit) {
                int backslashes = 0;
                while (backslashes < i && bytes[base + i - 1 - backslashes] == '\\') {
                    backslashes++;
                }
                if (backslashes % 2 == 0) {
                    return i;
                }
                // A line end behind a backslash belongs to the value.
                i++;
            } else if (!window.fill()) {
                return i;
            }
        }
    }

    // INSERT

    private void startInsert() {
        if (headTarget != null && startsWith(headBytes)) {
            window.consume(headBytes.length);
            insert = headTarget;
            return;
        }
        int end = ends.headEnd();
        RowTarget target = InsertReader.head(tokens(end), schema);
        headBytes = window.copy(0, end);
        headTarget = target;
        window.consume(end);
        insert = target;
        statements.markUsed(target.table());
    }

    private boolean startsWith(byte[] head) {
        if (window.at(head.length) < 0) {
            return false;
        }
        byte[] bytes = window.array();
        int base = window.base();
        for (int i = 0; i < head.length; i++) {
            if (bytes[base + i] != head[i]) {
                return false;
            }
        }
        return !Walker.isWord(window.at(head.length));
    }

    /** Takes tuples until the batch is full or the statement ends. */
    private void tuples(RowTarget target) {
        boolean own = target.table().name().startsWith("sqlite_");
        if (!own && batch != null && !target.equals(batch.target())) {
            return;
        }
        while (true) {
            ends.skipBlanks();
            if (window.at(0) != '(') {
                throw new DumpException(window.line(), "a row is expected behind VALUES");
            }
            int end = ends.tupleEnd();
            boolean full = false;
            if (own) {
                ownTable(target, end);
            } else {
                RowBatch into = batch(target);
                into.add(window.array(), window.base(), end, window.line());
                rows++;
                full = into.isFull();
            }
            window.consume(end);
            ends.skipBlanks();
            if (window.at(0) != ',') {
                finishInsert();
                return;
            }
            window.consume(1);
            if (full) {
                return;
            }
        }
    }

    private void finishInsert() {
        int end = ends.insertEnd();
        InsertReader.tail(tokens(end));
        window.consume(end);
        ends.terminator();
        insert = null;
    }

    /** A row of one of SQLite's own tables: of sqlite_sequence it is the position of a counter. */
    private void ownTable(RowTarget target, int end) {
        if (!target.table().name().equals(InsertReader.SQLITE_SEQUENCE)) {
            return;
        }
        TokenCursor row = tokens(end);
        LiteralReader literals = new LiteralReader(row, schema.dialect(), schema.charset());
        row.expect('(');
        SqlValue table = literals.value();
        row.expect(',');
        long line = row.peek().line();
        if (table instanceof SqlValue.Text name && !row.peek().isWord("NULL")) {
            try {
                schema.find(schema.complete(null, name.text())).ifPresent(found -> found.setLast(row.wholeNumber()));
            } catch (CharacterCodingException e) {
                throw new DumpException(line, "a name holds bytes that are no " + schema.charset());
            }
        }
    }
}
