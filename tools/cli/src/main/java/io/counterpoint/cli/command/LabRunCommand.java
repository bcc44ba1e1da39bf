package io.counterpoint.cli.command;

import io.counterpoint.cli.version.ProductVersion;
import io.counterpoint.lab.experiment.Experiment;
import io.counterpoint.lab.report.RunFiles;
import io.counterpoint.lab.report.Summary;
import io.counterpoint.lab.run.Run;
import io.counterpoint.lab.verdict.Judge;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code counterpoint lab run}: one experiment in one mode. */
@Command(
        name = "run",
        description = "Runs one experiment and writes what happened and what it means.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        sortOptions = false,
        exitCodeListHeading = "%nStatus:%n",
        exitCodeList = {
            "0:all that the mode promises, and all of --expect, held",
            "1:something of it was violated",
            "2:it cannot be told, or the experiment could not run"
        })
final class LabRunCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Mixin
    private final ExperimentOptions options = new ExperimentOptions();

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "per_shard, strided, block, central, …, or a baseline: app_counter, optimistic_loop,"
                    + " objectid.")
    private @Nullable String mode;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where report.html, run.json, history.jsonl and attempts.csv go (lab-reports/SCENARIO-MODE).")
    private @Nullable Path out;

    @Override
    public Integer call() throws Exception {
        LabSession session = new LabSession(spec.commandLine().getErr());
        return session.guard(() -> {
            Experiment experiment = options.experiment(mode);
            Path folder = out != null ? out : Path.of("lab-reports", experiment.name() + "-" + experiment.mode());
            Run run = session.run(experiment, options);
            Path report = RunFiles.write(run, folder);
            PrintWriter print = spec.commandLine().getOut();
            print.println(Summary.of(run));
            print.println();
            print.println("report   " + report.toAbsolutePath());
            return Judge.exitStatus(run.verdicts());
        });
    }
}
