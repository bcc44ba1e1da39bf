package io.counterpoint.query.update.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Updates of the fields of a document, or of the elements of an array by number.
 *
 * <p>A document is copied, one level deep, when the first of its fields changes; a document of which nothing changes is
 * handed back as it is, so that an update without effect costs no copy and keeps the stored bytes.
 */
final class ObjectNode implements UpdateNode {
    /** How far beyond its end an array may be extended by one update; MongoDB's limit. */
    private static final int PADDING_COUNT_MAX = 1_500_000;

    private final SortedMap<String, UpdateNode> children = new TreeMap<>(ArrayIndexes.VISITING_ORDER);
    private @Nullable UpdateNode positional;

    @Nullable
    UpdateNode child(String name) {
        return name.equals(UpdatePath.POSITIONAL) ? positional : children.get(name);
    }

    void setChild(String name, UpdateNode child) {
        if (name.equals(UpdatePath.POSITIONAL)) {
            positional = child;
        } else {
            children.put(name, child);
        }
    }

    SortedMap<String, UpdateNode> children() {
        return children;
    }

    ObjectNode mergedWith(ObjectNode other, Spot spot) {
        ObjectNode merged = new ObjectNode();
        merged.children.putAll(children);
        other.children.forEach((name, child) -> merged.children.merge(
                name, child, (left, right) -> UpdateNode.merge(left, right, spot.child(name, null))));
        merged.positional = positional == null || other.positional == null
                ? (positional == null ? other.positional : positional)
                : UpdateNode.merge(positional, other.positional, spot.child(UpdatePath.POSITIONAL, null));
        return merged;
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        SortedMap<String, UpdateNode> updates = resolve(spot, context);
        if (current == null) {
            return create(updates, spot, context);
        }
        if (current.isDocument()) {
            return applyToFields(current.asDocument(), updates, spot, context);
        }
        if (current.isArray()) {
            return applyToElements(current.asArray(), updates, spot, context);
        }
        updates.forEach((name, child) ->
                child.applyBehindBarrier(spot.path() + "." + name, new Barrier(spot.name(), current, name), context));
        return current;
    }

    @Override
    public void applyBehindBarrier(String path, Barrier barrier, UpdateContext context) {
        children.forEach((name, child) -> child.applyBehindBarrier(path + "." + name, barrier, context));
        if (positional != null) {
            positional.applyBehindBarrier(path + "." + UpdatePath.POSITIONAL, barrier, context);
        }
    }

    /** Applies the tree to a whole document; null when nothing changes. */
    @Nullable
    BsonDocument applyToRoot(BsonDocument document, UpdateContext context) {
        BsonDocument changed = null;
        for (Map.Entry<String, UpdateNode> child : children.entrySet()) {
            Spot spot = new Spot(null, child.getKey(), document);
            changed = applyToField(document, changed, child.getKey(), child.getValue(), spot, context);
        }
        return changed;
    }

    private SortedMap<String, UpdateNode> resolve(Spot spot, UpdateContext context) {
        if (positional == null) {
            return children;
        }
        String name = context.positionalName(spot.path());
        SortedMap<String, UpdateNode> resolved = new TreeMap<>(children);
        resolved.merge(name, positional, (left, right) -> UpdateNode.merge(left, right, spot.child(name, null)));
        return resolved;
    }

    private static @Nullable BsonValue create(SortedMap<String, UpdateNode> updates, Spot spot, UpdateContext context) {
        BsonDocument created = null;
        for (Map.Entry<String, UpdateNode> update : updates.entrySet()) {
            BsonValue value = update.getValue().apply(null, spot.child(update.getKey(), null), context);
            if (value != null) {
                created = created == null ? new BsonDocument() : created;
                created.put(update.getKey(), value);
            }
        }
        return created;
    }

    private static BsonDocument applyToFields(
            BsonDocument document, SortedMap<String, UpdateNode> updates, Spot spot, UpdateContext context) {
        BsonDocument changed = null;
        for (Map.Entry<String, UpdateNode> update : updates.entrySet()) {
            Spot fieldSpot = spot.child(update.getKey(), document);
            changed = applyToField(document, changed, update.getKey(), update.getValue(), fieldSpot, context);
        }
        return changed == null ? document : changed;
    }

    /** The changed copy so far, null for none, with one more field applied to it. */
    private static @Nullable BsonDocument applyToField(
            BsonDocument original,
            @Nullable BsonDocument changed,
            String name,
            UpdateNode update,
            Spot spot,
            UpdateContext context) {
        BsonValue current = original.get(name);
        BsonValue result = update.apply(current, spot, context);
        if (result == current) {
            return changed;
        }
        BsonDocument copy = changed == null ? copyOf(original) : changed;
        if (result == null) {
            copy.remove(name);
        } else {
            copy.put(name, result);
        }
        return copy;
    }

    private static BsonDocument copyOf(BsonDocument document) {
        BsonDocument copy = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            copy.put(field.getKey(), field.getValue());
        }
        return copy;
    }

    private static BsonArray applyToElements(
            BsonArray array, SortedMap<String, UpdateNode> updates, Spot spot, UpdateContext context) {
        BsonArray changed = null;
        for (Map.Entry<String, UpdateNode> update : updates.entrySet()) {
            String name = update.getKey();
            if (!ArrayIndexes.isIndex(name)) {
                update.getValue()
                        .applyBehindBarrier(spot.path() + "." + name, new Barrier(spot.name(), array, name), context);
                continue;
            }
            int index = ArrayIndexes.parse(name);
            BsonValue current = index < array.size() ? array.get(index) : null;
            BsonValue result = update.getValue().apply(current, spot.child(name, array), context);
            if (result != current) {
                changed = changed == null ? new BsonArray(array) : changed;
                put(changed, index, result == null ? BsonNull.VALUE : result);
            }
        }
        return changed == null ? array : changed;
    }

    private static void put(BsonArray array, int index, BsonValue value) {
        if (index < array.size()) {
            array.set(index, value);
            return;
        }
        if (index - array.size() > PADDING_COUNT_MAX) {
            throw new CommandException(
                    ErrorCode.CANNOT_BACKFILL_ARRAY, "can't backfill more than " + PADDING_COUNT_MAX + " elements");
        }
        while (array.size() < index) {
            array.add(BsonNull.VALUE);
        }
        array.add(value);
    }
}
