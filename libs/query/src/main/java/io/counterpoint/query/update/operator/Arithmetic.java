package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What {@code $inc} and {@code $mul} share: their demands on numbers. */
final class Arithmetic {
    private Arithmetic() {}

    /** An operation on two numbers; null when the result does not fit. */
    @FunctionalInterface
    interface Operation {
        @Nullable
        BsonValue apply(BsonValue left, BsonValue right);
    }

    /**
     * Refuses an argument that is no number.
     *
     * @param verb what the operator does, for the text
     */
    static BsonValue argument(UpdatePath path, BsonValue argument, String verb) {
        if (!Numbers.isNumber(argument)) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "Cannot " + verb + " with non-numeric argument: {" + ValueText.element(path.text(), argument)
                            + "}");
        }
        return argument;
    }

    /** Applies an operation to the value in the document. */
    static BsonValue apply(
            String operator,
            BsonValue current,
            BsonValue operand,
            Operation operation,
            Spot spot,
            UpdateContext context) {
        if (!Numbers.isNumber(current)) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "Cannot apply " + operator + " to a value of non-numeric type. {" + context.idText()
                            + "} has the field '" + spot.name() + "' of non-numeric type " + BsonTypes.name(current));
        }
        BsonValue result = operation.apply(current, operand);
        if (result == null) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "Failed to apply " + operator + " operations to current value (" + typedText(current)
                            + ") for document {" + context.idText() + "}");
        }
        return result;
    }

    /** Only integers overflow. */
    private static String typedText(BsonValue integer) {
        return (integer.isInt32() ? "(NumberInt)" : "(NumberLong)") + ValueText.of(integer);
    }
}
