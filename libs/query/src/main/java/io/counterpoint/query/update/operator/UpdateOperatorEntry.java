package io.counterpoint.query.update.operator;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import org.bson.BsonValue;

/**
 * An entry of {@link UpdateOperators}.
 *
 * @param name with the dollar
 * @param help one line
 * @param parser reads the operator's argument for one path
 */
public record UpdateOperatorEntry(String name, String help, Parser parser) {
    /** Reads one {@code path: argument} of an operator. */
    @FunctionalInterface
    public interface Parser {
        /**
         * What the operator does, and where: one update, or two for {@code $rename}.
         *
         * @throws io.counterpoint.base.error.CommandException for an argument the operator does not take
         */
        List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context);
    }
}
