package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$rename: {from: "to"}}}: two updates, one that takes the value away and one that puts it where it goes. The
 * second reads it from the document as it was; nothing else can have changed it, since that would be a conflict of
 * paths.
 *
 * <p>Source: MongoDB manual, "$rename".
 */
final class RenameOperator {
    private RenameOperator() {}

    static List<PathUpdate> parse(UpdatePath from, BsonValue argument, QueryContext context) {
        String element = ValueText.element(from.text(), argument);
        if (!argument.isString()) {
            throw badValue("The 'to' field for $rename must be a string: " + element);
        }
        UpdatePath to = UpdatePath.parse(argument.asString().getValue());
        if (from.equals(to)) {
            throw badValue("The source and target field for $rename must differ: " + element);
        }
        if (from.overlaps(to)) {
            throw badValue("The source and target field for $rename must not be on the same path: " + element);
        }
        if (from.isDynamic()) {
            throw badValue("The source field for $rename may not be dynamic: " + from.text());
        }
        if (to.isDynamic()) {
            throw badValue("The destination field for $rename may not be dynamic: " + to.text());
        }
        return List.of(new PathUpdate(from, new Source(from)), new PathUpdate(to, new Destination(from, to)));
    }

    /** Takes the value away. */
    private record Source(UpdatePath from) implements FieldUpdate {
        @Override
        public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
            String array = spot.enclosingArrayName();
            if (current != null && array != null) {
                throw arrayInPath("source", from, array, context);
            }
            return null;
        }

        @Override
        public MissingPath missingPath() {
            return MissingPath.SKIP_VIABLE;
        }
    }

    /** Puts the value where it goes. */
    private record Destination(UpdatePath from, UpdatePath to) implements FieldUpdate {
        @Override
        public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
            BsonValue moved = read(context.original());
            if (moved == null) {
                return current;
            }
            String array = spot.enclosingArrayName();
            if (array != null) {
                throw arrayInPath("destination", to, array, context);
            }
            return moved;
        }

        @Override
        public MissingPath missingPath() {
            return MissingPath.CREATE;
        }

        @Override
        public boolean appliesIn(UpdateContext context) {
            return read(context.original()) != null;
        }

        /** The value at the source; null also when an array is on the way, which {@link Source} refuses. */
        private @Nullable BsonValue read(BsonDocument document) {
            BsonValue value = document;
            for (String part : from.parts()) {
                value = value instanceof BsonDocument holder ? holder.get(part) : null;
                if (value == null) {
                    return null;
                }
            }
            return value;
        }
    }

    private static CommandException arrayInPath(String end, UpdatePath path, String array, UpdateContext context) {
        return badValue("The " + end + " field cannot be an array element, '" + path.text() + "' in doc with "
                + context.idText() + " has an array field called '" + array + "'");
    }

    private static CommandException badValue(String text) {
        return new CommandException(ErrorCode.BAD_VALUE, text);
    }
}
