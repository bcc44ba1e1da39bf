package io.counterpoint.shard.catalog;

import io.counterpoint.bson.path.FieldPath;

/**
 * One field of an index's key pattern. Immutable.
 *
 * @param path where in a document its value is
 * @param descending whether keys sort from the highest value down
 * @param hashed whether the hash of the value is stored in its place
 */
public record IndexField(FieldPath path, boolean descending, boolean hashed) {
    /** Whether a part of the path could be the position of an array's element: such a path means two things at once. */
    public boolean mayNamePosition() {
        for (int i = 1; i < path.size(); i++) {
            if (path.isPosition(i)) {
                return true;
            }
        }
        return false;
    }
}
