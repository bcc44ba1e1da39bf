package io.counterpoint.cli.restore;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.restore.RestoreConfig;
import io.counterpoint.restore.RestoreException;
import io.counterpoint.restore.SqlRestore;
import io.counterpoint.restore.report.RestoreReport;
import io.counterpoint.restore.source.DumpSource;
import io.counterpoint.sqldump.Dialect;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** One run of a restore from a SQL dump, with threads, clock, progress bar and report. */
public final class SqlDumpRun {
    private SqlDumpRun() {}

    /**
     * What the command line says.
     *
     * @param file a path, or {@code -}
     * @param dialect a dialect's name in any case; null: recognized
     * @param report where the report goes as JSON; null: nowhere
     */
    public record Request(
            String file,
            @Nullable String uri,
            @Nullable String database,
            Map<String, String> namespaces,
            @Nullable String dialect,
            boolean dryRun,
            boolean drop,
            boolean resume,
            boolean raiseCounters,
            int writers,
            @Nullable Path report) {}

    /**
     * Runs it to its end.
     *
     * @return whether the restore is complete
     * @throws StartupException when it cannot begin
     */
    public static boolean run(Request request, PrintWriter out, PrintWriter err) throws InterruptedException {
        RestoreConfig config = new RestoreConfig(
                request.uri(),
                request.database(),
                request.namespaces(),
                dialect(request.dialect()),
                request.dryRun(),
                request.drop(),
                request.resume(),
                request.raiseCounters());
        ExecutorService executor = Executors.newFixedThreadPool(request.writers());
        try (DumpSource source = open(request.file());
                ProgressLine progress = ProgressLine.of(source, err)) {
            int run = new SplittableRandom().nextInt();
            RestoreReport report = new SqlRestore(config, source, executor, Clock.systemUTC(), run, progress).run();
            progress.clear();
            write(report, request.report());
            out.print(report.text());
            out.flush();
            if (report.failure() != null) {
                err.println("counterpoint: " + report.failure());
                if (!config.dryRun() && report.rows() > 0) {
                    err.println("counterpoint: what was restored stays; --resume goes on, --drop begins anew");
                }
            }
            return report.failure() == null;
        } catch (RestoreException e) {
            throw new StartupException(String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            throw new StartupException("there is no file " + e.getFile());
        } catch (IOException e) {
            throw new StartupException(request.file() + ": " + e.getMessage());
        } finally {
            executor.shutdownNow();
        }
    }

    private static DumpSource open(String file) throws IOException {
        return file.equals(DumpSource.STANDARD_INPUT) ? DumpSource.of(file, System.in) : DumpSource.open(Path.of(file));
    }

    private static @Nullable Dialect dialect(@Nullable String name) {
        if (name == null) {
            return null;
        }
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "postgresql", "postgres", "pg" -> Dialect.POSTGRESQL;
            case "mysql", "mariadb" -> Dialect.MYSQL;
            case "sqlite" -> Dialect.SQLITE;
            case "sqlserver", "mssql" -> Dialect.SQL_SERVER;
            default ->
                throw new StartupException("--dialect: " + name + " is none of postgresql, mysql, sqlite, sqlserver");
        };
    }

    private static void write(RestoreReport report, @Nullable Path file) throws IOException {
        if (file != null) {
            Files.writeString(file, report.json() + "\n");
        }
    }
}
