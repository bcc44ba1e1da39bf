package io.counterpoint.lab.verdict;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.metric.Coverage;
import io.counterpoint.lab.metric.Duplicates;
import io.counterpoint.lab.metric.Gap;
import io.counterpoint.lab.metric.RealTimeInversions;
import io.counterpoint.lab.mode.Numbering;
import io.counterpoint.lab.mode.NumberingMode;
import io.counterpoint.lab.mode.Property;
import io.counterpoint.lab.verdict.Verdict.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges every property of a history. A history without an acknowledged document, or of a run in which some shard could
 * not be read afterwards, proves nothing: what is not violated is then unknown. Pure.
 */
public final class Judge {
    private final History history;
    private final Numbering numbering;
    private final boolean complete;
    private final Set<Property> expected;

    /**
     * @param complete whether every shard could be read after the run
     * @param expected properties that count although the mode does not promise them
     */
    public Judge(History history, Numbering numbering, boolean complete, Set<Property> expected) {
        this.history = history;
        this.numbering = numbering;
        this.complete = complete;
        this.expected = Set.copyOf(expected);
    }

    /** One verdict per property, in their order. */
    public List<Verdict> judge() {
        List<Verdict> verdicts = new ArrayList<>();
        for (Property property : Property.values()) {
            verdicts.add(judge(property));
        }
        return verdicts;
    }

    /** 0 when all that counts is valid, 1 when something is violated, 2 when nothing is but something is unknown. */
    public static int exitStatus(List<Verdict> verdicts) {
        if (verdicts.stream().anyMatch(verdict -> verdict.promised() && verdict.state() == State.VIOLATED)) {
            return 1;
        }
        return verdicts.stream().anyMatch(verdict -> verdict.promised() && verdict.state() == State.UNKNOWN) ? 2 : 0;
    }

    private Verdict judge(Property property) {
        Finding finding = switch (property) {
            case UNIQUE_PER_SHARD -> duplicates(true);
            case GLOBALLY_UNIQUE -> duplicates(false);
            case MONOTONIC_PER_SHARD -> shardOrder();
            case MONOTONIC -> realTimeOrder();
            case GAPLESS -> gaps();
            case NOTHING_LOST ->
                attempts(
                        attempt -> attempt.outcome() == Outcome.OK && !attempt.stored(),
                        "was acknowledged and is stored nowhere");
            case NOTHING_REVIVED ->
                attempts(
                        attempt -> attempt.outcome() == Outcome.FAIL && attempt.stored(),
                        "was refused and is stored all the same");
            case REPORTED_AS_STORED ->
                attempts(
                        attempt -> attempt.value() != null
                                && attempt.stored()
                                && !attempt.value().equals(attempt.storedValue()),
                        "was told another number than the stored one");
        };
        boolean counts = promised(property) || expected.contains(property);
        if (finding.violations > 0) {
            return new Verdict(
                    property, counts, State.VIOLATED, finding.violations, finding.witnesses, finding.explanation);
        }
        String doubt = doubt(property);
        return doubt == null
                ? new Verdict(property, counts, State.VALID, 0, List.of(), "No counterexample in this run.")
                : new Verdict(property, counts, State.UNKNOWN, 0, List.of(), doubt);
    }

    private @Nullable String doubt(Property property) {
        if (!complete) {
            return "Not every shard could be read after the run.";
        }
        if (history.attempts().stream().noneMatch(attempt -> attempt.outcome() == Outcome.OK)) {
            return "Nothing was acknowledged.";
        }
        boolean aboutNumbers = property != Property.NOTHING_LOST && property != Property.NOTHING_REVIVED;
        if (aboutNumbers && numbering.mode() == NumberingMode.OBJECTID) {
            return promised(property) ? null : "There are no numbers.";
        }
        if (property == Property.GAPLESS && numbering.mode().scope() == NumberingMode.Scope.NONE) {
            return "Numbers of this mode are not meant to lie close.";
        }
        return null;
    }

    /** A shard's own counter loses a number by an aborted transaction, as the contract says, and by nothing else. */
    private boolean promised(Property property) {
        boolean holesAllowed = property == Property.GAPLESS
                && numbering.mode() == NumberingMode.PER_SHARD
                && Coverage.gaps(history, numbering).stream()
                        .allMatch(gap -> gap.cause() == Gap.Cause.ROLLBACK || gap.cause() == Gap.Cause.EXPLICIT_JUMP)
                && history.attempts().stream()
                        .anyMatch(attempt ->
                                attempt.cause() != null && attempt.cause().startsWith("aborted"));
        return !holesAllowed && numbering.mode().promises().contains(property);
    }

    private record Finding(long violations, List<Attempt> witnesses, String explanation) {
        static final Finding NONE = new Finding(0, List.of(), "");
    }

