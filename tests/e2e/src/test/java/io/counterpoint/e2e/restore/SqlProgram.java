package io.counterpoint.e2e.restore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A SQL database of this machine with data of its own, started for one test: PostgreSQL, MariaDB or SQLite as Debian
 * packages them. Ends with its test.
 */
final class SqlProgram implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final List<String> client;
    private final List<String> dump;
    private final @Nullable Process server;

    private SqlProgram(Path folder, List<String> client, List<String> dump, @Nullable Process server) {
        this.folder = folder;
        this.client = client;
        this.dump = dump;
        this.server = server;
    }

    /** Where PostgreSQL's server programs are, if they are installed. */
    static Optional<Path> postgresqlPrograms() {
        Path versions = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(versions)) {
            return Optional.empty();
        }
        try (Stream<Path> found = Files.list(versions)) {
            return found.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SqlProgram postgresql(Path bin) throws IOException {
        Path folder = Files.createTempDirectory("counterpoint-pg-");
        // PostgreSQL refuses to run as root; Debian's package made a user for it.
        boolean root = "root".equals(System.getProperty("user.name"));
        List<String> as =
                root ? List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups") : List.of();
        if (root) {
            run(folder, null, List.of("chown", "postgres", folder.toString()));
        }
        String data = folder.resolve("data").toString();
        String user = "--username=postgres";
        run(folder, null, joined(as, bin + "/initdb", "-D", data, "-A", "trust", "-E", "UTF8", "--locale=C", user));
        Process server = start(
                folder, joined(as, bin + "/postgres", "-D", data, "-k", folder.toString(), "-c", "listen_addresses="));
        List<String> address = List.of("-h", folder.toString(), "-U", "postgres");
        List<String> client =
                joined(List.of(bin + "/psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-A", "-t", "-P"), "null=NULL");
        SqlProgram program = new SqlProgram(
                folder,
                joined(client, address.toArray(String[]::new)),
                joined(List.of(bin + "/pg_dump"), address.toArray(String[]::new)),
                server);
        program.awaitAnswer("SELECT 1");
        return program;
    }

    static SqlProgram mariadb() throws IOException {
        Path folder = Files.createTempDirectory("counterpoint-maria-");
        String data = "--datadir=" + folder.resolve("data");
        String user = "--user=" + System.getProperty("user.name");
        run(
                folder,
                null,
                List.of("mariadb-install-db", "--no-defaults", data, user, "--auth-root-authentication-method=normal"));
        String socket = "--socket=" + folder.resolve("socket");
        String mariadbd = Files.isExecutable(Path.of("/usr/sbin/mariadbd")) ? "/usr/sbin/mariadbd" : "mariadbd";
        Process server = start(
                folder,
                List.of(
                        mariadbd,
                        "--no-defaults",
                        data,
                        socket,
                        user,
                        "--skip-networking",
                        "--pid-file=" + folder.resolve("pid")));
        SqlProgram program = new SqlProgram(
                folder,
                List.of(
                        "mariadb",
                        "--no-defaults",
                        socket,
                        "-uroot",
                        "--default-character-set=utf8mb4",
                        "-N",
                        "-B",
                        "test"),
                List.of("mariadb-dump", "--no-defaults", socket, "-uroot", "test"),
                server);
        program.awaitAnswer("SELECT 1");
        return program;
    }

    static SqlProgram sqlite() throws IOException {
        Path folder = Files.createTempDirectory("counterpoint-sqlite-");
        List<String> client = List.of(
                "sqlite3",
                "-bail",
                "-nullvalue",
                "NULL",
                "-separator",
                "\t",
                folder.resolve("db").toString());
        return new SqlProgram(folder, client, joined(client, ".dump"), null);
    }

    private static List<String> joined(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return all;
    }

    private static Process start(Path folder, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private void awaitAnswer(String sql) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                execute(sql);
                return;
            } catch (AssertionError notYet) {
                if (System.nanoTime() > end || server == null || !server.isAlive()) {
                    throw new AssertionError(Files.readString(folder.resolve("log")), notYet);
                }
            }
        }
    }

    /** Runs a script and returns what it printed. */
    String execute(String sql) throws IOException {
        return new String(run(folder, sql, client), StandardCharsets.UTF_8);
    }

    /** The rows of a query whose values hold no tabs and line ends. */
    List<List<String>> rows(String sql) throws IOException {
        return execute(sql)
                .lines()
                .map(line -> List.of(line.split("[\t|]", -1)))
                .toList();
    }

    /** Dumps into a file. */
    Path dump(String... options) throws IOException {
        Path file = Files.createTempFile(folder, "dump-", ".sql");
        Files.write(file, run(folder, "", joined(dump, options)));
        return file;
    }

    private static byte[] run(Path folder, @Nullable String input, List<String> command) throws IOException {
        Path in = Files.createTempFile("counterpoint-sql-", ".in");
        Path out = Files.createTempFile("counterpoint-sql-", ".out");
        Path err = Files.createTempFile("counterpoint-sql-", ".err");
        try {
            Files.writeString(in, input == null ? "" : input);
            Process process = new ProcessBuilder(command)
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            boolean ended = process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            assertThat(ended && process.exitValue() == 0)
                    .as("%s in %s: %s", command, folder, Files.readString(err, StandardCharsets.UTF_8))
                    .isTrue();
            return Files.readAllBytes(out);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            Files.deleteIfExists(in);
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    @Override
    public void close() throws IOException {
        if (server != null) {
            server.destroy();
            try {
                if (!server.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                    server.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
