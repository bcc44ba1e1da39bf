package io.counterpoint.query.update.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A node of an {@link UpdateTree}: what happens to the value at one place. */
sealed interface UpdateNode permits ObjectNode, ArrayNode, LeafNode {
    /**
     * The value to store.
     *
     * @param current the value at {@code spot}, null for none; never changed
     * @return {@code current} itself for no change, null for no value
     */
    @Nullable
    BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context);

    /**
     * Told that the path cannot go on: refuses where the operator would need it to.
     *
     * @param path the dotted path of this node
     * @param barrier where the path stopped
     */
    void applyBehindBarrier(String path, Barrier barrier, UpdateContext context);

    /** Both nodes' updates in one. */
    static UpdateNode merge(UpdateNode left, UpdateNode right, Spot spot) {
        if (left instanceof ObjectNode leftObject && right instanceof ObjectNode rightObject) {
            return leftObject.mergedWith(rightObject, spot);
        }
        if (left instanceof ArrayNode leftArray && right instanceof ArrayNode rightArray) {
            return leftArray.mergedWith(rightArray, spot);
        }
        throw new CommandException(
                ErrorCode.CONFLICTING_UPDATE_OPERATORS, "Update created a conflict at '" + spot.path() + "'");
    }

    /**
     * A value that has no fields of the wanted kind.
     *
     * @param name the value's own field name
     * @param value the value
     * @param part the part of the path that it cannot be left by
     */
    record Barrier(String name, BsonValue value, String part) {}
}
