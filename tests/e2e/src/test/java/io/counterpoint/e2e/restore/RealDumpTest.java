package io.counterpoint.e2e.restore;

import static io.counterpoint.e2e.restore.Restores.collection;
import static io.counterpoint.e2e.restore.Restores.counts;
import static io.counterpoint.e2e.restore.Restores.restore;
import static io.counterpoint.e2e.restore.Restores.succeeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.model.Sorts;
import io.counterpoint.e2e.deployment.Script;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Dumps that real databases write on the spot: every value is compared with what the database itself says. */
final class RealDumpTest {
    private static final int ROWS = 1500;

    /** What is hard to quote, as a SQL expression over a number. */
    private static String awkward(String character, String concatenation, String number) {
        List<String> parts = new ArrayList<>(List.of("'it''s; -- /* \" $$ `x` [y] '"));
        for (int code : new int[] {9, 10, 13, 92, 39, 34, 8, 0x1f600, 0xe9}) {
            parts.add(character.formatted(code));
            parts.add("'N'");
        }
        parts.add(number);
        return concatenation.equals("concat")
                ? "concat(" + String.join(",", parts) + ")"
                : "(" + String.join(" || ", parts) + ")";
    }

    /** Compares each document with the row that the database has: {@code columns} are expressions without tabs. */
    private static void same(
            SqlProgram program, String database, String table, String by, String columns, String... fields)
            throws IOException {
        List<List<String>> rows = program.rows("SELECT " + columns + " FROM " + table + " ORDER BY " + by + ";");
        List<Document> documents =
                collection(database, table).find().sort(Sorts.ascending(by)).into(new ArrayList<>());
        assertThat(documents).hasSameSizeAs(rows).isNotEmpty();
        for (int row = 0; row < rows.size(); row++) {
            for (int i = 0; i < fields.length; i++) {
                String said = rows.get(row).get(i);
                Object stored = documents.get(row).get(fields[i]);
                assertThat(says(stored, said))
                        .as("row %d, %s: stored %s, the database says %s", row, fields[i], stored, said)
                        .isTrue();
            }
        }
    }

