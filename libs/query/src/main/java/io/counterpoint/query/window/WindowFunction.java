package io.counterpoint.query.window;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.sort.SortPattern;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A parsed use of a window function, {@code {$sum: "$n", window: {documents: [-1, 0]}}}. Immutable; any thread.
 *
 * <p>Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/setWindowFields/">$setWindowFields</a>.
 */
@FunctionalInterface
public interface WindowFunction {
    /**
     * The function's value for each document of a partition, in their order; null where the output field is to be
     * missing.
     *
     * @throws CommandException for values that the function cannot work on
     */
    @Nullable
    BsonValue[] over(Partition partition);

    /**
     * Parses the value of one field of {@code output}.
     *
     * @param sortBy the stage's order; null for none
     * @throws CommandException FailedToParse for what is no window function, others for wrong arguments and bounds
     */
    static WindowFunction parse(BsonDocument specification, @Nullable SortPattern sortBy, QueryContext context) {
        return WindowFunctions.parse(specification, sortBy, context);
    }
}
