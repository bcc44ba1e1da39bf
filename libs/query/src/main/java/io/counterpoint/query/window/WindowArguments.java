package io.counterpoint.query.window;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.sort.SortPattern;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One use of a window operator as it was written, {@code {$operator: operand, window: {…}}}, with what is around it.
 *
 * @param operator its name
 * @param operand its argument
 * @param window the value of {@code window}; null for none
 * @param sortBy the stage's order; null for none
 * @param context of the command
 */
record WindowArguments(
        String operator,
        BsonValue operand,
        @Nullable BsonValue window,
        @Nullable SortPattern sortBy,
        QueryContext context) {
    private static final String WINDOW = "window";

    /** Takes a specification apart; its first field with a dollar is the operator. */
    static WindowArguments of(
            BsonDocument specification, String operator, @Nullable SortPattern sortBy, QueryContext context) {
        for (String name : specification.keySet()) {
            if (name.equals(WINDOW) || name.equals(operator)) {
                continue;
            }
            throw failedToParse(
                    WindowFunctions.of(name) != null
                            ? "Cannot specify two functions in window function spec"
                            : "Window function found an unknown argument: " + name);
        }
        @Nullable BsonValue operand = specification.get(operator);
        if (operand == null) {
            throw new IllegalArgumentException("the specification lacks its operator");
        }
        return new WindowArguments(operator, operand, specification.get(WINDOW), sortBy, context);
    }

    /** The window's bounds, which are the whole partition when there is no {@code window}. */
    WindowBounds bounds() {
        return window == null ? WindowBounds.WHOLE : WindowBounds.parse(window, sortBy, context);
    }

    /** Refuses a {@code window}, for operators that have one of their own. */
    void refuseWindow() {
        if (window != null) {
            throw failedToParse("'window' field is not allowed in " + operator);
        }
    }

    /** The operand, which must be a document. */
    BsonDocument document(String otherwise) {
        if (!(operand instanceof BsonDocument document)) {
            throw failedToParse(otherwise);
        }
        return document;
    }

    /** Parses an expression among the arguments. */
    Expression expression(BsonValue value) {
        return Expression.parse(value, context);
    }

    /** The value of an expression that reads no document; null when it reads one, or is missing. */
    static @Nullable BsonValue constant(BsonValue value, QueryContext context) {
        return Expression.parse(value, context).evaluate(new BsonDocument(), Variables.of(context));
    }

    /** A FailedToParse. */
    static CommandException failedToParse(String text) {
        return new CommandException(ErrorCode.FAILED_TO_PARSE, text);
    }

    /** A refusal with one of MongoDB's numbers. */
    static CommandException refusal(int code, String text) {
        return new CommandException(ErrorCode.location(code), text);
    }
}
