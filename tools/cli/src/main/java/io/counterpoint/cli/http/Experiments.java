package io.counterpoint.cli.http;

import io.counterpoint.lab.cluster.LabCluster;
import io.counterpoint.lab.cluster.LiveCluster;
import io.counterpoint.lab.experiment.Experiment;
import io.counterpoint.lab.experiment.Scenarios;
import io.counterpoint.lab.report.RunFiles;
import io.counterpoint.lab.run.Laboratory;
import io.counterpoint.lab.run.Progress;
import io.counterpoint.lab.run.RefusedException;
import io.counterpoint.lab.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiments that were started from the console, on the console's own cluster, and the reports they left. One runs at
 * a time. Any thread.
 */
final class Experiments {
    private static final String REPORT = "report.html";

    private final Path folder;
    private @Nullable Thread running;
    private String name = "";
    private int done;
    private int of;
    private String message = "";

    Experiments(Path folder) {
        this.folder = folder;
    }

    /**
     * What goes on, for the page.
     *
     * @param scenarios what can be started
     * @param running the name of what runs, empty when nothing does
     * @param message the last event, or why the last run failed
     * @param reports names of finished runs, the newest first
     */
    record State(List<String> scenarios, String running, int done, int of, String message, List<String> reports) {}

    synchronized State state() {
        return new State(Scenarios.names(), running == null ? "" : name, done, of, message, reports());
    }

    /**
     * Starts a scenario.
     *
     * @throws IllegalArgumentException when there is no such scenario or mode, or another one runs
     */
    synchronized void start(String scenario, String mode, String routerUri) {
        if (running != null) {
            throw new IllegalArgumentException(name + " is still running.");
        }
        if (!Scenarios.names().contains(scenario)) {
            throw new IllegalArgumentException("There is no scenario '" + scenario + "'.");
        }
        Experiment experiment = Scenarios.load(scenario, Map.of("mode", mode));
        name = experiment.name() + "-" + experiment.mode();
        done = 0;
        of = experiment.documents();
        message = "";
        Thread thread = new Thread(() -> run(experiment, routerUri), "experiment");
        thread.setDaemon(true);
        running = thread;
        thread.start();
    }

    private void run(Experiment experiment, String routerUri) {
        String outcome;
        try (LabCluster cluster = LiveCluster.at(routerUri)) {
            Run run = Laboratory.run(experiment, cluster, new Progress() {
                @Override
                public void attempts(int finished, int all) {
                    progress(finished);
                }

                @Override
                public void event(String text) {
                    say(text);
                }
            });
            RunFiles.write(run, folder.resolve(experiment.name() + "-" + experiment.mode()));
            outcome = "The report is there.";
        } catch (RefusedException | IllegalArgumentException | IOException e) {
            outcome = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            outcome = "It was stopped.";
        } catch (RuntimeException e) {
            outcome = "It failed: " + e;
        }
        synchronized (this) {
            message = outcome;
            running = null;
        }
    }

    private synchronized void progress(int finished) {
        done = Math.max(done, finished);
    }

    private synchronized void say(String text) {
        message = text;
    }

    private List<String> reports() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> runs = Files.list(folder)) {
            return runs.filter(run -> Files.isRegularFile(run.resolve(REPORT)))
                    .sorted(Comparator.comparingLong(
                                    (Path run) -> run.resolve(REPORT).toFile().lastModified())
                            .reversed())
                    .map(run -> run.getFileName().toString())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The report of a run by its name, null when there is none. */
    @Nullable
    Path report(String run) {
        // Only a name that was listed: what comes from outside is never made into a path.
        return reports().contains(run) ? folder.resolve(run).resolve(REPORT) : null;
    }
}
