package io.counterpoint.cli.command;

import io.counterpoint.cli.version.ProductVersion;
import io.counterpoint.lab.experiment.Experiment;
import io.counterpoint.lab.report.RunFiles;
import io.counterpoint.lab.report.Summary;
import io.counterpoint.lab.run.Run;
import io.counterpoint.lab.verdict.Judge;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code counterpoint lab compare}: one experiment in several modes, with the same seed, arrivals and faults. */
@Command(
        name = "compare",
        description = "Runs one experiment in several modes, with the same documents, arrivals and faults.",
        mixinStandardHelpOptions = true,
        versionProvider = ProductVersion.class,
        sortOptions = false)
final class LabCompareCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Mixin
    private final ExperimentOptions options = new ExperimentOptions();

    @Option(
            names = "--modes",
            paramLabel = "MODE",
            split = ",",
            defaultValue = "per_shard,app_counter,optimistic_loop,objectid",
            description = "The modes, with commas between them (${DEFAULT-VALUE}).")
    private List<String> modes = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where report.html goes, and a folder for each mode (lab-reports/SCENARIO-compared).")
    private @Nullable Path out;

    @Override
    public Integer call() throws Exception {
        LabSession session = new LabSession(spec.commandLine().getErr());
        return session.guard(() -> {
            List<Experiment> experiments = new ArrayList<>();
            for (String mode : modes) {
                experiments.add(options.experiment(mode));
            }
            Path folder = out != null
                    ? out
                    : Path.of("lab-reports", experiments.get(0).name() + "-compared");
            PrintWriter print = spec.commandLine().getOut();
            List<Run> runs = new ArrayList<>();
            int status = 0;
            for (Experiment experiment : experiments) {
                Run run = session.run(experiment, options);
                runs.add(run);
                RunFiles.write(run, folder.resolve(experiment.mode()));
                print.println(Summary.of(run));
                print.println();
                int one = Judge.exitStatus(run.verdicts());
                // Violated outweighs unknown.
                status = status == 1 || one == 1 ? 1 : Math.max(status, one);
            }
            print.println("report   " + RunFiles.writeComparison(runs, folder).toAbsolutePath());
            return status;
        });
    }
}
