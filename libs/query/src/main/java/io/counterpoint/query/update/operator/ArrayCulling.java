package io.counterpoint.query.update.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What {@code $pull} and {@code $pullAll} share: taking elements out of an array. */
final class ArrayCulling {
    private ArrayCulling() {}

    /**
     * The array without the elements that are unwanted.
     *
     * @param current null for a missing path, which stays missing
     * @return {@code current} itself when no element is unwanted
     */
    static @Nullable BsonValue without(@Nullable BsonValue current, Predicate<BsonValue> unwanted) {
        if (current == null) {
            return null;
        }
        if (!current.isArray()) {
            throw new CommandException(ErrorCode.BAD_VALUE, "Cannot apply $pull to a non-array value");
        }
        BsonArray array = current.asArray();
        BsonArray kept = new BsonArray(array.size());
        for (BsonValue element : array) {
            if (!unwanted.test(element)) {
                kept.add(element);
            }
        }
        return kept.size() == array.size() ? array : kept;
    }
}
