package io.counterpoint.query.update.operator;

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
 * {@code {$min: {path: value}}}: the lesser of both in BSON's order, over all types.
 *
 * <p>Source: MongoDB manual, "$min".
 */
record MinOperator(BsonValue value) implements FieldUpdate {
    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        return List.of(new PathUpdate(path, new MinOperator(argument)));
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        return current == null || context.order().compare(value, current) < 0 ? value : current;
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.CREATE;
    }
}
