package io.counterpoint.sqldump.row;

import io.counterpoint.sqldump.DumpException;
import io.counterpoint.sqldump.source.ByteText;
import io.counterpoint.sqldump.source.ByteWindow;
import io.counterpoint.sqldump.token.Escapes;
import io.counterpoint.sqldump.token.Lexer;
import io.counterpoint.sqldump.token.TokenCursor;
import io.counterpoint.sqldump.token.Walker;
import java.util.ArrayList;
import java.util.List;

/** Cuts a row into its values. Pure; any thread. */
public final class RowDecoder {
    private RowDecoder() {}

    /**
     * The values of a row, as many as the target has columns.
     *
     * @throws DumpException with the line, when there are more or fewer, or when one is no literal
     */
    public static List<SqlValue> decode(RowBatch batch, int row) {
        RowTarget target = batch.target();
        List<SqlValue> values = switch (target.form()) {
            case COPY -> copy(batch, row);
            case TUPLE -> tuple(batch, row);
        };
        if (values.size() != target.columns().size()) {
            throw new DumpException(
                    batch.line(row),
                    "a row of " + target.table() + " has " + values.size() + " values for "
                            + target.columns().size() + " columns");
        }
        return values;
    }

    private static List<SqlValue> copy(RowBatch batch, int row) {
        byte[] data = batch.data();
        int to = batch.to(row);
        List<SqlValue> values = new ArrayList<>(batch.target().columns().size());
        int i = batch.from(row);
        if (i == to && batch.target().columns().isEmpty()) {
            return values;
        }
        while (true) {
            int start = i;
            boolean escaped = false;
            while (i < to && data[i] != '\t') {
                if (data[i] == '\\') {
                    escaped = true;
                    i++;
                }
                i++;
            }
            values.add(
                    escaped
                            ? unescaped(batch, start, i)
                            : new SqlValue.Text(data, start, i, batch.target().charset()));
            if (i >= to) {
                return values;
            }
            i++;
        }
    }

    private static SqlValue unescaped(RowBatch batch, int from, int to) {
        byte[] data = batch.data();
        if (to - from == 2 && data[from] == '\\' && data[from + 1] == 'N') {
            return SqlValue.Null.INSTANCE;
        }
        byte[] bytes = Escapes.undo(data, from, to, Escapes.UNQUOTED, Escapes.Style.COPY);
        return new SqlValue.Text(bytes, batch.target().charset());
    }

    private static List<SqlValue> tuple(RowBatch batch, int row) {
        RowTarget target = batch.target();
        byte[] data = batch.data();
        int base = batch.from(row) + 1;
        int size = batch.to(row) - 1 - base;
        ByteWindow window = new ByteWindow(data, base, base + size, batch.line(row));
        Walker walker = new Walker(window, target.dialect());
        List<SqlValue> values = new ArrayList<>(target.columns().size());
        int i = 0;
        while (true) {
            while (i < size && (data[base + i] & 0xff) <= ' ') {
                i++;
            }
            int start = i;
            Walker.Element first = walker.element(i);
            int end = walker.end();
            boolean alone = end == size || data[base + end] == ',';
            if (alone && first == Walker.Element.STRING && data[base + start] == '\'') {
                values.add(string(data, base + start + 1, base + end - 1, target));
                i = end;
            } else if (alone && first == Walker.Element.NUMBER && isDecimal(data, base + start, base + end)) {
                values.add(new SqlValue.Numeric(ByteText.ascii(data, base + start, base + end)));
                i = end;
            } else if (alone && first == Walker.Element.WORD && isNull(data, base + start, base + end)) {
                values.add(SqlValue.Null.INSTANCE);
                i = end;
            } else {
                i = valueEnd(walker, window, start);
                TokenCursor tokens =
                        Lexer.read(data, base + start, base + i, target.dialect(), target.charset(), batch.line(row));
                values.add(new LiteralReader(tokens, target.dialect(), target.charset()).whole());
            }
            if (i >= size) {
                return values;
            }
            i++;
        }
    }

    private static SqlValue string(byte[] data, int from, int to, RowTarget target) {
        for (int i = from; i < to; i++) {
            if (data[i] == '\'' || data[i] == '\\') {
                Escapes.Style style = target.dialect().backslashEscapes() ? Escapes.Style.MYSQL : Escapes.Style.NONE;
                byte[] bytes = Escapes.undo(data, from, to, '\'', style);
                return new SqlValue.Text(bytes, target.charset());
            }
        }
        return new SqlValue.Text(data, from, to, target.charset());
    }

    private static boolean isDecimal(byte[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            if ((data[i] < '0' || data[i] > '9') && data[i] != '.') {
                return false;
            }
        }
        return true;
    }

    private static boolean isNull(byte[] data, int from, int to) {
        return to - from == 4
                && (data[from] | 0x20) == 'n'
                && (data[from + 1] | 0x20) == 'u'
                && (data[from + 2] | 0x20) == 'l'
                && (data[from + 3] | 0x20) == 'l';
    }

    /** The index of the comma behind the value that starts at an index, or of the end of the tuple. */
    private static int valueEnd(Walker walker, ByteWindow window, int from) {
        int depth = 0;
        int i = from;
        while (true) {
            Walker.Element element = walker.element(i);
            if (element == Walker.Element.END) {
                return i;
            }
            if (element == Walker.Element.SYMBOL) {
                int symbol = window.at(i);
                if (symbol == ',' && depth == 0) {
                    return i;
                }
                if (symbol == '(' || symbol == '[') {
                    depth++;
                } else if (symbol == ')' || symbol == ']') {
                    depth--;
                }
            }
            i = walker.end();
        }
    }
}
