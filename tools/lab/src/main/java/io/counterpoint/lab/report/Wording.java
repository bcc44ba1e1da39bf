package io.counterpoint.lab.report;

import io.counterpoint.lab.experiment.Experiment;
import io.counterpoint.lab.experiment.Operation;
import io.counterpoint.lab.history.FaultWindow;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.metric.Reading;
import io.counterpoint.lab.run.Run;
import java.util.Locale;
import java.util.StringJoiner;

/** Sentences and figures for readers. */
final class Wording {
    private static final double NANOS_PER_SECOND = 1e9;

    private Wording() {}

    /** What was done, in a sentence or two. */
    static String setting(Run run) {
        Experiment experiment = run.experiment();
        StringBuilder text = new StringBuilder(experiment.clients() + " clients stored " + experiment.documents()
                + " documents on " + run.history().shards().size() + " shards, in the mode " + experiment.mode() + " ("
                + experiment.numbering().mode().meaning() + ")");
        text.append(
                experiment.rate() == 0
                        ? ", as fast as they could"
                        : ", " + figure(experiment.rate()) + " a second in all");
        if (experiment.operation() == Operation.BULK) {
            text.append(", ").append(experiment.batch()).append(" in a command");
        }
        text.append(". The collection was spread by ")
                .append(
                        switch (experiment.key()) {
                            case "one" -> "a field that all documents share, so one shard got everything";
                            case "client" -> "the client's number";
                            case "number" -> "the number itself";
                            default -> "the hash of _id";
                        })
                .append(". Seed ")
                .append(experiment.seed())
                .append('.');
        return text.toString();
    }

    /** What came of it, in a sentence or two. */
    static String course(Run run) {
        History history = run.history();
        StringBuilder text = new StringBuilder();
        text.append(count(history, Outcome.OK))
                .append(" were acknowledged, ")
                .append(count(history, Outcome.FAIL))
                .append(" refused, ")
                .append(count(history, Outcome.INFO))
                .append(" stayed without a clear answer; it took ")
                .append(figure(history.durationNanos() / NANOS_PER_SECOND))
                .append(" s.");
        if (!history.faults().isEmpty()) {
            StringJoiner faults = new StringJoiner(", ", " Faults: ", ".");
            for (FaultWindow fault : history.faults()) {
                faults.add(fault.kind() + " of " + fault.shard() + " from "
                        + figure(fault.startNanos() / NANOS_PER_SECOND) + " s to "
                        + figure(fault.endNanos() / NANOS_PER_SECOND) + " s");
            }
            text.append(faults);
        }
        return text.toString();
    }

    private static long count(History history, Outcome outcome) {
        return history.attempts().stream()
                .filter(attempt -> attempt.outcome() == outcome)
                .count();
    }

    /** A reading as printed; what could not be measured is a dash. */
    static String figure(Reading reading) {
        if (!reading.known()) {
            return "–";
        }
        String figure = figure(reading.value());
        return reading.unit().isEmpty() ? figure : figure + " " + reading.unit();
    }

    static String figure(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%,d", (long) value).replace(',', ' ');
        }
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 1e6 || size < 0.001 ? "%.2e" : size >= 100 ? "%.0f" : "%.3f", value);
    }
}
