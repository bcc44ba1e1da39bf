package io.counterpoint.cli.command;

import io.counterpoint.cli.version.ProductVersion;
import io.counterpoint.lab.experiment.Scenarios;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code counterpoint lab scenarios}: what is ready to be run. */
@Command(
        name = "scenarios",
        description = "Lists the ready scenarios with what each asks.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class)
final class LabScenariosCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        for (String name : Scenarios.names()) {
            out.printf("%-20s %s%n", name, Scenarios.load(name, Map.of()).question());
        }
        return 0;
    }
}
