package io.counterpoint.spec;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoNamespace;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientDeleteManyOptions;
import com.mongodb.client.model.bulk.ClientDeleteOneOptions;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientReplaceOneOptions;
import com.mongodb.client.model.bulk.ClientUpdateManyOptions;
import com.mongodb.client.model.bulk.ClientUpdateOneOptions;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code clientBulkWrite}: writes of all kinds on several collections, and their results. */
final class ClientBulkWrites {
    private ClientBulkWrites() {}

    static BsonValue run(MongoClient client, @Nullable ClientSession session, Arguments arguments) {
        List<ClientNamespacedWriteModel> models = new ArrayList<>();
        for (BsonDocument model : ReadOperations.documents(arguments.required("models"))) {
            models.add(model(model.getFirstKey(), new Arguments(model.getDocument(model.getFirstKey()))));
        }
        ClientBulkWriteOptions options = ClientBulkWriteOptions.clientBulkWriteOptions();
        WriteConcern[] concern = {client.getWriteConcern()};
        arguments
                .withFlag("ordered", options::ordered)
                .withFlag("bypassDocumentValidation", options::bypassDocumentValidation)
                .withFlag("verboseResults", options::verboseResults)
                .with("let", value -> options.let(value.asDocument()))
                .with("comment", options::comment)
                .with("writeConcern", value -> concern[0] = Concerns.write(value));
        arguments.requireAllRead();
        MongoCluster cluster = client.withWriteConcern(concern[0]);
        return result(
                session == null ? cluster.bulkWrite(models, options) : cluster.bulkWrite(session, models, options));
    }

    private static ClientNamespacedWriteModel model(String kind, Arguments arguments) {
        MongoNamespace namespace = new MongoNamespace(arguments.text("namespace"));
        ClientNamespacedWriteModel model = switch (kind) {
            case "insertOne" ->
                ClientNamespacedWriteModel.insertOne(
                        namespace, arguments.document("document").clone());
            case "updateOne" -> updateOne(namespace, arguments);
            case "updateMany" -> updateMany(namespace, arguments);
            case "replaceOne" -> {
                ClientReplaceOneOptions options = ClientReplaceOneOptions.clientReplaceOneOptions();
                arguments
                        .withFlag("upsert", options::upsert)
                        .with("sort", value -> options.sort(value.asDocument()))
                        .with("collation", value -> options.collation(Concerns.collation(value)))
                        .withHint(options::hint, options::hintString);
                yield ClientNamespacedWriteModel.replaceOne(
                        namespace, arguments.document("filter"), arguments.document("replacement"), options);
            }
            case "deleteOne" -> {
                ClientDeleteOneOptions options = ClientDeleteOneOptions.clientDeleteOneOptions();
                arguments
                        .with("collation", value -> options.collation(Concerns.collation(value)))
                        .withHint(options::hint, options::hintString);
                yield ClientNamespacedWriteModel.deleteOne(namespace, arguments.document("filter"), options);
            }
            case "deleteMany" -> {
                ClientDeleteManyOptions options = ClientDeleteManyOptions.clientDeleteManyOptions();
                arguments
                        .with("collation", value -> options.collation(Concerns.collation(value)))
                        .withHint(options::hint, options::hintString);
                yield ClientNamespacedWriteModel.deleteMany(namespace, arguments.document("filter"), options);
            }
            default -> throw new NotRunnable("unknown write: " + kind);
        };
        arguments.requireAllRead();
        return model;
    }

    private static ClientNamespacedWriteModel updateOne(MongoNamespace namespace, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        BsonValue update = arguments.required("update");
        ClientUpdateOneOptions options = ClientUpdateOneOptions.clientUpdateOneOptions();
        arguments
                .withFlag("upsert", options::upsert)
                .with("sort", value -> options.sort(value.asDocument()))
                .with("arrayFilters", value -> options.arrayFilters(ReadOperations.documents(value)))
                .with("collation", value -> options.collation(Concerns.collation(value)))
                .withHint(options::hint, options::hintString);
        return update.isArray()
                ? ClientNamespacedWriteModel.updateOne(namespace, filter, ReadOperations.documents(update), options)
                : ClientNamespacedWriteModel.updateOne(namespace, filter, update.asDocument(), options);
    }

    private static ClientNamespacedWriteModel updateMany(MongoNamespace namespace, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        BsonValue update = arguments.required("update");
        ClientUpdateManyOptions options = ClientUpdateManyOptions.clientUpdateManyOptions();
        arguments
                .withFlag("upsert", options::upsert)
                .with("arrayFilters", value -> options.arrayFilters(ReadOperations.documents(value)))
                .with("collation", value -> options.collation(Concerns.collation(value)))
                .withHint(options::hint, options::hintString);
        return update.isArray()
                ? ClientNamespacedWriteModel.updateMany(namespace, filter, ReadOperations.documents(update), options)
                : ClientNamespacedWriteModel.updateMany(namespace, filter, update.asDocument(), options);
    }

    /** A result in the form in which tests expect it. */
    static BsonDocument result(ClientBulkWriteResult result) {
        if (!result.isAcknowledged()) {
            return new BsonDocument();
        }
        BsonDocument document = new BsonDocument("insertedCount", new BsonInt64(result.getInsertedCount()))
                .append("upsertedCount", new BsonInt64(result.getUpsertedCount()))
                .append("matchedCount", new BsonInt64(result.getMatchedCount()))
                .append("modifiedCount", new BsonInt64(result.getModifiedCount()))
                .append("deletedCount", new BsonInt64(result.getDeletedCount()));
        result.getVerboseResults().ifPresent(verbose -> {
            BsonDocument inserts = new BsonDocument();
            verbose.getInsertResults()
                    .forEach((index, one) -> inserts.append(
                            String.valueOf(index),
                            new BsonDocument("insertedId", one.getInsertedId().orElseThrow())));
            BsonDocument updates = new BsonDocument();
            verbose.getUpdateResults().forEach((index, one) -> {
                BsonDocument update = new BsonDocument("matchedCount", new BsonInt64(one.getMatchedCount()))
                        .append("modifiedCount", new BsonInt64(one.getModifiedCount()));
                one.getUpsertedId().ifPresent(id -> update.append("upsertedId", id));
                updates.append(String.valueOf(index), update);
            });
            BsonDocument deletes = new BsonDocument();
            verbose.getDeleteResults()
                    .forEach((index, one) -> deletes.append(
                            String.valueOf(index),
                            new BsonDocument("deletedCount", new BsonInt64(one.getDeletedCount()))));
            document.append("insertResults", inserts)
                    .append("updateResults", updates)
                    .append("deleteResults", deletes);
        });
        return document;
    }

    /** The errors of single writes by index: {@code {"0": {code, message}}}. */
    static BsonDocument writeErrors(ClientBulkWriteException failure) {
        BsonDocument errors = new BsonDocument();
        failure.getWriteErrors()
                .forEach((index, error) -> errors.append(
                        String.valueOf(index),
                        new BsonDocument("code", new BsonInt32(error.getCode()))
                                .append("message", new BsonString(error.getMessage()))
                                .append("details", error.getDetails())));
        return errors;
    }
}
