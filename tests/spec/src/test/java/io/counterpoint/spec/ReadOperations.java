package io.counterpoint.spec;

import com.mongodb.client.AggregateIterable;
import com.mongodb.client.ClientSession;
import com.mongodb.client.DistinctIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.EstimatedDocumentCountOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads of a collection, and aggregations of a database. */
final class ReadOperations {
    private ReadOperations() {}

    static BsonValue find(MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        FindIterable<BsonDocument> find = session == null ? in.find(filter) : in.find(session, filter);
        arguments
                .with("batchSize", value -> find.batchSize(value.asNumber().intValue()))
                .with("sort", value -> find.sort(value.asDocument()))
                .with("projection", value -> find.projection(value.asDocument()))
                .with("limit", value -> find.limit(value.asNumber().intValue()))
                .with("skip", value -> find.skip(value.asNumber().intValue()))
                .with("comment", find::comment)
                .with("collation", value -> find.collation(Concerns.collation(value)));
        arguments.requireAllRead();
        return Results.all(find);
    }

    static @Nullable BsonValue findOne(
            MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        arguments.requireAllRead();
        return session == null
                ? in.find(filter).first()
                : in.find(session, filter).first();
    }

    static BsonValue aggregate(MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        List<BsonDocument> pipeline = documents(arguments.required("pipeline"));
        return aggregated(
                session == null ? in.aggregate(pipeline) : in.aggregate(session, pipeline), pipeline, arguments);
    }

    static BsonValue aggregate(MongoDatabase in, @Nullable ClientSession session, Arguments arguments) {
        List<BsonDocument> pipeline = documents(arguments.required("pipeline"));
        return aggregated(
                session == null
                        ? in.aggregate(pipeline, BsonDocument.class)
                        : in.aggregate(session, pipeline, BsonDocument.class),
                pipeline,
                arguments);
    }

    private static BsonValue aggregated(
            AggregateIterable<BsonDocument> aggregate, List<BsonDocument> pipeline, Arguments arguments) {
        arguments
                .with("batchSize", value -> aggregate.batchSize(value.asNumber().intValue()))
                .with(
                        "allowDiskUse",
                        value -> aggregate.allowDiskUse(value.asBoolean().getValue()))
                .withFlag("bypassDocumentValidation", aggregate::bypassDocumentValidation)
                .with("maxTimeMS", value -> aggregate.maxTime(value.asNumber().longValue(), TimeUnit.MILLISECONDS))
                .with("comment", aggregate::comment)
                .with("let", value -> aggregate.let(value.asDocument()))
                .with("collation", value -> aggregate.collation(Concerns.collation(value)));
        arguments.requireAllRead();
        String last =
                pipeline.isEmpty() ? "" : pipeline.get(pipeline.size() - 1).getFirstKey();
        if (last.equals("$out") || last.equals("$merge")) {
            // Reading the result would send a find of the collection that was written, which no test expects.
            aggregate.toCollection();
            return new org.bson.BsonArray();
        }
        return Results.all(aggregate);
    }

    static BsonValue countDocuments(
            MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument filter = arguments.document("filter");
        CountOptions options = new CountOptions();
        arguments
                .with("skip", value -> options.skip(value.asNumber().intValue()))
                .with("limit", value -> options.limit(value.asNumber().intValue()))
                .with("comment", options::comment)
                .with("collation", value -> options.collation(Concerns.collation(value)));
        arguments.requireAllRead();
        return new BsonInt64(
                session == null ? in.countDocuments(filter, options) : in.countDocuments(session, filter, options));
    }

    static BsonValue estimatedDocumentCount(MongoCollection<BsonDocument> in, Arguments arguments) {
        EstimatedDocumentCountOptions options = new EstimatedDocumentCountOptions();
        arguments
                .with("maxTimeMS", value -> options.maxTime(value.asNumber().longValue(), TimeUnit.MILLISECONDS))
                .with("comment", options::comment);
        arguments.requireAllRead();
        return new BsonInt64(in.estimatedDocumentCount(options));
    }

    static BsonValue distinct(MongoCollection<BsonDocument> in, @Nullable ClientSession session, Arguments arguments) {
        String field = arguments.text("fieldName");
        BsonDocument filter = arguments.document("filter");
        DistinctIterable<BsonValue> distinct = session == null
                ? in.distinct(field, filter, BsonValue.class)
                : in.distinct(session, field, filter, BsonValue.class);
        arguments
                .with("comment", distinct::comment)
                .with("collation", value -> distinct.collation(Concerns.collation(value)));
        arguments.requireAllRead();
        return new org.bson.BsonArray(distinct.into(new ArrayList<>()));
    }

    /** The documents of an array. */
    static List<BsonDocument> documents(BsonValue array) {
        return array.asArray().stream().map(BsonValue::asDocument).toList();
    }
}
