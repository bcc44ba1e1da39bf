package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.CounterSample;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.mode.Numbering;
import io.counterpoint.lab.mode.NumberingMode;
import io.counterpoint.lab.mode.NumberingMode.Scope;
import io.counterpoint.lab.mode.NumberingMode.Where;
import java.util.List;

/**
 * Numbers that were issued and never stored (burned). For each owner, with L0 and L1 what its counter stood at before
 * and after the run:
 *
 * <pre>
 * issued   = (L1 − L0) / step − points skipped by numbers that clients sent
 * wasted   = Σ owners (issued − distinct generated numbers stored in (L0, L1])
 * per 1000 = 1000 · wasted / acknowledged attempts
 * per kill = wasted / kills
 * </pre>
 *
 * Unknown where the counter is not a row of the cluster or its rows do not lie on a lattice.
 */
public final class Waste implements Metric {
    @Override
    public String name() {
        return "waste";
    }

    @Override
    public String definition() {
        return "Numbers that were handed out, or reserved, and that no document has: in all, for each kill, and for"
                + " every thousand inserts.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        double wasted = wasted(history, numbering);
        long kills = history.faults().stream()
                .filter(fault -> fault.kind().equals("kill"))
                .count();
        long acknowledged = Durability.acknowledged(history);
        return List.of(
                Reading.of("wasted", wasted),
                Reading.of("per kill", kills == 0 ? Double.NaN : wasted / kills),
                Reading.of("per 1000 inserts", acknowledged == 0 ? Double.NaN : 1000 * wasted / acknowledged));
    }

    private static double wasted(History history, Numbering numbering) {
        Scope scope = numbering.mode().scope();
        // The first number of a range-encoded shard lies a whole range above 0, where its counter began.
        if (scope == Scope.NONE
                || numbering.mode() == NumberingMode.RANGE_ENCODED
                || numbering.mode().where() != Where.SHARD
                || history.samples().size() < 2) {
            return Double.NaN;
        }
        CounterSample first = history.samples().get(0);
        CounterSample last = history.samples().get(history.samples().size() - 1);
        if (scope == Scope.CLUSTER) {
            return wasted(history, numbering, history.numbered(), highest(first), highest(last));
        }
        double wasted = 0;
        for (String shard : history.shards()) {
            List<Attempt> owned = history.numberedByShard().getOrDefault(shard, List.of());
            wasted += wasted(
                    history,
                    numbering,
                    owned,
                    first.shards().getOrDefault(shard, 0L),
                    last.shards().getOrDefault(shard, 0L));
        }
        return wasted;
    }

    private static double wasted(History history, Numbering numbering, List<Attempt> owned, long before, long after) {
        long stored = owned.stream()
                .filter(attempt -> !attempt.explicit() && attempt.number() > before && attempt.number() <= after)
                .mapToLong(Attempt::number)
                .distinct()
                .count();
        long sent = owned.stream()
                .filter(attempt -> attempt.explicit() && attempt.number() > before && attempt.number() <= after)
                .mapToLong(Attempt::number)
                .distinct()
                .count();
        String owner = numbering.mode().scope() == Scope.SHARD && !owned.isEmpty()
                ? owned.get(0).home()
                : "cluster";
        long skipped = Coverage.gaps(history, numbering).stream()
                .filter(gap -> gap.owner().equals(owner) && gap.cause() == Gap.Cause.EXPLICIT_JUMP)
                .mapToLong(Gap::length)
                .sum();
        return Math.max(0, (double) (after - before) / numbering.step() - sent - skipped - stored);
    }

    private static long highest(CounterSample sample) {
        return sample.shards().values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }
}
