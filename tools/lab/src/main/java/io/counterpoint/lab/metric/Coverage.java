package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.FaultWindow;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.mode.Numbering;
import io.counterpoint.lab.mode.NumberingMode;
import io.counterpoint.lab.mode.NumberingMode.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How densely the stored numbers lie. An owner is a shard where each counts for itself, otherwise the cluster. With V
 * the distinct stored numbers of an owner and the mode's step as distance of neighbours:
 *
 * <pre>
 * points    = (max V − min V) / step + 1
 * gap ratio = 1 − |V| / points              over all owners: 1 − Σ|V| / Σ points
 * gap       = points strictly between two neighbours of V
 * </pre>
 *
 * A mode without dense numbers (bits turned, scattered, time) has no lattice: all readings are unknown.
 */
public final class Coverage implements Metric {
    private static final String CLUSTER = "cluster";

    @Override
    public String name() {
        return "coverage";
    }

    @Override
    public String definition() {
        return "How many of the numbers between the first and the last are stored by nobody, and the longest such run.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        if (numbering.mode().scope() == Scope.NONE) {
            return List.of(
                    Reading.of("gap ratio", Double.NaN),
                    Reading.of("gaps", Double.NaN),
                    Reading.of("largest gap", Double.NaN));
        }
        double points = 0;
        double stored = 0;
        for (List<Attempt> owned : owners(history, numbering).values()) {
            long[] values = owned.stream()
                    .mapToLong(Attempt::number)
                    .distinct()
                    .sorted()
                    .toArray();
            if (values.length > 0) {
                points += ((double) values[values.length - 1] - values[0]) / numbering.step() + 1;
                stored += values.length;
            }
        }
        List<Gap> gaps = gaps(history, numbering);
        return List.of(
                Reading.of("gap ratio", points == 0 ? Double.NaN : 1 - stored / points),
                Reading.of("gaps", gaps.size()),
                Reading.of(
                        "largest gap",
                        gaps.stream().mapToLong(Gap::length).max().orElse(0)));
    }

    /** All gaps of all owners, by owner and then rising; none in a mode without a lattice. */
    public static List<Gap> gaps(History history, Numbering numbering) {
        List<Gap> gaps = new ArrayList<>();
        if (numbering.mode().scope() == Scope.NONE) {
            return gaps;
        }
        owners(history, numbering).forEach((owner, owned) -> {
            List<Attempt> rising = owned.stream()
                    .sorted(Comparator.comparingLong(Attempt::number))
                    .toList();
            for (int i = 1; i < rising.size(); i++) {
                Attempt below = rising.get(i - 1);
                Attempt above = rising.get(i);
                long length = (above.number() - below.number() - 1) / numbering.step();
                if (length > 0) {
                    gaps.add(new Gap(
                            owner, below.number(), above.number(), length, cause(history, numbering, below, above)));
                }
            }
        });
        return gaps;
    }

    private static Map<String, List<Attempt>> owners(History history, Numbering numbering) {
        return numbering.mode().scope() == Scope.SHARD
                ? history.numberedByShard()
                : Map.of(CLUSTER, history.numbered());
    }

    private static Gap.Cause cause(History history, Numbering numbering, Attempt below, Attempt above) {
        if (above.explicit()) {
            return Gap.Cause.EXPLICIT_JUMP;
        }
        long from = Math.min(below.invokeNanos(), above.invokeNanos());
        long to = Math.max(below.returnNanos(), above.returnNanos());
        boolean shardMatters = numbering.mode().scope() == Scope.SHARD;
        for (FaultWindow fault : history.faults()) {
            boolean here = !shardMatters || fault.shard().equals(above.home());
            if (here && fault.kind().equals("kill") && fault.overlaps(from, to)) {
                return Gap.Cause.CRASH;
            }
        }
        for (Attempt other : history.attempts()) {
            if (other.invokeNanos() > to) {
                break;
            }
            if (other.outcome() == Outcome.FAIL && other.returnNanos() >= from) {
                boolean rolledBack = other.cause() != null && other.cause().startsWith("aborted");
                return rolledBack ? Gap.Cause.ROLLBACK : Gap.Cause.REJECTED;
            }
        }
        return numbering.mode() == NumberingMode.BLOCK ? Gap.Cause.UNUSED_BLOCK : Gap.Cause.UNEXPLAINED;
    }
}
