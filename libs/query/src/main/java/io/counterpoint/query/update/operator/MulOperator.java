package io.counterpoint.query.update.operator;

import io.counterpoint.bson.number.UpdateArithmetic;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$mul: {path: number}}}: multiplies; a missing field becomes zero in the number's type. Two ints make a long
 * where the product needs one; beyond a long the update is refused.
 *
 * <p>Source: MongoDB manual, "$mul".
 */
record MulOperator(BsonValue factor) implements FieldUpdate {
    private static final BsonValue ZERO = new BsonInt32(0);

    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        return List.of(new PathUpdate(path, new MulOperator(Arithmetic.argument(path, argument, "multiply"))));
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        BsonValue factorOrZero = current == null ? ZERO : current;
        return Arithmetic.apply("$mul", factorOrZero, factor, UpdateArithmetic::multiply, spot, context);
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.CREATE;
    }
}
