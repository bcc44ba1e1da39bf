package io.counterpoint.spec;

import com.mongodb.ReadPreference;
import com.mongodb.client.ClientSession;
import com.mongodb.client.ListCollectionsIterable;
import com.mongodb.client.MongoDatabase;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Commands and collections of a database. */
final class DatabaseOperations {
    private DatabaseOperations() {}

    static @Nullable BsonValue run(
            String name, MongoDatabase in, @Nullable ClientSession session, Arguments arguments) {
        switch (name) {
            case "aggregate" -> {
                return ReadOperations.aggregate(in, session, arguments);
            }
            case "runCommand" -> {
                return command(in, session, arguments);
            }
            case "createCollection" -> {
                // The command itself, so that every option of a test arrives as it stands there.
                BsonDocument command = new BsonDocument("create", arguments.required("collection"));
                for (String option : new String[] {
                    "changeStreamPreAndPostImages",
                    "expireAfterSeconds",
                    "timeseries",
                    "clusteredIndex",
                    "viewOn",
                    "pipeline",
                    "capped",
                    "size",
                    "max"
                }) {
                    arguments.with(option, value -> command.append(option, value));
                }
                arguments.requireAllRead();
                send(in, session, command);
                return null;
            }
            case "dropCollection" -> {
                String collection = arguments.text("collection");
                arguments.requireAllRead();
                if (session == null) {
                    in.getCollection(collection).drop();
                } else {
                    in.getCollection(collection).drop(session);
                }
                return null;
            }
            case "modifyCollection" -> {
                BsonDocument command = new BsonDocument("collMod", arguments.required("collection"));
                arguments
                        .with("index", value -> command.append("index", value))
                        .with(
                                "changeStreamPreAndPostImages",
                                value -> command.append("changeStreamPreAndPostImages", value));
                arguments.requireAllRead();
                return send(in, session, command);
            }
            case "listCollections", "listCollectionObjects" -> {
                ListCollectionsIterable<BsonDocument> list = session == null
                        ? in.listCollections(BsonDocument.class)
                        : in.listCollections(session, BsonDocument.class);
                arguments.with("filter", value -> list.filter(value.asDocument()));
                arguments.requireAllRead();
                return Results.all(list);
            }
            case "listCollectionNames" -> {
                arguments.requireAllRead();
                return Results.names(session == null ? in.listCollectionNames() : in.listCollectionNames(session));
            }
            default -> throw new NotRunnable("unknown operation: " + name);
        }
    }

    private static BsonValue command(MongoDatabase in, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument command = arguments.document("command");
        arguments.text("commandName");
        ReadPreference[] preference = {ReadPreference.primary()};
        arguments.with("readPreference", value -> preference[0] = Concerns.preference(value));
        arguments.requireAllRead();
        return session == null
                ? in.runCommand(command, preference[0], BsonDocument.class)
                : in.runCommand(session, command, preference[0], BsonDocument.class);
    }

    private static BsonDocument send(MongoDatabase in, @Nullable ClientSession session, BsonDocument command) {
        return session == null
                ? in.runCommand(command, BsonDocument.class)
                : in.runCommand(session, command, BsonDocument.class);
    }
}
