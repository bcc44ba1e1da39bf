package io.counterpoint.query.update.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.ValueText;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Updates of an array's elements by {@code $[]} and {@code $[id]}. Keys are identifiers; the empty one stands for every
 * element.
 */
final class ArrayNode implements UpdateNode {
    private final ArrayFilters filters;
    private final Map<String, UpdateNode> children = new TreeMap<>();

    ArrayNode(ArrayFilters filters) {
        this.filters = filters;
    }

    Map<String, UpdateNode> children() {
        return children;
    }

    ArrayNode mergedWith(ArrayNode other, Spot spot) {
        ArrayNode merged = new ArrayNode(filters);
        merged.children.putAll(children);
        other.children.forEach((identifier, child) -> merged.children.merge(
                identifier,
                child,
                (left, right) -> UpdateNode.merge(left, right, spot.child("$[" + identifier + "]", null))));
        return merged;
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        if (current == null) {
            throw missing(spot.path());
        }
        if (!current.isArray()) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "Cannot apply array updates to non-array element " + ValueText.element(spot.name(), current));
        }
        BsonArray array = current.asArray();
        BsonArray changed = null;
        for (int i = 0; i < array.size(); i++) {
            BsonValue element = array.get(i);
            Spot elementSpot = spot.child(Integer.toString(i), array);
            UpdateNode update = updateFor(element, elementSpot);
            BsonValue result = update == null ? element : update.apply(element, elementSpot, context);
            if (result != element) {
                changed = changed == null ? new BsonArray(array) : changed;
                changed.set(i, result == null ? BsonNull.VALUE : result);
            }
        }
        return changed == null ? array : changed;
    }

    @Override
    public void applyBehindBarrier(String path, Barrier barrier, UpdateContext context) {
        throw missing(path);
    }

    private @Nullable UpdateNode updateFor(BsonValue element, Spot spot) {
        UpdateNode update = null;
        for (Map.Entry<String, UpdateNode> child : children.entrySet()) {
            if (filters.matches(child.getKey(), element)) {
                update = update == null ? child.getValue() : UpdateNode.merge(update, child.getValue(), spot);
            }
        }
        return update;
    }

    private static CommandException missing(String path) {
        return new CommandException(
                ErrorCode.BAD_VALUE,
                "The path '" + path + "' must exist in the document in order to apply array updates.");
    }
}
