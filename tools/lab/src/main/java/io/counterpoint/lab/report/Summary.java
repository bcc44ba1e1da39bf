package io.counterpoint.lab.report;

import io.counterpoint.lab.metric.Metric;
import io.counterpoint.lab.metric.Metrics;
import io.counterpoint.lab.metric.Reading;
import io.counterpoint.lab.run.Run;
import io.counterpoint.lab.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** A run as text for the terminal. */
public final class Summary {
    private Summary() {}

    /** Several lines, the last one without its end. */
    public static String of(Run run) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add(run.experiment().question());
        lines.add("");
        lines.add(Wording.setting(run));
        lines.add(Wording.course(run));
        lines.add("");
        List<Verdict> verdicts = run.verdicts();
        for (Verdict verdict : verdicts) {
            String state = verdict.state().name().toLowerCase(Locale.ROOT);
            lines.add(String.format(
                    "  %-8s  %-30s %s",
                    state, verdict.property().title(), verdict.promised() ? "promised" : "not promised"));
            if (verdict.state() != Verdict.State.VALID) {
                String more = verdict.violations() > 1 ? " (one of " + verdict.violations() + ")" : "";
                lines.add("            " + verdict.explanation() + more);
            }
        }
        lines.add("");
        for (Metric metric : Metrics.all()) {
            StringJoiner readings = new StringJoiner(", ");
            for (Reading reading : metric.read(run.history(), run.experiment().numbering())) {
                if (reading.known()) {
                    readings.add(reading.name() + " " + Wording.figure(reading));
                }
            }
            lines.add(String.format("  %-17s %s", metric.name(), readings));
        }
        lines.add("");
        lines.add(run.experiment().lesson());
        return lines.toString();
    }
}
