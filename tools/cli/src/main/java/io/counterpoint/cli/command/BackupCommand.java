package io.counterpoint.cli.command;

import io.counterpoint.cli.backup.Backup;
import io.counterpoint.cli.version.ProductVersion;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code counterpoint backup}: one moment of a running cluster, into a folder. */
@Command(
        name = "backup",
        description = "Copies a running cluster, or a shard alone, as it is at one moment, into a folder of backups."
                + " Files that the folder has already are not copied again.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        sortOptions = false)
final class BackupCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Option(
            names = "--uri",
            paramLabel = "URI",
            defaultValue = "mongodb://127.0.0.1:27017/",
            description = "A router, for its whole cluster, or a shard, for that alone (${DEFAULT-VALUE}).")
    private String uri = "";

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "The folder of backups.")
    private Path out = Path.of("");

    @Option(
            names = "--keep",
            paramLabel = "N",
            defaultValue = "0",
            description = "How many backups stay in the folder, the newest ones (0: all).")
    private int keep;

    @Override
    public Integer call() throws InterruptedException {
        if (keep < 0) {
            throw new ParameterException(spec.commandLine(), "--keep must be 0 or more.");
        }
        Backup.Report report = new Backup(uri, out, keep).run();
        spec.commandLine()
                .getOut()
                .printf(
                        "%s%n%d shards, %,d bytes; fetched %,d files with %,d bytes%n",
                        report.manifest(),
                        report.shards(),
                        report.bytes(),
                        report.fetchedFiles(),
                        report.fetchedBytes());
        return 0;
    }
}
