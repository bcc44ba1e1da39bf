package io.counterpoint.cli.command;

import io.counterpoint.cli.backup.BackupRestoreRun;
import io.counterpoint.cli.restore.SqlDumpRun;
import io.counterpoint.cli.version.ProductVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code counterpoint restore}: a SQL dump into a cluster, or what {@code backup} saved. */
@Command(
        name = "restore",
        description =
                "Restores a SQL dump: tables become collections, serial columns autoincrement fields. Or a folder of"
                        + " backups: into new data folders (--data), or into a running cluster (--uri).",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        sortOptions = false)
final class RestoreCommand implements Callable<Integer> {
    private static final int WRITERS_MAX = 64;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Parameters(
            paramLabel = "DUMP|BACKUPS",
            description =
                    "A dump of PostgreSQL, MySQL, MariaDB, phpMyAdmin, SQLite or SQL Server, plain or as .gz or .zst;"
                            + " - reads standard input. Or a folder of backups.")
    private String source = "";

    @Option(names = "--uri", paramLabel = "URI", description = "The cluster: mongodb://host:port[/database].")
    private @Nullable String uri;

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "For tables of the default schema (the one of the URI, of the dump, or the file's name).")
    private @Nullable String database;

    @Option(
            names = "--map",
            paramLabel = "SCHEMA.TABLE=DATABASE.COLLECTION",
            description = "Puts a table elsewhere; SCHEMA.*=DATABASE.* all tables of a schema. Can be repeated.")
    private Map<String, String> namespaces = new LinkedHashMap<>();

    @Option(
            names = "--dialect",
            paramLabel = "NAME",
            description = "postgresql, mysql, sqlite or sqlserver, where the dump does not tell.")
    private @Nullable String dialect;

    @Option(names = "--dry-run", description = "Reads everything, writes nothing, prints the plan.")
    private boolean dryRun;

    @Option(names = "--drop", description = "Drops collections of the same name first.")
    private boolean drop;

    @Option(names = "--resume", description = "Goes on with an interrupted restore of the same dump.")
    private boolean resume;

    @Option(
            names = "--raise-counters",
            description = "Lifts counters that the dump puts below the highest number stored.")
    private boolean raiseCounters;

    @Option(
            names = "--writers",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many batches are inserted at a time (${DEFAULT-VALUE}).")
    private int writers;

    @Option(names = "--report", paramLabel = "FILE", description = "Writes the report as JSON, too.")
    private @Nullable Path report;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Backups only: a new folder for the data of the same shards, for up --data.")
    private @Nullable Path data;

    @Option(
            names = "--shard",
            paramLabel = "NAME",
            description = "With --data: only this shard's data, for shard --data.")
    private @Nullable String shard;

    @Option(names = "--manifest", paramLabel = "FILE", description = "Which of the folder's backups (the newest).")
    private @Nullable Path manifest;

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = spec.commandLine();
        if (Files.isDirectory(Path.of(source))) {
            return restoreBackup(command);
        }
        if (writers < 1 || writers > WRITERS_MAX) {
            throw new ParameterException(command, "--writers is between 1 and " + WRITERS_MAX);
        }
        if (uri == null && !dryRun) {
            throw new ParameterException(command, "Missing required option: '--uri=URI' (or --dry-run)");
        }
        if (drop && resume) {
            throw new ParameterException(command, "--drop begins anew and --resume goes on: one of them");
        }
        if (data != null || shard != null || manifest != null) {
            throw new ParameterException(command, "--data, --shard and --manifest are for folders of backups");
        }
        SqlDumpRun.Request request = new SqlDumpRun.Request(
                source, uri, database, namespaces, dialect, dryRun, drop, resume, raiseCounters, writers, report);
        return SqlDumpRun.run(request, command.getOut(), command.getErr())
                ? CommandLine.ExitCode.OK
                : CommandLine.ExitCode.SOFTWARE;
    }

    private int restoreBackup(CommandLine command) throws InterruptedException {
        if ((data == null) == (uri == null)) {
            throw new ParameterException(command, "Where does the backup go? Either --data or --uri.");
        }
        boolean forDumps = database != null
                || !namespaces.isEmpty()
                || dialect != null
                || dryRun
                || drop
                || resume
                || raiseCounters
                || report != null
                || command.getParseResult().hasMatchedOption("--writers");
        if (forDumps || (shard != null && data == null)) {
            throw new ParameterException(
                    command,
                    "With a folder of backups go --data with --shard, or --uri, and --manifest; the rest is for dumps.");
        }
        BackupRestoreRun.Request request = new BackupRestoreRun.Request(Path.of(source), manifest, data, shard, uri);
        BackupRestoreRun.run(request, command.getOut());
        return CommandLine.ExitCode.OK;
    }
}
