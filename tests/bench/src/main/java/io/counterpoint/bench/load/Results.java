package io.counterpoint.bench.load;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The measurements of all rounds. One thread. */
final class Results {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<Step, List<Measurement>> byStep = new LinkedHashMap<>();

    void add(Step step, Measurement measurement) {
        byStep.computeIfAbsent(step, any -> new ArrayList<>()).add(measurement);
    }

    /** Prints the table of rates and the table of goals, as Markdown. */
    void print(List<Goal> goals, PrintStream out) {
        out.println();
        out.println(
                "| step | per second (median) | lowest | highest | p50 ms | p99 ms | client CPU µs | server CPU µs |");
        out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        byStep.forEach((step, rounds) -> {
            double[] rates = sorted(rounds, Measurement::perSecond);
            Histogram all = new Histogram(rounds.get(0).latencies());
            rounds.forEach(round -> all.add(round.latencies()));
            out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f | %,.0f | %.2f | %.2f | %.1f | %.1f |%n",
                    step.name(),
                    median(rates),
                    rates[0],
                    rates[rates.length - 1],
                    all.getValueAtPercentile(50) / NANOS_PER_MILLI,
                    all.getValueAtPercentile(99) / NANOS_PER_MILLI,
                    median(sorted(rounds, Measurement::clientMicros)),
                    median(sorted(rounds, Measurement::serverMicros)));
        });
        out.println();
        out.println("| step | divided by | ratio (median) | goal | |");
        out.println("|---|---|---:|---:|---|");
        for (Goal goal : goals) {
            if (byStep.containsKey(goal.step()) && byStep.containsKey(goal.reference())) {
                double ratio = median(ratios(goal));
                out.printf(
                        Locale.ROOT,
                        "| %s | %s | %.2f | %.2f | %s |%n",
                        goal.step().name(),
                        goal.reference().name(),
                        ratio,
                        goal.ratioMin(),
                        ratio >= goal.ratioMin() ? "met" : "missed");
            }
        }
    }

    /** Ratios within each round: what disturbs a whole round falls out. */
    private double[] ratios(Goal goal) {
        List<Measurement> steps = byStep.getOrDefault(goal.step(), List.of());
        List<Measurement> references = byStep.getOrDefault(goal.reference(), List.of());
        double[] ratios = new double[Math.min(steps.size(), references.size())];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = steps.get(i).perSecond() / references.get(i).perSecond();
        }
        Arrays.sort(ratios);
        return ratios;
    }

    private static double[] sorted(List<Measurement> rounds, ToDoubleFunction<Measurement> part) {
        return rounds.stream().mapToDouble(part).sorted().toArray();
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
