package io.counterpoint.query.update.operator;

import io.counterpoint.bson.number.UpdateArithmetic;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$inc: {path: number}}}: adds; a missing field becomes the number. Two ints make a long where the sum needs
 * one; beyond a long the update is refused.
 *
 * <p>Source: MongoDB manual, "$inc".
 */
record IncOperator(BsonValue amount) implements FieldUpdate {
    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        return List.of(new PathUpdate(path, new IncOperator(Arithmetic.argument(path, argument, "increment"))));
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        return current == null
                ? amount
                : Arithmetic.apply("$inc", current, amount, UpdateArithmetic::add, spot, context);
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.CREATE;
    }
}
