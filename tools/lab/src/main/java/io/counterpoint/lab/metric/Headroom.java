package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.mode.Numbering;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * How much of the number range is left. With V the stored numbers and T the run's duration:
 *
 * <pre>
 * bits used         = bits of max V
 * share above limit = |{v in V : v &gt; limit}| / |V|           limits 2^31−1 and 2^53−1
 * exhausted after   = (2^63−1 − max V) / ((max V − min V) / T), in years
 * </pre>
 */
public final class Headroom implements Metric {
    private static final long INT32_MAX = Integer.MAX_VALUE;
    private static final long DOUBLE_INTEGER_MAX = (1L << 53) - 1;
    private static final double NANOS_PER_YEAR = 365.25 * 86_400e9;

    @Override
    public String name() {
        return "headroom";
    }

    @Override
    public String definition() {
        return "How many bits the largest number has, how many numbers an int32 or a JavaScript number cannot hold, and"
                + " after how long the 64-bit range is used up at this run's rate.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        LongSummaryStatistics values =
                history.numbered().stream().mapToLong(Attempt::number).summaryStatistics();
        boolean none = values.getCount() == 0;
        double perNano = none || history.durationNanos() == 0
                ? Double.NaN
                : ((double) values.getMax() - values.getMin()) / history.durationNanos();
        double years =
                perNano > 0 ? ((double) Long.MAX_VALUE - values.getMax()) / perNano / NANOS_PER_YEAR : Double.NaN;
        return List.of(
                Reading.of(
                        "bits used",
                        none ? Double.NaN : Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, values.getMax()))),
                Reading.of("share above 2^31-1", shareAbove(history, INT32_MAX)),
                Reading.of("share above 2^53-1", shareAbove(history, DOUBLE_INTEGER_MAX)),
                new Reading("exhausted after", years, "years"));
    }

    private static double shareAbove(History history, long limit) {
        List<Attempt> numbered = history.numbered();
        long above =
                numbered.stream().filter(attempt -> attempt.number() > limit).count();
        return numbered.isEmpty() ? Double.NaN : (double) above / numbered.size();
    }
}
