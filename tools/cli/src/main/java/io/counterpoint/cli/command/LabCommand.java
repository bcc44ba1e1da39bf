package io.counterpoint.cli.command;

import io.counterpoint.cli.version.ProductVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code counterpoint lab}: the sequence laboratory. */
@Command(
        name = "lab",
        description = "Experiments with ways of numbering documents.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {LabRunCommand.class, LabCompareCommand.class, LabScenariosCommand.class})
final class LabCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command? run, compare or scenarios.");
    }

    @Command(name = "replay", description = "Runs a stored history again; needs the simulator, which is not there yet.")
    int replay() {
        return notThere("replay");
    }

    @Command(name = "shrink", description = "Makes a violation small; needs the simulator, which is not there yet.")
    int shrink() {
        return notThere("shrink");
    }

    private int notThere(String command) {
        spec.commandLine()
                .getErr()
                .println("counterpoint: lab " + command
                        + " is not supported: it needs the simulator, which is not there.");
        return LabSession.UNKNOWN;
    }
}