    private static boolean says(@Nullable Object stored, String said) {
        if (stored == null || said.equals("NULL")) {
            return stored == null && said.equals("NULL");
        }
        if (stored instanceof String text) {
            return hex(text.getBytes(StandardCharsets.UTF_8)).equalsIgnoreCase(said);
        }
        if (stored instanceof Binary binary) {
            return hex(binary.getData()).equalsIgnoreCase(said);
        }
        if (stored instanceof Decimal128 decimal) {
            return decimal.isNaN()
                    ? said.equals("NaN")
                    : decimal.bigDecimalValue().compareTo(new BigDecimal(said)) == 0;
        }
        if (stored instanceof Double number) {
            return number.equals(Double.valueOf(said.replace("Inf", "Infinity").replace("Infinityinity", "Infinity")));
        }
        if (stored instanceof Boolean truth) {
            return List.of(truth ? "t" : "f", truth ? "1" : "0").contains(said.toLowerCase(Locale.ROOT));
        }
        if (stored instanceof Date date) {
            return date.toInstant().toEpochMilli() == new BigDecimal(said).longValue();
        }
        if (stored instanceof Document || stored instanceof List) {
            String json = new String(HexFormat.of().parseHex(said), StandardCharsets.UTF_8);
            return stored.equals(Document.parse("{\"v\": " + json + "}").get("v"));
        }
        return stored.toString().equals(said);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void postgresql() throws IOException {
        Path bin = SqlProgram.postgresqlPrograms().orElse(null);
        assumeTrue(bin != null, "PostgreSQL is not installed");
        if (bin == null) {
            return;
        }
        try (SqlProgram program = SqlProgram.postgresql(bin)) {
            program.execute(
                    """
                    CREATE TYPE mood AS ENUM ('sad', 'it''s ok');
                    CREATE DOMAIN amount AS numeric(20,4);
                    CREATE TABLE t (id bigserial PRIMARY KEY, s smallint, i integer, b bigint, n amount, f real, d double precision,
                      t text, v varchar(90) UNIQUE, c char(4), y bytea, dt date, ts timestamp, tz timestamptz, bo boolean, u uuid,
                      j json, jb jsonb, a text[], ia integer[], m mood, tm time, iv interval, bi bit(5), nn numeric);
                    CREATE TABLE ident (k integer GENERATED ALWAYS AS IDENTITY, x text);
                    CREATE TABLE empty (id serial, x text);
                    INSERT INTO t SELECT g, g %% 32000, -g * 1000003, g::bigint * 4294967297, g / 7.0, g / 3.0::real, 1e100 / g,
                      %s, 'v' || g, 'ab', decode(md5(g::text), 'hex') || '\\x00ff5c27'::bytea, date '1999-12-31' + g,
                      timestamp '2024-02-29 23:59:59.123' + g * interval '1 hour', timestamptz '1960-01-01 00:00:00.5+02' + g * interval '1 day',
                      g %% 2 = 0, md5(g::text)::uuid, '{"a": [1, 2.5, null, "x\\\\n"], "b": {"c": true}}', jsonb_build_object('g', g, 't', E'q"\\n'),
                      ARRAY['a"b', NULL, 'c,d', E'\\\\', '', 'NULL', '{x}'], ARRAY[g, NULL, -g], (ARRAY['sad', 'it''s ok'])[1 + g %% 2]::mood,
                      time '12:34:56.789', interval '1 day 02:03:04', B'10110', CASE WHEN g = 5 THEN 'NaN' ELSE g::numeric * 1.23456789 END
                      FROM generate_series(1, %d) g;
                    INSERT INTO t (id, s) VALUES (100000, NULL);
                    INSERT INTO ident (x) SELECT g::text FROM generate_series(1, 9) g;
                    DELETE FROM ident WHERE k > 5;
                    SELECT setval('t_id_seq', 123456);
                    CREATE INDEX t_i ON t (i DESC, b);
                    """.formatted(awkward("chr(%d)", "||", "g::text").replace("chr(128512)", "U&'\\+01F600'"), ROWS));
            String[] fields = "id s i b n f d t v c y dt ts tz bo u j jb a ia m tm iv bi nn".split(" ");
            List<String> columns = new ArrayList<>();
            for (String field : fields) {
                columns.add(
                        switch (field) {
                            case "c" -> "encode(bpcharsend(%s), 'hex')";
                            case "t", "v", "m", "tm", "iv", "bi" -> "encode(convert_to(%s::text, 'UTF8'), 'hex')";
                            case "j", "jb" -> "encode(convert_to(%s::text, 'UTF8'), 'hex')";
                            case "a", "ia" -> "encode(convert_to(to_json(%s)::text, 'UTF8'), 'hex')";
                            case "y" -> "encode(%s, 'hex')";
                            case "dt" -> "(extract(epoch from %s::timestamp) * 1000)::bigint";
                            case "ts", "tz" -> "(extract(epoch from %s) * 1000)::bigint";
                            case "u" -> "replace(%s::text, '-', '')";
                            default -> "%s";
                        });
                columns.set(columns.size() - 1, columns.get(columns.size() - 1).replace("%s", field));
            }
            String[][] forms = {
                {}, {"--inserts", "--rows-per-insert=100"}, {"--column-inserts"}, {"--quote-all-identifiers"}
            };
            for (int form = 0; form < forms.length; form++) {
                String database = "realpg" + form;
                succeeds(restore(program.dump(forms[form]), "--database", database));
                same(program, database, "t", "id", String.join(", ", columns), fields);
                counts(database, "t", "id", 123_456, new Document("i", form));
                counts(database, "ident", "k", 9, new Document("x", "more"));
                counts(database, "empty", "id", 0, new Document("x", "more"));
            }
        }
    }

    @Test
    void mariadb() throws IOException {
        assumeTrue(Script.isInstalled("mariadbd") && Script.isInstalled("mariadb-dump"), "MariaDB is not installed");
        try (SqlProgram program = SqlProgram.mariadb()) {
            program.execute("""
                    CREATE TABLE t (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, ti tinyint(1), bu bigint unsigned, n decimal(30,10),
                      f float, d double, t text, v varchar(200) CHARACTER SET latin1, y varbinary(100), bl longblob, dt date, ts datetime(3),
                      st timestamp NOT NULL DEFAULT '2024-01-01 00:00:00', bi bit(1), bb bit(12), e enum('a','it''s'), se set('x','y'), tm time, yr year,
                      UNIQUE KEY v (v), KEY n (n, d)) DEFAULT CHARSET=utf8mb4;
                    CREATE TABLE empty (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, x text) AUTO_INCREMENT=77;
                    INSERT INTO t SELECT seq, seq %% 5, 18446744073709551615 - seq, seq / 7, seq / 3, 1e100 / seq, %s, CONCAT('é', seq),
                      CONCAT(UNHEX(MD5(seq)), UNHEX('00FF5C27220A')), UNHEX(REPEAT('005C27FF1A', 20)), DATE '1999-12-31' + INTERVAL seq DAY,
                      TIMESTAMP'2024-02-29 23:59:59.123' + INTERVAL seq HOUR, '2024-03-01 12:00:00', seq %% 2, seq, IF(seq %% 2, 'a', 'it''s'), 'x,y',
                      '12:34:56', 1999 FROM seq_1_to_%d;
                    INSERT INTO t (id) VALUES (5000);
                    DELETE FROM t WHERE id = 5000;
                    """.formatted(
                            awkward("CHAR(%d USING utf8mb4)", "concat", "seq")
                                    .replace("CHAR(128512 USING utf8mb4)", "_utf8mb4 X'F09F9880'")
                                    .replace("CHAR(233 USING utf8mb4)", "'é'"),
                            ROWS));
            String[] fields = "id ti bu n f d t v y bl dt ts st bi bb e se tm yr".split(" ");
            List<String> columns = new ArrayList<>();
            for (String field : fields) {
                columns.add(
                        switch (field) {
                            case "t", "v", "e", "se", "tm" -> "HEX(CONVERT(%s USING utf8mb4))";
                            case "y", "bl" -> "HEX(%s)";
                            case "dt", "ts" -> "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', %s) / 1000";
                            case "st" -> "UNIX_TIMESTAMP(%s) * 1000";
                            case "bi", "bb" -> "%s + 0";
                            default -> "%s";
                        });
                columns.set(columns.size() - 1, columns.get(columns.size() - 1).replace("%s", field));
            }
            String[][] forms = {{}, {"--hex-blob", "--complete-insert"}, {"--skip-extended-insert", "--replace"}};
            for (int form = 0; form < forms.length; form++) {
                String database = "realmaria" + form;
                succeeds(restore(program.dump(forms[form]), "--database", database));
                same(program, database, "t", "id", String.join(", ", columns), fields);
                counts(database, "t", "id", 5000, new Document("n", 1));
                counts(database, "empty", "id", 76, new Document("x", "more"));
            }
        }
    }

    @Test
    void sqlite() throws IOException {
        assumeTrue(Script.isInstalled("sqlite3"), "sqlite3 is not installed");
        try (SqlProgram program = SqlProgram.sqlite()) {
            program.execute("""
                    CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, i INT, r REAL, t TEXT, b BLOB, "any thing");
                    WITH RECURSIVE g(g) AS (SELECT 1 UNION ALL SELECT g + 1 FROM g WHERE g < %d)
                      INSERT INTO t SELECT g, g * -4294967297, g / 3.0, %s, randomblob(g %% 40 + 1), CASE g %% 4 WHEN 0 THEN NULL WHEN 1 THEN g WHEN 2 THEN g || 'x' ELSE 1e999 END FROM g;
                    INSERT INTO t (id) VALUES (9000);
                    DELETE FROM t WHERE id = 9000;
                    CREATE TABLE plain (id INTEGER PRIMARY KEY, x);
                    INSERT INTO plain VALUES (4, 'x');
                    CREATE UNIQUE INDEX t_i ON t (i);
                    """.formatted(ROWS, awkward("char(%d)", "||", "g")));
            succeeds(restore(program.dump(), "--database", "realsqlite"));
            same(
                    program,
                    "realsqlite",
                    "t",
                    "id",
                    "id, i, printf('%!.20g', r), hex(t), hex(b), CASE typeof(\"any thing\") WHEN 'text' THEN hex(\"any thing\") ELSE \"any thing\" END",
                    "id",
                    "i",
                    "r",
                    "t",
                    "b",
                    "any thing");
            counts("realsqlite", "t", "id", 9000, new Document("t", "more"));
            counts("realsqlite", "plain", "id", 4, new Document("x", "more"));
        }
    }
}
