package io.counterpoint.query.aggregate.stage;

import io.counterpoint.query.aggregate.flow.StageContext;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Where {@code $out} and {@code $merge} write.
 *
 * @param database null for the database of the command
 * @param collection its name
 */
record TargetCollection(@Nullable String database, String collection) {
    /** Reads {@code {db, coll}}. */
    static TargetCollection parse(String path, BsonDocument argument) {
        String database = null;
        String collection = null;
        for (Map.Entry<String, BsonValue> field : argument.entrySet()) {
            switch (field.getKey()) {
                case "db" -> database = string(path, field);
                case "coll" -> collection = string(path, field);
                default -> throw StageErrors.unknownField(path + "." + field.getKey());
            }
        }
        if (collection == null) {
            throw StageErrors.missingField(path + ".coll");
        }
        return new TargetCollection(database, collection);
    }

    /** The database in a running pipeline. */
    String databaseIn(StageContext context) {
        return database == null ? context.database() : database;
    }

    BsonValue toBson() {
        return database == null
                ? new BsonString(collection)
                : new BsonDocument("db", new BsonString(database)).append("coll", new BsonString(collection));
    }

    private static String string(String path, Map.Entry<String, BsonValue> field) {
        if (!field.getValue().isString()) {
            throw StageErrors.wrongType(path + "." + field.getKey(), field.getValue(), "string");
        }
        return field.getValue().asString().getValue();
    }
}
