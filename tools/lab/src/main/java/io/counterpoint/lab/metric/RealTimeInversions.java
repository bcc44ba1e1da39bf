package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.mode.Numbering;
import java.util.Comparator;
import java.util.List;

/**
 * The fair test of order, which leaves concurrent inserts out. Over acknowledged attempts with generated numbers:
 *
 * <pre>
 * pairs      = |{(a, b) : return(a) &lt; invoke(b)}|
 * inversions = |{(a, b) : return(a) &lt; invoke(b) and value(a) &gt; value(b)}|
 * ratio      = inversions / pairs
 * </pre>
 */
public final class RealTimeInversions implements Metric {
    @Override
    public String name() {
        return "real-time order";
    }

    @Override
    public String definition() {
        return "Pairs of inserts of which one was answered before the other was sent, and got the higher number all the"
                + " same.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        List<Attempt> acknowledged = judged(history);
        List<Attempt> byReturn = acknowledged.stream()
                .sorted(Comparator.comparingLong(Attempt::returnNanos))
                .toList();
        int[] ranksByInvoke = ranks(acknowledged, acknowledged);
        int[] ranksByReturn = ranks(acknowledged, byReturn);
        Inversions.RankCounts returned = new Inversions.RankCounts(acknowledged.size());
        long pairs = 0;
        long inversions = 0;
        int done = 0;
        for (int i = 0; i < acknowledged.size(); i++) {
            while (done < byReturn.size()
                    && byReturn.get(done).returnNanos() < acknowledged.get(i).invokeNanos()) {
                returned.add(ranksByReturn[done++]);
            }
            pairs += done;
            inversions += done - returned.upTo(ranksByInvoke[i]);
        }
        return List.of(
                Reading.of("inversions", inversions),
                Reading.of("pairs", pairs),
                Reading.of("ratio", pairs == 0 ? Double.NaN : (double) inversions / pairs));
    }

    /** The attempts that count, in the order of their invocation. */
    public static List<Attempt> judged(History history) {
        return history.numbered().stream()
                .filter(attempt -> !attempt.explicit() && attempt.outcome() == Outcome.OK)
                .toList();
    }

    private static int[] ranks(List<Attempt> universe, List<Attempt> order) {
        long[] values = new long[universe.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = order.get(i).number();
        }
        return Inversions.ranks(values);
    }
}
