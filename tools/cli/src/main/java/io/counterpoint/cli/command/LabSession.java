package io.counterpoint.cli.command;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.lab.cluster.LabCluster;
import io.counterpoint.lab.experiment.Experiment;
import io.counterpoint.lab.run.Laboratory;
import io.counterpoint.lab.run.Progress;
import io.counterpoint.lab.run.RefusedException;
import io.counterpoint.lab.run.Run;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs experiments for a command: shows how far they are, and turns trouble into the status for "unknown". */
final class LabSession implements Progress {
    /** Jepsen's status for a run that shows nothing. */
    static final int UNKNOWN = 2;

    private static final int BAR_WIDTH = 30;

    private final PrintWriter err;
    private final boolean drawing = CommandLine.Help.Ansi.AUTO.enabled();
    private int drawnPercent = -1;

    LabSession(PrintWriter err) {
        this.err = err;
    }

    /** Does the work; what keeps an experiment from running is explained, with the status for unknown. */
    int guard(Callable<Integer> work) throws Exception {
        try {
            return work.call();
        } catch (IllegalArgumentException | RefusedException | StartupException | IOException e) {
            err.println("counterpoint: " + e.getMessage());
            return UNKNOWN;
        }
    }

    Run run(Experiment experiment, ExperimentOptions options) throws InterruptedException {
        try (LabCluster cluster = options.cluster(experiment)) {
            event(experiment.name() + ", mode " + experiment.mode() + ", on " + cluster.description() + ".");
            return Laboratory.run(experiment, cluster, this);
        }
    }

    @Override
    public synchronized void attempts(int done, int of) {
        int percent = (int) (100L * done / of);
        if (drawing && percent != drawnPercent) {
            drawnPercent = percent;
            int filled = BAR_WIDTH * percent / 100;
            err.print("\r  [" + "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + "] " + percent + " %  " + done
                    + " of " + of);
            err.print(percent == 100 ? "\n" : "");
            err.flush();
        }
    }

    @Override
    public synchronized void event(String text) {
        err.println((drawing && drawnPercent >= 0 && drawnPercent < 100 ? "\n" : "") + "  " + text);
        err.flush();
    }
}
