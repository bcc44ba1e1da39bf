package io.counterpoint.spec;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The operations of a collection by name. */
final class CollectionOperations {
    private CollectionOperations() {}

    static @Nullable BsonValue run(
            String name, MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        return switch (name) {
            case "find" -> ReadOperations.find(in, session, arguments);
            case "findOne" -> ReadOperations.findOne(in, session, arguments);
            case "aggregate" -> ReadOperations.aggregate(in, session, arguments);
            case "countDocuments" -> ReadOperations.countDocuments(in, session, arguments);
            case "estimatedDocumentCount" -> ReadOperations.estimatedDocumentCount(in, arguments);
            case "distinct" -> ReadOperations.distinct(in, session, arguments);
            case "insertOne" -> WriteOperations.insertOne(in, session, arguments);
            case "insertMany" -> WriteOperations.insertMany(in, session, arguments);
            case "updateOne" -> WriteOperations.update(in, session, arguments, false);
            case "updateMany" -> WriteOperations.update(in, session, arguments, true);
            case "replaceOne" -> WriteOperations.replaceOne(in, session, arguments);
            case "deleteOne" -> WriteOperations.delete(in, session, arguments, false);
            case "deleteMany" -> WriteOperations.delete(in, session, arguments, true);
            case "bulkWrite" -> WriteOperations.bulkWrite(in, session, arguments);
            case "findOneAndUpdate" -> FindAndModifyOperations.update(in, session, arguments);
            case "findOneAndReplace" -> FindAndModifyOperations.replace(in, session, arguments);
            case "findOneAndDelete" -> FindAndModifyOperations.delete(in, session, arguments);
            case "createIndex" -> createIndex(in, session, arguments);
            case "dropIndex" -> {
                String index = arguments.text("name");
                arguments.requireAllRead();
                if (session == null) {
                    in.dropIndex(index);
                } else {
                    in.dropIndex(session, index);
                }
                yield null;
            }
            case "createSearchIndex",
                    "createSearchIndexes",
                    "updateSearchIndex",
                    "dropSearchIndex",
                    "listSearchIndexes" -> SearchIndexOperations.run(name, in, arguments);
            case "listIndexes" -> listIndexes(in, session, arguments);
            case "listIndexNames" -> {
                BsonArray names = new BsonArray();
                listIndexes(in, session, arguments)
                        .forEach(index -> names.add(index.asDocument().get("name")));
                yield names;
            }
            default -> throw new NotRunnable("unknown operation: " + name);
        };
    }

    private static BsonArray listIndexes(
            MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        arguments.requireAllRead();
        return Results.all(
                session == null ? in.listIndexes(BsonDocument.class) : in.listIndexes(session, BsonDocument.class));
    }

    private static BsonValue createIndex(
            MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument keys = arguments.document("keys");
        IndexOptions options = new IndexOptions();
        arguments
                .with("name", value -> options.name(value.asString().getValue()))
                .with("unique", value -> options.unique(value.asBoolean().getValue()));
        arguments.requireAllRead();
        return new BsonString(session == null ? in.createIndex(keys, options) : in.createIndex(session, keys, options));
    }
}
