package io.counterpoint.lab.metric;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.mode.Numbering;
import java.util.List;

/**
 * Answers against what is stored:
 *
 * <pre>
 * acknowledged = |ok|
 * lost         = |ok and not stored|
 * revived      = |fail and stored|
 * recovered    = |info and stored|
 * unknown      = |info|
 * </pre>
 */
public final class Durability implements Metric {
    @Override
    public String name() {
        return "durability";
    }

    @Override
    public String definition() {
        return "Acknowledged writes that are gone, refused ones that are there, and what became of those whose outcome"
                + " the client never learned.";
    }

    @Override
    public List<Reading> read(History history, Numbering numbering) {
        return List.of(
                Reading.of("acknowledged", acknowledged(history)),
                Reading.of("refused", count(history, Outcome.FAIL)),
                Reading.of("unknown", count(history, Outcome.INFO)),
                Reading.of("lost", count(history, Outcome.OK) - stored(history, Outcome.OK)),
                Reading.of("revived", stored(history, Outcome.FAIL)),
                Reading.of("recovered", stored(history, Outcome.INFO)));
    }

    static long acknowledged(History history) {
        return count(history, Outcome.OK);
    }

    private static long count(History history, Outcome outcome) {
        return history.attempts().stream()
                .filter(attempt -> attempt.outcome() == outcome)
                .count();
    }

    private static long stored(History history, Outcome outcome) {
        return history.attempts().stream()
                .filter(attempt -> attempt.outcome() == outcome)
                .filter(Attempt::stored)
                .count();
    }
}
