package io.counterpoint.query.update.operator;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$unset: {path: anything}}}. An array element becomes null, so that the others keep their places.
 *
 * <p>Source: MongoDB manual, "$unset".
 */
record UnsetOperator() implements FieldUpdate {
    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        return List.of(new PathUpdate(path, new UnsetOperator()));
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        return current != null && spot.isArrayElement() ? BsonNull.VALUE : null;
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.SKIP;
    }
}
