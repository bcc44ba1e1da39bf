package io.counterpoint.sqldump.scan;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.row.RowBatch;
import io.counterpoint.sqldump.row.RowDecoder;
import io.counterpoint.sqldump.row.SqlValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads whole dumps into something that is easy to compare. */
final class Dumps {
    private Dumps() {}

    /** A scanner that has read everything, and what it read. */
    record Result(DumpScanner scanner, List<String> rows) {}

    static Result read(@Nullable Dialect dialect, String sql) {
        return read(dialect, new ByteArrayInputStream(sql.getBytes(StandardCharsets.UTF_8)));
    }

    static Result read(@Nullable Dialect dialect, InputStream in) {
        try {
            DumpScanner scanner = new DumpScanner(in, dialect);
            List<String> rows = new ArrayList<>();
            for (RowBatch batch = scanner.next(); batch != null; batch = scanner.next()) {
                for (int row = 0; row < batch.count(); row++) {
                    rows.add(batch.line(row) + " " + batch.target().table() + " "
                            + RowDecoder.decode(batch, row).stream()
                                    .map(Dumps::text)
                                    .collect(Collectors.joining("|")));
                }
            }
            return new Result(scanner, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(SqlValue value) {
        try {
            if (value instanceof SqlValue.Text text) {
                return "'" + text.text() + "'";
            }
        } catch (CharacterCodingException e) {
            return "malformed";
        }
        if (value instanceof SqlValue.Numeric number) {
            return number.digits();
        }
        if (value instanceof SqlValue.Binary binary) {
            return "x" + HexFormat.of().formatHex(binary.bytes());
        }
        if (value instanceof SqlValue.Bits bits) {
            return "b" + bits.bits();
        }
        if (value instanceof SqlValue.Truth truth) {
            return String.valueOf(truth.value());
        }
        return value.toString();
    }
}
