package io.counterpoint.lab.verdict;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.mode.Property;
import java.util.List;

/**
 * What a history says about one property.
 *
 * @param property which
 * @param promised whether the mode promises it, or the experiment asked for it: only then it counts for the exit status
 * @param state how it stands
 * @param violations how many counterexamples there are
 * @param witnesses the attempts of the smallest counterexample, empty unless it is violated
 * @param explanation one sentence for people
 */
public record Verdict(
        Property property,
        boolean promised,
        State state,
        long violations,
        List<Attempt> witnesses,
        String explanation) {

    /** Copies the list. */
    public Verdict {
        witnesses = List.copyOf(witnesses);
    }

    /** How a property stands after a run. */
    public enum State {
        /** Nothing speaks against it. */
        @JsonProperty("valid")
        VALID,
        /** There is a counterexample. */
        @JsonProperty("violated")
        VIOLATED,
        /** The run does not tell. */
        @JsonProperty("unknown")
        UNKNOWN
    }
}
