package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.accumulator.Accumulation;
import io.counterpoint.query.accumulator.Accumulator;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The fields of a {@code $group}'s output that are accumulated. Immutable; the states of one group are an array in the
 * order of the fields.
 *
 * @param names of the fields
 * @param accumulations in the same order
 */
record AccumulatedFields(List<String> names, List<Accumulation> accumulations) {
    /** What the state of an accumulator takes at least, in bytes; a rough figure. */
    private static final int STATE_BYTES = 64;

    /** Copies the lists. */
    AccumulatedFields {
        names = List.copyOf(names);
        accumulations = List.copyOf(accumulations);
    }

    /**
     * Parses {@code {field: {$accumulator: argument}, …}}.
     *
     * @param specification may hold other fields, which {@code except} names
     */
    static AccumulatedFields parse(BsonDocument specification, Set<String> except, QueryContext context) {
        List<String> names = new ArrayList<>();
        List<Accumulation> accumulations = new ArrayList<>();
        specification.forEach((name, value) -> {
            if (!except.contains(name)) {
                checkName(name);
                names.add(name);
                accumulations.add(Accumulation.parse(name, value, context));
            }
        });
        return new AccumulatedFields(names, accumulations);
    }

    /** States that have seen nothing. */
    Accumulator[] newStates() {
        Accumulator[] states = new Accumulator[accumulations.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = accumulations.get(i).newState();
        }
        return states;
    }

    /**
     * Adds a document to the states of its group.
     *
     * @return about how many bytes the states have grown by, at most
     */
    long add(Accumulator[] states, BsonDocument document, Variables variables) {
        long grownBytes = 0;
        for (int i = 0; i < states.length; i++) {
            Accumulation accumulation = accumulations.get(i);
            BsonValue value = accumulation.argument().evaluate(document, variables);
            states[i].add(value);
            if (value != null && accumulation.isGrowing()) {
                grownBytes += MemoryBudget.estimate(value);
            }
        }
        return grownBytes;
    }

    /**
     * Adds what other states of the same group have seen.
     *
     * @return about how many bytes the states have grown by, at most
     */
    long merge(Accumulator[] states, BsonArray partials) {
        long grownBytes = 0;
        for (int i = 0; i < states.length; i++) {
            BsonValue partial = partials.get(i);
            states[i].merge(partial);
            if (accumulations.get(i).isGrowing()) {
                grownBytes += MemoryBudget.estimate(partial);
            }
        }
        return grownBytes;
    }

    /** What the states take, in bytes, as well as can be told. */
    long bytesOf(Accumulator[] states) {
        long bytes = (long) STATE_BYTES * states.length;
        for (int i = 0; i < states.length; i++) {
            if (accumulations.get(i).isGrowing()) {
                bytes += MemoryBudget.estimate(states[i].result());
            }
        }
        return bytes;
    }

    /** What is said of one group whose states are larger than a stage may hold; the disk is no help then. */
    CommandException exceeded(long bytesMax) {
        String operator = accumulations.stream()
                .filter(Accumulation::isGrowing)
                .map(Accumulation::operator)
                .findFirst()
                .orElse(GroupStage.NAME);
        return new CommandException(
                ErrorCode.EXCEEDED_MEMORY_LIMIT,
                operator + " used too much memory and cannot spill to disk. Memory limit: " + bytesMax + " bytes");
    }

    /** The states in the form that {@link #merge} takes. */
    BsonArray partials(Accumulator[] states) {
        BsonArray partials = new BsonArray(states.length);
        for (Accumulator state : states) {
            partials.add(state.partial());
        }
        return partials;
    }

    /** A group's document: {@code _id} and the results. */
    BsonDocument output(BsonValue id, Accumulator[] states) {
        BsonDocument output = new BsonDocument("_id", id);
        for (int i = 0; i < states.length; i++) {
            output.put(names.get(i), states[i].result());
        }
        return output;
    }

    private static void checkName(String name) {
        if (name.indexOf('.') >= 0) {
            throw StageErrors.location(40235, "The field name '" + name + "' cannot contain '.'");
        }
        if (name.startsWith("$")) {
            throw StageErrors.location(40236, "The field name '" + name + "' cannot be an operator name");
        }
    }
}
