package io.counterpoint.spec;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.InsertManyResult;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.client.result.UpdateResult;
import java.util.ArrayList;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What operations of the driver return, as the values that {@code expectResult} speaks about. */
final class Results {
    private static final BsonDocument UNACKNOWLEDGED = new BsonDocument("acknowledged", BsonBoolean.FALSE);

    private Results() {}

    /** Everything a cursor gives. */
    static BsonArray all(MongoIterable<BsonDocument> iterable) {
        return new BsonArray(iterable.into(new ArrayList<>()));
    }

    /** A list of names. */
    static BsonArray names(MongoIterable<String> iterable) {
        BsonArray names = new BsonArray();
        for (String name : iterable) {
            names.add(new BsonString(name));
        }
        return names;
    }

    static BsonDocument of(InsertOneResult result) {
        BsonDocument document = new BsonDocument();
        if (!result.wasAcknowledged()) {
            return UNACKNOWLEDGED;
        }
        BsonValue id = result.getInsertedId();
        return id == null ? document : document.append("insertedId", id);
    }

    static BsonDocument of(InsertManyResult result) {
        if (!result.wasAcknowledged()) {
            return UNACKNOWLEDGED;
        }
        BsonDocument ids = new BsonDocument();
        result.getInsertedIds().forEach((index, id) -> ids.append(String.valueOf(index), id));
        return new BsonDocument("insertedIds", ids).append("insertedCount", new BsonInt64(ids.size()));
    }

    static BsonDocument of(UpdateResult result) {
        if (!result.wasAcknowledged()) {
            return UNACKNOWLEDGED;
        }
        BsonValue id = result.getUpsertedId();
        BsonDocument document = new BsonDocument("matchedCount", new BsonInt64(result.getMatchedCount()))
                .append("modifiedCount", new BsonInt64(result.getModifiedCount()))
                .append("upsertedCount", new BsonInt64(id == null ? 0 : 1));
        return id == null ? document : document.append("upsertedId", id);
    }

    static BsonDocument of(DeleteResult result) {
        return result.wasAcknowledged()
                ? new BsonDocument("deletedCount", new BsonInt64(result.getDeletedCount()))
                : UNACKNOWLEDGED;
    }

    static BsonDocument of(BulkWriteResult result) {
        if (!result.wasAcknowledged()) {
            return UNACKNOWLEDGED;
        }
        BsonDocument inserted = new BsonDocument();
        result.getInserts().forEach(insert -> inserted.append(String.valueOf(insert.getIndex()), insert.getId()));
        BsonDocument upserted = new BsonDocument();
        result.getUpserts().forEach(upsert -> upserted.append(String.valueOf(upsert.getIndex()), upsert.getId()));
        return new BsonDocument("insertedCount", new BsonInt64(result.getInsertedCount()))
                .append("matchedCount", new BsonInt64(result.getMatchedCount()))
                .append("modifiedCount", new BsonInt64(result.getModifiedCount()))
                .append("deletedCount", new BsonInt64(result.getDeletedCount()))
                .append("upsertedCount", new BsonInt64(upserted.size()))
                .append("insertedIds", inserted)
                .append("upsertedIds", upserted);
    }
}
