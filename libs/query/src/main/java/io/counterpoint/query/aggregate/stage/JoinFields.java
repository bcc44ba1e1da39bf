package io.counterpoint.query.aggregate.stage;

import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.bson.path.PathReader;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The equality of a field here and a field there that joins two collections. An array here stands for each of its
 * elements, a missing field for null.
 *
 * @param local path in the documents of the pipeline
 * @param foreign path in the other collection
 */
record JoinFields(FieldPath local, FieldPath foreign) {
    /** The values that a document of the other collection may have one of. */
    List<BsonValue> localValues(BsonDocument document) {
        List<BsonValue> values = new ArrayList<>(1);
        PathReader.visit(document, local, LeafArray.ELEMENTS, (value, index) -> {
            values.add(value == null ? BsonNull.VALUE : value);
            return false;
        });
        return values;
    }

    /** The values under which a document of the other collection is found. */
    List<BsonValue> foreignValues(BsonDocument document) {
        List<BsonValue> values = new ArrayList<>(1);
        PathReader.visit(document, foreign, LeafArray.ELEMENTS_THEN_WHOLE, (value, index) -> {
            values.add(value == null ? BsonNull.VALUE : value);
            return false;
        });
        return values;
    }

    /**
     * The {@code $match} that finds the documents with one of some values. Regular expressions are values here, not
     * patterns.
     */
    BsonDocument match(List<BsonValue> values) {
        BsonArray plain = new BsonArray();
        BsonArray choices = new BsonArray();
        for (BsonValue value : values) {
            if (value.isRegularExpression()) {
                choices.add(condition("$eq", value));
            } else {
                plain.add(value);
            }
        }
        if (choices.isEmpty()) {
            return new BsonDocument(MatchStage.NAME, condition("$in", plain));
        }
        choices.add(condition("$in", plain));
        return new BsonDocument(MatchStage.NAME, new BsonDocument("$or", choices));
    }

    private BsonDocument condition(String operator, BsonValue operand) {
        return new BsonDocument(foreign.text(), new BsonDocument(operator, operand));
    }
}
