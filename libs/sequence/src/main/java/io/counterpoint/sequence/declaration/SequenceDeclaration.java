package io.counterpoint.sequence.declaration;

import io.counterpoint.sequence.mode.DeclaredProperties;
import io.counterpoint.sequence.mode.Knob;
import io.counterpoint.sequence.mode.LocalMode;
import io.counterpoint.sequence.mode.LocalModes;
import io.counterpoint.sequence.mode.NumberRange;
import io.counterpoint.sequence.mode.OwnerCounter;
import io.counterpoint.sequence.mode.SequenceMode;
import java.util.Map;

/**
 * One field that numbers itself. Immutable.
 *
 * @param field name of the field, one identifier
 * @param mode how numbers come about
 * @param range where they start and end
 * @param onExplicit what a number that was sent does to the counter
 * @param skipTaken false: a generated number that is stored already is an error (11000); true: the next free number is
 *     taken instead
 * @param knobs those that were declared; the others have their standard value
 */
public record SequenceDeclaration(
        String field,
        SequenceMode mode,
        NumberRange range,
        OnExplicit onExplicit,
        boolean skipTaken,
        Map<Knob, Long> knobs) {
    /** Copies the knobs. */
    public SequenceDeclaration {
        knobs = Map.copyOf(knobs);
    }

    /** A field of the default mode, with its default range. */
    public SequenceDeclaration(String field, boolean skipTaken) {
        this(field, SequenceMode.PER_SHARD, NumberRange.STANDARD, OnExplicit.RAISE, skipTaken, Map.of());
    }

    /** The value of a knob. */
    public long knob(Knob knob) {
        return knobs.getOrDefault(knob, knob.standard());
    }

    /**
     * The mode as a state machine on one shard.
     *
     * @throws IllegalArgumentException for a mode that has an owner
     */
    public LocalMode local() {
        return LocalModes.of(mode, range, this::knob);
    }

    /** What the mode promises with these knobs. */
    public DeclaredProperties properties() {
        return mode.owned()
                ? OwnerCounter.properties(mode, knob(Knob.CACHE), knob(Knob.LOG_AHEAD))
                : local().properties();
    }
}
