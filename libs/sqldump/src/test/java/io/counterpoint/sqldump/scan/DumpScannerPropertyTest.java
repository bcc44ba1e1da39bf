package io.counterpoint.sqldump.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random tables written as each dialect writes them come back equal, wherever the reads of the stream are cut. */
final class DumpScannerPropertyTest {
    private static final int ROUNDS = 60;
    private static final String[] PIECES = {
        "'",
        "\"",
        "\\",
        ";",
        "--",
        "/*",
        "*/",
        "$$",
        "$a$",
        "`",
        "[",
        "]",
        "(",
        ")",
        ",",
        "\t",
        "\n",
        "\r",
        "#",
        "\\N",
        "\\.",
        "GO",
        "é",
        "\ud83d\ude00",
        "a",
        "b",
        " ",
        "0",
        "NULL",
        "--x",
        "E'",
        "\b"
    };

    @Test
    void writtenRowsComeBackWhereverTheStreamIsCut() {
        Seeds.run(DumpScannerPropertyTest.class, ROUNDS, random -> {
            for (Dialect dialect : Dialect.values()) {
                check(random, dialect, false);
            }
            check(random, Dialect.POSTGRESQL, true);
        });
    }

    private static void check(SeededRandom random, Dialect dialect, boolean copy) {
        int columns = random.between(1, 4);
        List<List<String>> rows = new ArrayList<>();
        int count = random.between(0, 39);
        for (int r = 0; r < count; r++) {
            List<String> row = new ArrayList<>();
            for (int c = 0; c < columns; c++) {
                row.add(text(random));
            }
            rows.add(row);
        }
        byte[] sql = write(random, dialect, columns, rows, copy).getBytes(StandardCharsets.UTF_8);
        List<String> whole = Dumps.read(dialect, new ByteArrayInputStream(sql)).rows();
        List<String> cut = Dumps.read(dialect, new Cut(sql, random)).rows();
        assertThat(cut).isEqualTo(whole);
        assertThat(whole.stream().map(row -> row.substring(row.indexOf(" ", row.indexOf(' ') + 1) + 1)))
                .containsExactlyElementsOf(rows.stream()
                        .map(row -> String.join(
                                "|", row.stream().map(v -> "'" + v + "'").toList()))
                        .toList());
    }

    private static String text(SeededRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.between(0, 11);
        for (int i = 0; i < length; i++) {
            text.append(PIECES[random.between(0, PIECES.length - 1)]);
        }
        return text.toString();
    }

    private static String write(
            SeededRandom random, Dialect dialect, int columns, List<List<String>> rows, boolean copy) {
        StringBuilder sql = new StringBuilder("CREATE TABLE t (c0 text");
        for (int c = 1; c < columns; c++) {
            sql.append(", c").append(c).append(" text");
        }
        sql.append(");\n");
        if (copy) {
            sql.append("COPY t FROM stdin;\n");
            for (List<String> row : rows) {
                sql.append(String.join(
                                "\t",
                                row.stream()
                                        .map(DumpScannerPropertyTest::copyField)
                                        .toList()))
                        .append('\n');
            }
            return sql.append("\\.\n").toString();
        }
        boolean open = false;
        for (List<String> row : rows) {
            sql.append(open ? "," : "INSERT INTO t VALUES ");
            sql.append('(')
                    .append(String.join(
                            random.nextBoolean() ? "," : ", ",
                            row.stream()
                                    .map(value -> literal(random, dialect, value))
                                    .toList()))
                    .append(')');
            open = !random.oneIn(4);
            sql.append(open ? "" : ";\n");
        }
        return sql.append(open ? ";\n" : "").toString();
    }

    private static String literal(SeededRandom random, Dialect dialect, String value) {
        String doubled = value.replace("'", "''");
        return switch (dialect) {
            case MYSQL ->
                random.nextBoolean()
                        ? "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"
                        : "'" + doubled.replace("\\", "\\\\") + "'";
            case POSTGRESQL ->
                random.nextBoolean() ? "'" + doubled + "'::text" : "E'" + doubled.replace("\\", "\\\\") + "'";
            case SQLITE -> "'" + doubled + "'";
            case SQL_SERVER -> "N'" + doubled + "'";
        };
    }

    private static String copyField(String value) {
        return value.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    /** Gives a few bytes at a time. */
    private static final class Cut extends InputStream {
        private final ByteArrayInputStream in;
        private final SeededRandom random;

        Cut(byte[] bytes, SeededRandom random) {
            this.in = new ByteArrayInputStream(bytes);
            this.random = random;
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            return in.read(bytes, from, Math.min(length, random.between(1, 7)));
        }
    }
}
