package io.counterpoint.spec;

import com.mongodb.client.ListSearchIndexesIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.SearchIndexModel;
import com.mongodb.client.model.SearchIndexType;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Indexes for text search, which only Atlas has: tests expect refusals. */
final class SearchIndexOperations {
    private SearchIndexOperations() {}

    static @Nullable BsonValue run(String name, MongoCollection<BsonDocument> in, Arguments arguments) {
        switch (name) {
            case "createSearchIndex" -> {
                SearchIndexModel model = model(arguments.document("model"));
                arguments.requireAllRead();
                return new BsonString(in.createSearchIndexes(List.of(model)).get(0));
            }
            case "createSearchIndexes" -> {
                List<SearchIndexModel> models = new ArrayList<>();
                ReadOperations.documents(arguments.required("models")).forEach(model -> models.add(model(model)));
                arguments.requireAllRead();
                BsonArray names = new BsonArray();
                in.createSearchIndexes(models).forEach(index -> names.add(new BsonString(index)));
                return names;
            }
            case "updateSearchIndex" -> {
                String index = arguments.text("name");
                BsonDocument definition = arguments.document("definition");
                arguments.requireAllRead();
                in.updateSearchIndex(index, definition);
                return null;
            }
            case "dropSearchIndex" -> {
                String index = arguments.text("name");
                arguments.requireAllRead();
                in.dropSearchIndex(index);
                return null;
            }
            default -> {
                ListSearchIndexesIterable<BsonDocument> list = in.listSearchIndexes(BsonDocument.class);
                arguments
                        .with("name", value -> list.name(value.asString().getValue()))
                        .with(
                                "aggregationOptions",
                                options -> new Arguments(options.asDocument())
                                        .with(
                                                "batchSize",
                                                value -> list.batchSize(
                                                        value.asNumber().intValue())));
                arguments.requireAllRead();
                return Results.all(list);
            }
        }
    }

    private static SearchIndexModel model(BsonDocument document) {
        Arguments arguments = new Arguments(document);
        String[] name = {null};
        SearchIndexType[] type = {null};
        arguments
                .with("name", value -> name[0] = value.asString().getValue())
                .with(
                        "type",
                        value -> type[0] = value.asString().getValue().equals("vectorSearch")
                                ? SearchIndexType.vectorSearch()
                                : SearchIndexType.search());
        BsonDocument definition = arguments.document("definition");
        arguments.requireAllRead();
        return new SearchIndexModel(name[0], definition, type[0]);
    }
}