    private Finding duplicates(boolean onOneShard) {
        long pairs = 0;
        Finding smallest = Finding.NONE;
        for (Map.Entry<Long, List<Attempt>> number :
                Duplicates.byNumber(history).entrySet()) {
            List<Attempt> holders = number.getValue();
            for (int i = 0; i < holders.size(); i++) {
                for (int j = i + 1; j < holders.size(); j++) {
                    Attempt first = holders.get(i);
                    Attempt second = holders.get(j);
                    if (onOneShard && !first.home().equals(second.home())) {
                        continue;
                    }
                    if (pairs++ == 0) {
                        smallest = new Finding(
                                1,
                                List.of(first, second),
                                "Number " + number.getKey() + " is stored twice: on " + first.home() + " ("
                                        + first.name() + ", " + millis(first) + ") and on " + second.home() + " ("
                                        + second.name() + ", " + millis(second) + ").");
                    }
                }
            }
        }
        return new Finding(pairs, smallest.witnesses, smallest.explanation);
    }

    private Finding shardOrder() {
        long violations = 0;
        Finding first = Finding.NONE;
        for (Map.Entry<String, List<Attempt>> shard : history.numberedByShard().entrySet()) {
            Attempt earlier = null;
            for (Attempt attempt : shard.getValue()) {
                if (attempt.explicit()) {
                    continue;
                }
                if (earlier != null && earlier.number() > attempt.number() && violations++ == 0) {
                    first = new Finding(
                            1,
                            List.of(earlier, attempt),
                            shard.getKey() + " stored " + attempt.number() + " (" + attempt.name() + ") after "
                                    + earlier.number() + " (" + earlier.name() + ").");
                }
                earlier = attempt;
            }
        }
        return new Finding(violations, first.witnesses, first.explanation);
    }

    private Finding realTimeOrder() {
        List<Attempt> byInvoke = RealTimeInversions.judged(history);
        List<Attempt> byReturn = byInvoke.stream()
                .sorted(Comparator.comparingLong(Attempt::returnNanos))
                .toList();
        Attempt highest = null;
        long violations = 0;
        Finding first = Finding.NONE;
        int done = 0;
        for (Attempt attempt : byInvoke) {
            while (done < byReturn.size() && byReturn.get(done).returnNanos() < attempt.invokeNanos()) {
                Attempt returned = byReturn.get(done++);
                if (highest == null || returned.number() > highest.number()) {
                    highest = returned;
                }
            }
            if (highest != null && highest.number() > attempt.number() && violations++ == 0) {
                first = new Finding(
                        1,
                        List.of(highest, attempt),
                        highest.name() + " was told " + highest.number() + " on " + highest.home()
                                + " before " + attempt.name() + " asked, which then got " + attempt.number() + " on "
                                + attempt.home() + ".");
            }
        }
        return new Finding(violations, first.witnesses, first.explanation);
    }

    private Finding gaps() {
        List<Gap> gaps = Coverage.gaps(history, numbering).stream()
                .filter(gap -> gap.cause() != Gap.Cause.EXPLICIT_JUMP)
                .toList();
        if (gaps.isEmpty()) {
            return Finding.NONE;
        }
        Gap shortest = gaps.stream()
                .min(Comparator.comparingLong(Gap::length).thenComparingLong(Gap::after))
                .orElseThrow();
        Map<Long, Attempt> byNumber = new HashMap<>();
        history.numbered().forEach(attempt -> {
            if (shortest.owner().equals("cluster") || shortest.owner().equals(attempt.shard())) {
                byNumber.put(attempt.number(), attempt);
            }
        });
        List<Attempt> witnesses = new ArrayList<>();
        for (long end : new long[] {shortest.after(), shortest.before()}) {
            Attempt witness = byNumber.get(end);
            if (witness != null) {
                witnesses.add(witness);
            }
        }
        return new Finding(
                gaps.size(),
                witnesses,
                "Nothing is stored between " + shortest.after() + " and " + shortest.before() + " (" + shortest.owner()
                        + "; cause: " + shortest.cause().title() + ").");
    }

    private Finding attempts(Predicate<Attempt> wrong, String what) {
        List<Attempt> found = history.attempts().stream().filter(wrong).toList();
        if (found.isEmpty()) {
            return Finding.NONE;
        }
        Attempt first = found.get(0);
        String number = first.value() == null ? "" : ", told " + first.value();
        String stored = first.storedValue() == null ? "" : ", stored " + first.storedValue();
        return new Finding(found.size(), List.of(first), first.name() + number + stored + ": it " + what + ".");
    }

    private static String millis(Attempt attempt) {
        return attempt.invokeNanos() / 1_000_000 + " ms";
    }
}
