package io.counterpoint.query.update.path;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document that is being updated: a chain of field names and array indexes. The dotted text is built only
 * when a message needs it.
 *
 * @param parent the place that holds this one; null for a top-level field
 * @param name field name or array index
 * @param container the value this place is a member of: the document or array itself; null when it does not exist yet
 */
public record Spot(
        @Nullable Spot parent, String name, @Nullable BsonValue container) {
    /** The dotted path from the root. */
    public String path() {
        return parent == null ? name : parent.path() + "." + name;
    }

    /** Whether this place is an element of an existing array. */
    public boolean isArrayElement() {
        return container != null && container.isArray();
    }

    /**
     * The name of the innermost array on the way to this place, not counting the place itself; null when there is none.
     */
    public @Nullable String enclosingArrayName() {
        for (Spot spot = this; spot.parent != null; spot = spot.parent) {
            if (spot.isArrayElement()) {
                return spot.parent.name;
            }
        }
        return null;
    }

    Spot child(String childName, @Nullable BsonValue self) {
        return new Spot(this, childName, self);
    }
}
