package io.counterpoint.router.ddl;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.raw.RawDocument;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What {@code dropIndexes} names: {@code "*"} for all but that on {@code _id}, a name, a list of names, or a key.
 *
 * <p>Source: the MongoDB manual, {@code dropIndexes}.
 */
final class IndexSelection {
    /** Name of the index that every collection has. */
    static final String ID_INDEX = "_id_";

    private final BsonValue index;

    private IndexSelection(BsonValue index) {
        this.index = index;
    }

    static IndexSelection of(BsonValue index) {
        return new IndexSelection(index);
    }

    /**
     * The named ones among the indexes that are there.
     *
     * @throws CommandException IndexNotFound (27), InvalidOptions (72), TypeMismatch (14)
     */
    List<RawDocument> from(List<RawDocument> present) {
        if (index instanceof BsonString name) {
            return name.getValue().equals("*")
                    ? present.stream().filter(each -> !isIdIndex(each)).toList()
                    : List.of(named(present, name.getValue()));
        }
        if (index instanceof BsonArray names) {
            List<RawDocument> found = new ArrayList<>();
            for (BsonValue name : names) {
                if (!(name instanceof BsonString text)) {
                    throw wrongType();
                }
                found.add(named(present, text.getValue()));
            }
            return found;
        }
        if (index instanceof BsonDocument key) {
            return List.of(withKey(present, key));
        }
        throw wrongType();
    }

    private static RawDocument named(List<RawDocument> present, String name) {
        return present.stream()
                .filter(each -> each.getString("name").getValue().equals(name))
                .findFirst()
                .map(IndexSelection::droppable)
                .orElseThrow(() ->
                        new CommandException(ErrorCode.INDEX_NOT_FOUND, "index not found with name [" + name + "]"));
    }

    private static RawDocument withKey(List<RawDocument> present, BsonDocument key) {
        return present.stream()
                .filter(each -> BsonOrder.equal(each.getDocument("key"), key))
                .findFirst()
                .map(IndexSelection::droppable)
                .orElseThrow(() ->
                        new CommandException(ErrorCode.INDEX_NOT_FOUND, "can't find index with key: " + key.toJson()));
    }

    private static RawDocument droppable(RawDocument found) {
        if (isIdIndex(found)) {
            throw new CommandException(ErrorCode.INVALID_OPTIONS, "cannot drop _id index");
        }
        return found;
    }

    private static boolean isIdIndex(RawDocument found) {
        return found.getString("name").getValue().equals(ID_INDEX);
    }

    private static CommandException wrongType() {
        return new CommandException(
                ErrorCode.TYPE_MISMATCH,
                "BSON field 'dropIndexes.index' is the wrong type, expected types '[string, object, array]'");
    }
}
