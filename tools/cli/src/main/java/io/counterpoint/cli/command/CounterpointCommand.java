package io.counterpoint.cli.command;

import io.counterpoint.cli.version.ProductVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program itself: without a command it only explains itself. */
@Command(
        name = "counterpoint",
        description = "A sharded cluster that speaks the MongoDB wire protocol and numbers documents by itself.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            UpCommand.class,
            RouterCommand.class,
            ShardCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            LabCommand.class,
            HealthCommand.class,
            MongodCommand.class,
            MongoshCommand.class
        },
        footer = {
            "",
            "Settings come from flags, then the environment (--http-port is COUNTERPOINT_HTTP_PORT), then the YAML file"
                    + " of --config (http-port: 28017), in that order."
        })
public final class CounterpointCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Which command? up, router, shard, backup, restore, lab or health.");
    }
}
