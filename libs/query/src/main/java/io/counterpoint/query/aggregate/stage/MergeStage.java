package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.aggregate.flow.BlockingIterator;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.query.aggregate.flow.MergeStatement;
import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageContext;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.aggregate.flow.StageSplit;
import io.counterpoint.query.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * {@code {$merge: {into, on, let, whenMatched, whenNotMatched}}}: writes the results into a collection, document by
 * document. Nothing comes out; a failure leaves what was written before it.
 *
 * <p>Source: MongoDB manual, "$merge (aggregation)".
 *
 * @param source the argument
 * @param options what it says
 */
record MergeStage(BsonValue source, MergeOptions options) implements Stage {
    static final String NAME = "$merge";

    static List<Stage> parse(BsonValue argument, StageParsing parsing) {
        return List.of(new MergeStage(argument, MergeOptions.parse(argument, parsing)));
    }

    @Override
    public BsonDocument toBson() {
        return new BsonDocument(NAME, source);
    }

    @Override
    public StageSplit split() {
        return new StageSplit.OnRouter();
    }

    @Override
    public DocumentIterator apply(DocumentIterator input, StageContext context) {
        return new BlockingIterator(input, all -> write(all, context));
    }

    private DocumentIterator write(DocumentIterator input, StageContext context) {
        String database = options.target().databaseIn(context);
        String collection = options.target().collection();
        List<String> on = joinFields(context, database, collection);
        WriteBatches batches = new WriteBatches(input);
        for (List<BsonDocument> batch = batches.next(); !batch.isEmpty(); batch = batches.next()) {
            List<BsonDocument> documents = withIds(batch, on, context);
            documents.forEach(document -> checkJoinFields(document, on));
            if (options.matched() == MergeOptions.Matched.FAIL) {
                context.environment().insert(database, collection, documents);
            } else {
                update(documents, on, context, database, collection);
            }
        }
        return DocumentIterator.empty();
    }

    private void update(
            List<BsonDocument> documents, List<String> on, StageContext context, String database, String collection) {
        Variables variables = Variables.of(context.query());
        List<MergeStatement> statements = new ArrayList<>(documents.size());
        for (BsonDocument document : documents) {
            statements.add(statement(document, on, variables));
        }
        int affected = context.environment()
                .update(database, collection, statements, context.query().collation());
        if (options.notMatched() == MergeOptions.NotMatched.FAIL && affected < statements.size()) {
            throw new CommandException(
                    ErrorCode.MERGE_STAGE_NO_MATCHING_DOCUMENT,
                    "$merge could not find a matching document in the target collection for at least one document in"
                            + " the source collection");
        }
    }

    private List<String> joinFields(StageContext context, String database, String collection) {
        List<String> on = options.on();
        if (on.isEmpty()) {
            return context.environment().mergeFields(database, collection);
        }
        if (!context.environment()
                .isUnique(database, collection, on, context.query().collation())) {
            throw StageErrors.location(51183, "Cannot find index to verify that join fields will be unique");
        }
        return on;
    }

    private static List<BsonDocument> withIds(List<BsonDocument> documents, List<String> on, StageContext context) {
        if (!on.contains("_id")) {
            return documents;
        }
        List<BsonDocument> result = new ArrayList<>(documents.size());
        for (BsonDocument document : documents) {
            if (document.containsKey("_id")) {
                result.add(document);
            } else {
                BsonDocument withId =
                        new BsonDocument("_id", context.environment().newId());
                withId.putAll(document);
                result.add(withId);
            }
        }
        return result;
    }

    private static void checkJoinFields(BsonDocument document, List<String> on) {
        for (String path : on) {
            BsonValue value = DocumentEdit.get(document, path);
            if (value == null || value.isNull() || value.isArray() || value.getBsonType() == BsonType.UNDEFINED) {
                throw StageErrors.location(
                        51132,
                        "$merge write error: 'on' field '" + path + "' cannot be missing, null, undefined or an array");
            }
        }
    }

    private MergeStatement statement(BsonDocument document, List<String> on, Variables variables) {
        BsonDocument filter = new BsonDocument();
        for (String path : on) {
            BsonValue value = DocumentEdit.get(document, path);
            filter.put(path, new BsonDocument("$eq", value));
        }
        boolean insert = options.notMatched() == MergeOptions.NotMatched.INSERT;
        return switch (options.matched()) {
            case REPLACE -> new MergeStatement(filter, document, new BsonDocument(), insert, false);
            case MERGE ->
                new MergeStatement(filter, new BsonDocument("$set", document), new BsonDocument(), insert, false);
            case KEEP_EXISTING ->
                new MergeStatement(
                        filter, new BsonDocument("$setOnInsert", document), new BsonDocument(), insert, false);
            case PIPELINE ->
                new MergeStatement(
                        filter,
                        new BsonArray(options.pipeline()),
                        options.constants(document, variables),
                        insert,
                        insert);
            case FAIL -> throw new IllegalStateException("whenMatched: fail is an insert");
        };
    }
}
