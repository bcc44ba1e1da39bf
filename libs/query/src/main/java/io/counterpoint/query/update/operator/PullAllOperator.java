package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$pullAll: {path: [value, …]}}}: removes every element equal to one of the values.
 *
 * <p>Source: MongoDB manual, "$pullAll".
 */
record PullAllOperator(BsonArray values) implements FieldUpdate {
    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        if (!argument.isArray()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "$pullAll requires an array argument but was given a " + BsonTypes.name(argument));
        }
        return List.of(new PathUpdate(path, new PullAllOperator(argument.asArray())));
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        return ArrayCulling.without(current, element -> isListed(element, context.order()));
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.SKIP_VIABLE;
    }

    private boolean isListed(BsonValue element, ValueOrder order) {
        for (BsonValue value : values) {
            if (order.equal(value, element)) {
                return true;
            }
        }
        return false;
    }
}
