package io.counterpoint.router.command;

import io.counterpoint.query.sort.SortPattern;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** Tells whether a projection leaves what an order looks at as it is. Pure; says no when it cannot tell. */
final class ProjectionReach {
    private ProjectionReach() {}

    /** Whether documents compare the same before and after the projection. */
    static boolean keeps(BsonDocument projection, SortPattern sort) {
        Boolean inclusion = null;
        boolean showsId = true;
        for (Map.Entry<String, BsonValue> entry : projection.entrySet()) {
            BsonValue value = entry.getValue();
            if (!(value instanceof BsonBoolean) && !(value instanceof BsonNumber)) {
                return false;
            }
            boolean shown = isTrue(value);
            if (entry.getKey().equals("_id")) {
                showsId = shown;
            } else {
                inclusion = shown;
            }
        }
        boolean including = inclusion == null ? showsId : inclusion;
        for (SortPattern.Field field : sort.fields()) {
            if (!keeps(projection, field.path().text(), including, showsId)) {
                return false;
            }
        }
        return true;
    }

    private static boolean keeps(BsonDocument projection, String path, boolean including, boolean showsId) {
        if (isAtOrBelow(path, "_id")) {
            return showsId;
        }
        for (String named : projection.keySet()) {
            if (including && isAtOrBelow(path, named)) {
                return true;
            }
            if (!including && (isAtOrBelow(path, named) || isAtOrBelow(named, path))) {
                return false;
            }
        }
        return !including;
    }

    private static boolean isTrue(BsonValue value) {
        return value instanceof BsonBoolean truth ? truth.getValue() : ((BsonNumber) value).doubleValue() != 0;
    }

    private static boolean isAtOrBelow(String path, String ancestor) {
        return path.equals(ancestor) || path.startsWith(ancestor + ".");
    }
}
