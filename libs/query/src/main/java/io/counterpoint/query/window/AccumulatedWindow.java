package io.counterpoint.query.window;

import io.counterpoint.query.accumulator.Accumulation;
import io.counterpoint.query.accumulator.Accumulator;
import io.counterpoint.query.accumulator.AccumulatorOperator;
import io.counterpoint.query.accumulator.Accumulators;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An accumulator over the documents of each window.
 *
 * <p>Windows that only grow are added to. Windows that move along are kept in two parts, so that every document is
 * merged about twice and none is ever taken off a state:
 *
 * <pre>
 * front: a partial result for each end of the older documents      back: one state for the newer ones
 *   [c d e] [d e] [e]                                                [f g]
 * window d to g = [d e] + [f g]; when the front is used up, the back becomes the front
 * </pre>
 *
 * @param accumulation the accumulator and its argument
 * @param bounds of the windows
 */
record AccumulatedWindow(Accumulation accumulation, WindowBounds bounds) implements WindowFunction {
    /** The entry of an accumulator that is a window function under the same name. */
    static WindowOperator entry(String name) {
        AccumulatorOperator operator = Accumulators.of(name);
        if (operator == null) {
            throw new IllegalArgumentException("not an accumulator: " + name);
        }
        return new WindowOperator(
                name,
                operator.help(),
                arguments -> new AccumulatedWindow(accumulation(operator, arguments), arguments.bounds()));
    }

    /** Other than in {@code $group}, an operand that is an array is one value. */
    private static Accumulation accumulation(AccumulatorOperator operator, WindowArguments arguments) {
        BsonValue operand = arguments.operand();
        if (operator.name().equals("$count") && !(operand instanceof BsonDocument none && none.isEmpty())) {
            throw WindowArguments.failedToParse("$count only accepts an empty object as input");
        }
        return operand instanceof BsonArray
                ? operator.parse(BsonNull.VALUE, arguments.context()).withArgument(arguments.expression(operand))
                : operator.parse(operand, arguments.context());
    }

    @Override
    public @Nullable BsonValue[] over(Partition partition) {
        Frames frames = bounds.frames(partition);
        @Nullable BsonValue[] values = partition.values(accumulation.argument());
        if (startsTogether(frames)) {
            return growing(frames, values);
        }
        return accumulation.isGrowing() ? anew(frames, values) : new Sliding(frames, values).results();
    }

    private static boolean startsTogether(Frames frames) {
        return frames.starts()[0] == frames.starts()[frames.size() - 1];
    }

    private @Nullable BsonValue[] growing(Frames frames, @Nullable BsonValue[] values) {
        @Nullable BsonValue[] results = new BsonValue[frames.size()];
        Accumulator state = accumulation.newState();
        BsonValue result = state.result();
        int added = frames.starts()[0];
        for (int i = 0; i < results.length; i++) {
            if (added < frames.ends()[i]) {
                for (; added < frames.ends()[i]; added++) {
                    state.add(values[added]);
                }
                result = state.result();
            }
            results[i] = result;
        }
        return results;
    }

    /** For states as large as their windows, which would be no cheaper to keep in parts. */
    private @Nullable BsonValue[] anew(Frames frames, @Nullable BsonValue[] values) {
        @Nullable BsonValue[] results = new BsonValue[frames.size()];
        for (int i = 0; i < results.length; i++) {
            Accumulator state = accumulation.newState();
            for (int j = frames.starts()[i]; j < frames.ends()[i]; j++) {
                state.add(values[j]);
            }
            results[i] = state.result();
        }
        return results;
    }

    /** Windows that move along. */
    private final class Sliding {
        private final Frames frames;
        private final @Nullable BsonValue[] values;

        /** For positions before {@link #middle} the partial result of all from there to the middle. */
        private final @Nullable BsonValue[] front;

        private int middle;
        private Accumulator back = accumulation.newState();

        /** Where {@link #back} ends. */
        private int end;

        Sliding(Frames frames, @Nullable BsonValue[] values) {
            this.frames = frames;
            this.values = values;
            this.front = new BsonValue[values.length];
        }

        @Nullable
        BsonValue[] results() {
            @Nullable BsonValue[] results = new BsonValue[frames.size()];
            for (int i = 0; i < results.length; i++) {
                results[i] = result(frames.starts()[i], frames.ends()[i]);
            }
            return results;
        }

        private BsonValue result(int from, int to) {
            if (from >= to) {
                return accumulation.newState().result();
            }
            if (from >= middle) {
                turn(from, to);
            }
            for (; end < to; end++) {
                back.add(values[end]);
            }
            Accumulator state = accumulation.newState();
            @Nullable BsonValue older = front[from];
            if (older != null) {
                state.merge(older);
            }
            state.merge(back.partial());
            return state.result();
        }

        private void turn(int from, int to) {
            for (int i = middle - 1; i >= 0 && front[i] != null; i--) {
                front[i] = null;
            }
            @Nullable BsonValue later = null;
            for (int i = to - 1; i >= from; i--) {
                Accumulator state = accumulation.newState();
                state.add(values[i]);
                if (later != null) {
                    state.merge(later);
                }
                later = state.partial();
                front[i] = later;
            }
            middle = to;
            end = to;
            back = accumulation.newState();
        }
    }
}
