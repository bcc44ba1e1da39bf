package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.FaultWindow;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.mode.Numbering;
import java.util.List;

/**
 * How much still worked:
 *
 * <pre>
 * ok fraction             = |ok| / |attempts|
 * ok fraction under fault = the same over attempts that were open at some moment of a fault
 * longest to success      = max over kills of (first return of an ok attempt stored on that shard and invoked
 *                           after the kill) − kill, in milliseconds
 * </pre>
 */
public final class Availability implements Metric {
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public String name() {
        return "availability";
    }

    @Override
    public String definition() {
        return "The share of inserts that succeeded, in all and while a fault was on, and the time from a kill to the"
                + " first success on that shard.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        List<Attempt> attempts = history.attempts();
        List<Attempt> hit = attempts.stream()
                .filter(attempt -> history.faults().stream()
                        .anyMatch(fault -> fault.overlaps(attempt.invokeNanos(), attempt.returnNanos())))
                .toList();
        double longest = history.faults().stream()
                .filter(fault -> fault.kind().equals("kill"))
                .mapToDouble(fault -> toSuccessMillis(history, fault))
                .max()
                .orElse(Double.NaN);
        return List.of(
                Reading.of("ok fraction", fraction(attempts)),
                Reading.of("ok fraction under fault", fraction(hit)),
                new Reading("longest to success", longest, "ms"));
    }

    private static double fraction(List<Attempt> attempts) {
        long good = attempts.stream()
                .filter(attempt -> attempt.outcome() == Outcome.OK)
                .count();
        return attempts.isEmpty() ? Double.NaN : (double) good / attempts.size();
    }

    private static double toSuccessMillis(History history, FaultWindow kill) {
        return history.attempts().stream()
                .filter(attempt -> attempt.outcome() == Outcome.OK
                        && kill.shard().equals(attempt.shard())
                        && attempt.invokeNanos() >= kill.startNanos())
                .mapToLong(attempt -> attempt.returnNanos() - kill.startNanos())
                .min()
                .stream()
                .mapToDouble(nanos -> nanos / NANOS_PER_MILLI)
                .findFirst()
                .orElse(Double.NaN);
    }
}
