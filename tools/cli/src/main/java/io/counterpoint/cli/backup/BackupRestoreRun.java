package io.counterpoint.cli.backup;

import io.counterpoint.cli.failure.StartupException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Restores from a folder of backups and says what was done. */
public final class BackupRestoreRun {
    private BackupRestoreRun() {}

    /**
     * What was asked for.
     *
     * @param folder of backups
     * @param manifest one of its backups; null for the newest
     * @param data a new folder for data folders; null to restore into {@code uri}
     * @param shard with {@code data}: the only shard; null for all
     * @param uri a running cluster; null to restore into {@code data}
     */
    public record Request(
            Path folder,
            @Nullable Path manifest,
            @Nullable Path data,
            @Nullable String shard,
            @Nullable String uri) {}

    /**
     * Restores.
     *
     * @throws StartupException naming what is in the way
     */
    public static void run(Request request, PrintWriter out) throws InterruptedException {
        if (!FolderRestore.isBackup(request.folder)) {
            throw new StartupException(request.folder + " is no folder of backups.");
        }
        FolderRestore backup = new FolderRestore(request.folder, request.manifest);
        if (request.data != null) {
            backup.restore(request.data, request.shard);
            out.printf("restored %s of %s into %s%n", backup.shards(), backup.time(), request.data);
        } else if (request.uri != null) {
            DocumentRestore.Report report = new DocumentRestore(backup, request.uri).run();
            out.printf(
                    "restored %d collections with %,d documents of %s%n",
                    report.collections(), report.documents(), backup.time());
            report.warnings().forEach(warning -> out.println("warning: " + warning));
        }
    }
}
