package io.counterpoint.spec;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The operations that change one document and return it. */
final class FindAndModifyOperations {
    private FindAndModifyOperations() {}

    static BsonValue update(MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        BsonValue update = arguments.required("update");
        FindOneAndUpdateOptions options = new FindOneAndUpdateOptions();
        arguments
                .withFlag("upsert", options::upsert)
                .with("returnDocument", value -> options.returnDocument(returned(value)))
                .with("arrayFilters", value -> options.arrayFilters(ReadOperations.documents(value)))
                .with("let", value -> options.let(value.asDocument()))
                .with("sort", value -> options.sort(value.asDocument()))
                .with("projection", value -> options.projection(value.asDocument()))
                .with("comment", options::comment)
                .with("collation", value -> options.collation(Concerns.collation(value)))
                .withFlag("bypassDocumentValidation", options::bypassDocumentValidation)
                .withHint(options::hint, options::hintString);
        arguments.requireAllRead();
        if (update.isArray()) {
            List<BsonDocument> pipeline = ReadOperations.documents(update);
            return orNull(
                    session == null
                            ? in.findOneAndUpdate(filter, pipeline, options)
                            : in.findOneAndUpdate(session, filter, pipeline, options));
        }
        BsonDocument document = update.asDocument();
        return orNull(
                session == null
                        ? in.findOneAndUpdate(filter, document, options)
                        : in.findOneAndUpdate(session, filter, document, options));
    }

    static BsonValue replace(MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        BsonDocument replacement = arguments.document("replacement");
        FindOneAndReplaceOptions options = new FindOneAndReplaceOptions();
        arguments
                .withFlag("upsert", options::upsert)
                .with("returnDocument", value -> options.returnDocument(returned(value)))
                .with("let", value -> options.let(value.asDocument()))
                .with("sort", value -> options.sort(value.asDocument()))
                .with("projection", value -> options.projection(value.asDocument()))
                .with("comment", options::comment)
                .with("collation", value -> options.collation(Concerns.collation(value)))
                .withFlag("bypassDocumentValidation", options::bypassDocumentValidation)
                .withHint(options::hint, options::hintString);
        arguments.requireAllRead();
        return orNull(
                session == null
                        ? in.findOneAndReplace(filter, replacement, options)
                        : in.findOneAndReplace(session, filter, replacement, options));
    }

    static BsonValue delete(MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        FindOneAndDeleteOptions options = new FindOneAndDeleteOptions();
        arguments
                .with("let", value -> options.let(value.asDocument()))
                .with("sort", value -> options.sort(value.asDocument()))
                .with("projection", value -> options.projection(value.asDocument()))
                .with("comment", options::comment)
                .with("collation", value -> options.collation(Concerns.collation(value)))
                .withHint(options::hint, options::hintString);
        arguments.requireAllRead();
        return orNull(
                session == null ? in.findOneAndDelete(filter, options) : in.findOneAndDelete(session, filter, options));
    }

    private static ReturnDocument returned(BsonValue value) {
        return value.asString().getValue().equals("After") ? ReturnDocument.AFTER : ReturnDocument.BEFORE;
    }

    private static BsonValue orNull(@Nullable BsonDocument document) {
        return document == null ? BsonNull.VALUE : document;
    }
}
