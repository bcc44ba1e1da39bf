package io.counterpoint.query.update.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.ValueText;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The end of a path: one operator. */
record LeafNode(FieldUpdate update) implements UpdateNode {
    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        if (!update.appliesIn(context)) {
            return current;
        }
        BsonValue result = update.apply(current, spot, context);
        return result != null && current != null && Sameness.same(result, current) ? current : result;
    }

    @Override
    public void applyBehindBarrier(String path, Barrier barrier, UpdateContext context) {
        if (!update.appliesIn(context)) {
            return;
        }
        String element = "{" + ValueText.element(barrier.name(), barrier.value()) + "}";
        switch (update.missingPath()) {
            case CREATE ->
                throw new CommandException(
                        ErrorCode.PATH_NOT_VIABLE,
                        "Cannot create field '" + barrier.part() + "' in element " + element);
            case SKIP_VIABLE ->
                throw new CommandException(
                        ErrorCode.PATH_NOT_VIABLE,
                        "Cannot use the part (" + barrier.part() + ") of (" + path + ") to traverse the element ("
                                + element + ")");
            case SKIP -> {}
        }
    }
}
