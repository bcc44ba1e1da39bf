package io.counterpoint.e2e.restore;

import static io.counterpoint.e2e.restore.Restores.collection;
import static io.counterpoint.e2e.restore.Restores.counts;
import static io.counterpoint.e2e.restore.Restores.fixture;
import static io.counterpoint.e2e.restore.Restores.restore;
import static io.counterpoint.e2e.restore.Restores.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.e2e.deployment.ProgramRun;
import io.counterpoint.e2e.deployment.Target;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens around the dump: compression, pipes, errors half way, a kill, more data than memory. */
final class InterruptionTest {
    private static final int ROWS = 120_000;

    @TempDir
    private Path folder;

    private static void write(BufferedWriter out, int rows) throws IOException {
        out.write("-- PostgreSQL database dump\nCREATE TABLE public.big (id serial, text text);\n");
        out.write("COPY public.big (id, text) FROM stdin;\n");
        for (int i = 1; i <= rows; i++) {
            out.write(i + "\tthe row with the number " + i + " and some more text behind it\n");
        }
        out.write("\\.\nSELECT pg_catalog.setval('public.big_id_seq', " + rows + ", true);\n");
        out.write("ALTER TABLE ONLY public.big ADD CONSTRAINT big_pkey PRIMARY KEY (id);\n");
    }

    private Path big(String name) throws IOException {
        Path file = folder.resolve(name + ".sql");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            write(out, ROWS);
        }
        return file;
    }

    @Test
    void aKilledRestoreGoesOn() throws IOException, InterruptedException {
        Path dump = big("killed");
        String[] arguments = {
            "restore", dump.toString(), "--uri", Target.router().uri()
        };
        Process process = ProgramRun.builder(List.of(), List.of(arguments))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        while (process.isAlive() && collection("killed", "big").estimatedDocumentCount() < ROWS / 10) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        process.destroyForcibly().waitFor();
        long before = collection("killed", "big").countDocuments();
        assertThat(before).as("rows stored when it was killed").isBetween(1L, ROWS - 1L);

        ProgramRun again = restore(dump);
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.errors()).contains("killed.big is there already");

        succeeds(restore(dump, "--resume"));
        Set<Integer> ids = new HashSet<>();
        for (Document row : collection("killed", "big").find()) {
            assertThat(row.getString("text")).contains(" " + row.getInteger("id") + " ");
            assertThat(ids.add(row.getInteger("id"))).as("%s once", row).isTrue();
        }
        assertThat(ids).hasSize(ROWS);
        counts("killed", "big", "id", ROWS, new Document("text", "more"));
        assertThat(restore(dump, "--resume").errors()).contains("nothing to resume");
    }

    @Test
    void compressedAndPipedDumpsAreTheSame() throws IOException {
        byte[] sql = Files.readAllBytes(fixture("postgresql.sql"));
        Path zipped = folder.resolve("zipped");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            out.write(sql);
        }
        succeeds(restore(zipped));
        assertThat(collection("zipped", "orders").countDocuments()).isEqualTo(2);

        Path zstd = folder.resolve("zstd.sql.zst");
        Files.write(zstd, com.github.luben.zstd.Zstd.compress(sql));
        succeeds(restore(zstd));
        assertThat(collection("zstd", "orders").countDocuments()).isEqualTo(2);

        List<String> piped = List.of("restore", "-", "--uri", Target.router().uri(), "--database", "piped");
        succeeds(ProgramRun.of(List.of(), zipped, piped));
        assertThat(collection("piped", "orders").countDocuments()).isEqualTo(2);
    }

    @Test
    void anErrorNamesItsLineAndWhatWasStored() throws IOException {
        Path dump = folder.resolve("broken.sql");
        Files.writeString(dump, """
                -- PostgreSQL database dump
                CREATE TABLE a (id serial);
                CREATE TABLE b (n int);
                COPY a FROM stdin;
                1
                2
                \\.
                COPY b FROM stdin;
                x
                \\.
                """);
        ProgramRun run = restore(dump, "--report", folder.resolve("report.json").toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.errors()).contains("line 9: public.b.n: 'x' is no whole number", "--resume");
        assertThat(run.output()).contains("public.a -> broken.a: 2 rows");
        Document report = Document.parse(Files.readString(folder.resolve("report.json")));
        assertThat(report.getBoolean("complete")).isFalse();
        assertThat(report.getList("collections", Document.class).get(0).get("rows"))
                .isEqualTo(2);
        assertThat(restore(folder.resolve("none.sql")).errors()).contains("there is no file");
    }

    @Test
    void memoryStaysFlatWhateverTheSize() throws IOException, InterruptedException {
        Process process = ProgramRun.builder(
                        List.of("-Xmx40m"), List.of("restore", "-", "--dry-run", "--database", "flat"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        int rows = 3_000_000;
        try (BufferedWriter out = new BufferedWriter(
                new java.io.OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8), 1 << 16)) {
            write(out, rows);
        }
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        String said = Files.readString(folder.resolve("log"));
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).contains("public.big -> flat.big: " + rows + " rows", "flat.big.id: last " + rows);
    }
}
