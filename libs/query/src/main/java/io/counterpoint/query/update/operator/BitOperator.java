package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$bit: {path: {and: 6}}}}, {@code or}, {@code xor}, one after another. The result is a long as soon as one
 * side is; a missing field counts as the int 0.
 *
 * <p>Source: MongoDB manual, "$bit".
 */
record BitOperator(List<Step> steps) implements FieldUpdate {
    /** One bitwise operation. */
    private record Step(String name, BsonValue operand) {}

    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        if (!argument.isDocument()) {
            throw badValue("The $bit modifier is not compatible with a " + BsonTypes.name(argument)
                    + ". You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}");
        }
        List<Step> steps = new ArrayList<>();
        for (Map.Entry<String, BsonValue> operation : argument.asDocument().entrySet()) {
            String name = operation.getKey();
            BsonValue operand = operation.getValue();
            if (!name.equals("and") && !name.equals("or") && !name.equals("xor")) {
                throw badValue("The $bit modifier only supports 'and', 'or', and 'xor', not '" + name
                        + "' which is an unknown operator: {" + ValueText.element(name, operand) + "}");
            }
            if (!isInteger(operand)) {
                throw badValue("The $bit modifier field must be an Integer(32/64 bit); a '" + BsonTypes.name(operand)
                        + "' is not supported here: {" + ValueText.element(name, operand) + "}");
            }
            steps.add(new Step(name, operand));
        }
        if (steps.isEmpty()) {
            throw badValue("You must pass in at least one bitwise operation. The format is: "
                    + "{$bit: {field: {and/or/xor: #}}");
        }
        return List.of(new PathUpdate(path, new BitOperator(steps)));
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        BsonValue result = current == null ? new BsonInt32(0) : current;
        if (!isInteger(result)) {
            throw badValue("Cannot apply $bit to a value of non-integral type." + context.idText() + " has the field "
                    + spot.name() + " of non-integer type " + BsonTypes.name(result));
        }
        for (Step step : steps) {
            result = combine(step, result);
        }
        return result;
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.CREATE;
    }

    private static BsonValue combine(Step step, BsonValue value) {
        long left = value.asNumber().longValue();
        long right = step.operand().asNumber().longValue();
        long bits = switch (step.name()) {
            case "and" -> left & right;
            case "or" -> left | right;
            default -> left ^ right;
        };
        boolean bothInts = value.isInt32() && step.operand().isInt32();
        return bothInts ? new BsonInt32((int) bits) : new BsonInt64(bits);
    }

    private static boolean isInteger(BsonValue value) {
        return value.isInt32() || value.isInt64();
    }

    private static CommandException badValue(String text) {
        return new CommandException(ErrorCode.BAD_VALUE, text);
    }
}
