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
 * {@code {$setOnInsert: {path: value}}}: {@code $set} when an upsert inserts, nothing otherwise.
 *
 * <p>Source: MongoDB manual, "$setOnInsert".
 */
record SetOnInsertOperator(BsonValue value) implements FieldUpdate {
    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        return List.of(new PathUpdate(path, new SetOnInsertOperator(argument)));
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        return value;
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.CREATE;
    }

    @Override
    public boolean appliesIn(UpdateContext context) {
        return context.inserting();
    }
}
