package io.counterpoint.spec;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.InsertOneOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Writes of a collection. */
final class WriteOperations {
    private WriteOperations() {}

    static BsonValue insertOne(MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument document = arguments.document("document").clone();
        InsertOneOptions options = new InsertOneOptions();
        arguments
                .with("comment", options::comment)
                .withFlag("bypassDocumentValidation", options::bypassDocumentValidation);
        arguments.requireAllRead();
        return Results.of(session == null ? in.insertOne(document, options) : in.insertOne(session, document, options));
    }

    static BsonValue insertMany(
            MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        List<BsonDocument> documents = ReadOperations.documents(
                arguments.required("documents").asArray().clone());
        InsertManyOptions options = new InsertManyOptions();
        arguments
                .with("comment", options::comment)
                .with("ordered", value -> options.ordered(value.asBoolean().getValue()))
                .withFlag("bypassDocumentValidation", options::bypassDocumentValidation);
        arguments.requireAllRead();
        return Results.of(
                session == null ? in.insertMany(documents, options) : in.insertMany(session, documents, options));
    }

    static BsonValue update(
            MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments, boolean many) {
        BsonDocument filter = arguments.document("filter");
        BsonValue update = arguments.required("update");
        UpdateOptions options = updateOptions(arguments);
        arguments.requireAllRead();
        if (update.isArray()) {
            List<BsonDocument> pipeline = ReadOperations.documents(update);
            if (session == null) {
                return Results.of(
                        many ? in.updateMany(filter, pipeline, options) : in.updateOne(filter, pipeline, options));
            }
            return Results.of(
                    many
                            ? in.updateMany(session, filter, pipeline, options)
                            : in.updateOne(session, filter, pipeline, options));
        }
        BsonDocument document = update.asDocument();
        if (session == null) {
            return Results.of(
                    many ? in.updateMany(filter, document, options) : in.updateOne(filter, document, options));
        }
        return Results.of(
                many
                        ? in.updateMany(session, filter, document, options)
                        : in.updateOne(session, filter, document, options));
    }

    static BsonValue replaceOne(
            MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        BsonDocument replacement = arguments.document("replacement");
        ReplaceOptions options = replaceOptions(arguments);
        arguments.requireAllRead();
        return Results.of(
                session == null
                        ? in.replaceOne(filter, replacement, options)
                        : in.replaceOne(session, filter, replacement, options));
    }

    static BsonValue delete(
            MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments, boolean many) {
        BsonDocument filter = arguments.document("filter");
        DeleteOptions options = deleteOptions(arguments);
        arguments.requireAllRead();
        if (session == null) {
            return Results.of(many ? in.deleteMany(filter, options) : in.deleteOne(filter, options));
        }
        return Results.of(many ? in.deleteMany(session, filter, options) : in.deleteOne(session, filter, options));
    }

    static BsonValue bulkWrite(MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        List<WriteModel<BsonDocument>> models = new ArrayList<>();
        for (BsonDocument request : ReadOperations.documents(arguments.required("requests"))) {
            models.add(model(request.getFirstKey(), new Arguments(request.getDocument(request.getFirstKey()))));
        }
        BulkWriteOptions options = new BulkWriteOptions();
        arguments
                .with("comment", options::comment)
                .with("let", value -> options.let(value.asDocument()))
                .with("ordered", value -> options.ordered(value.asBoolean().getValue()))
                .withFlag("bypassDocumentValidation", options::bypassDocumentValidation);
        arguments.requireAllRead();
        return Results.of(session == null ? in.bulkWrite(models, options) : in.bulkWrite(session, models, options));
    }

    private static WriteModel<BsonDocument> model(String kind, Arguments arguments) {
        WriteModel<BsonDocument> model = switch (kind) {
            case "insertOne" ->
                new InsertOneModel<>(arguments.document("document").clone());
            case "updateOne" ->
                arguments.required("update").isArray()
                        ? new UpdateOneModel<>(
                                arguments.document("filter"),
                                ReadOperations.documents(arguments.required("update")),
                                updateOptions(arguments))
                        : new UpdateOneModel<>(
                                arguments.document("filter"), arguments.document("update"), updateOptions(arguments));
            case "updateMany" ->
                arguments.required("update").isArray()
                        ? new UpdateManyModel<>(
                                arguments.document("filter"),
                                ReadOperations.documents(arguments.required("update")),
                                updateOptions(arguments))
                        : new UpdateManyModel<>(
                                arguments.document("filter"), arguments.document("update"), updateOptions(arguments));
            case "replaceOne" ->
                new ReplaceOneModel<>(
                        arguments.document("filter"), arguments.document("replacement"), replaceOptions(arguments));
            case "deleteOne" -> new DeleteOneModel<>(arguments.document("filter"), deleteOptions(arguments));
            case "deleteMany" -> new DeleteManyModel<>(arguments.document("filter"), deleteOptions(arguments));
            default -> throw new NotRunnable("unknown write: " + kind);
        };
        arguments.requireAllRead();
        return model;
    }

    private static UpdateOptions updateOptions(Arguments arguments) {
        UpdateOptions options = new UpdateOptions();
        arguments
                .withFlag("upsert", options::upsert)
                .with("arrayFilters", value -> options.arrayFilters(ReadOperations.documents(value)))
                .with("let", value -> options.let(value.asDocument()))
                .with("sort", value -> options.sort(value.asDocument()))
                .with("comment", options::comment)
                .with("collation", value -> options.collation(Concerns.collation(value)))
                .withFlag("bypassDocumentValidation", options::bypassDocumentValidation)
                .withHint(options::hint, options::hintString);
        return options;
    }

    private static ReplaceOptions replaceOptions(Arguments arguments) {
        ReplaceOptions options = new ReplaceOptions();
        arguments
                .withFlag("upsert", options::upsert)
                .with("let", value -> options.let(value.asDocument()))
                .with("sort", value -> options.sort(value.asDocument()))
                .with("comment", options::comment)
                .with("collation", value -> options.collation(Concerns.collation(value)))
                .withFlag("bypassDocumentValidation", options::bypassDocumentValidation)
                .withHint(options::hint, options::hintString);
        return options;
    }

    private static DeleteOptions deleteOptions(Arguments arguments) {
        DeleteOptions options = new DeleteOptions();
        arguments
                .with("let", value -> options.let(value.asDocument()))
                .with("comment", options::comment)
                .with("collation", value -> options.collation(Concerns.collation(value)))
                .withHint(options::hint, options::hintString);
        return options;
    }
}
