package io.counterpoint.query.window;

/**
 * An entry of {@link WindowFunctions}. Immutable, any thread.
 *
 * @param name MongoDB's name, with its {@code $}
 * @param help one line for lists of operators
 * @param parser reads one use
 */
public record WindowOperator(String name, String help, Parser parser) {
    /** Reads one use of the operator. Pure. */
    @FunctionalInterface
    interface Parser {
        WindowFunction parse(WindowArguments arguments);
    }
}
