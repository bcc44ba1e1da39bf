package io.counterpoint.spec;

import com.mongodb.MongoNamespace;
import com.mongodb.ServerAddress;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.gridfs.GridFSBucket;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Runs the operations of a case and compares what they return or throw. */
final class Operations {
    private static final String RUNNER = "testRunner";

    private final Entities entities;
    private final MongoClient internal;
    private final Routers routers;
    private final FailPointSwitch failPoints;
    private final ValueMatcher values;
    private final ErrorMatcher errors;

    /**
     * Operations on some entities.
     *
     * @param routers the first of them is asked about collections for assertions
     * @param failPoints keeps what the operations set
     */
    Operations(Entities entities, Routers routers, FailPointSwitch failPoints) {
        this.entities = entities;
        this.routers = routers;
        this.failPoints = failPoints;
        internal = routers.first();
        values = new ValueMatcher(entities);
        errors = new ErrorMatcher(values);
    }

    /** Runs them in order. */
    void run(BsonArray operations) throws Exception {
        for (BsonValue operation : operations) {
            run(operation.asDocument());
        }
    }

    private void run(BsonDocument operation) throws Exception {
        String name = operation.getString("name").getValue();
        BsonValue expectedError = operation.get("expectError");
        boolean ignored = operation.containsKey("ignoreResultAndError");
        BsonValue result;
        try {
            result = call(name, operation);
        } catch (NotRunnable e) {
            throw e;
        } catch (Exception e) {
            if (expectedError != null) {
                errors.match(expectedError.asDocument(), e);
            } else if (!ignored) {
                throw e;
            }
            return;
        }
        if (expectedError != null) {
            throw new AssertionError(name + " should fail with " + expectedError);
        }
        BsonValue expected = operation.get("expectResult");
        if (expected != null && !ignored) {
            if (name.equals("distinct")) {
                values.matchNested(expected, result, name);
            } else {
                values.matchRoot(expected, result, name);
            }
        }
        BsonValue saved = operation.get("saveResultAsEntity");
        if (saved != null && result != null) {
            entities.save(saved.asString().getValue(), result);
        }
    }

    @SuppressWarnings("unchecked") // collections are made for this class of documents only
    private @Nullable BsonValue call(String name, BsonDocument operation) throws Exception {
        Arguments arguments = new Arguments(operation.getDocument("arguments", new BsonDocument()));
        String object = operation.getString("object").getValue();
        if (object.equals(RUNNER)) {
            ask(name, arguments);
            return null;
        }
        Object entity = entities.object(object);
        if (entity instanceof ClientSession session) {
            transact(name, session, arguments);
            return null;
        }
        ClientSession[] session = {null};
        arguments.with("session", id -> session[0] = entities.get(id.asString().getValue(), ClientSession.class));
        if (entity instanceof MongoCollection<?> collection && name.equals("count")) {
            return count(entities.databaseOf(object), collection.getNamespace(), session[0], arguments);
        }
        if (entity instanceof MongoCollection<?> collection) {
            return CollectionOperations.run(name, (MongoCollection<BsonDocument>) collection, session[0], arguments);
        }
        if (entity instanceof MongoDatabase database && name.equals("runCursorCommand")) {
            return cursorOf(object, database, session[0], arguments).all();
        }
        if (entity instanceof MongoDatabase database && name.equals("createCommandCursor")) {
            String saved = operation
                    .getString("saveResultAsEntity", new BsonString(""))
                    .getValue();
            entities.keep(saved, cursorOf(object, database, session[0], arguments));
            return null;
        }
        if (entity instanceof CommandCursor cursor) {
            return iterate(name, cursor);
        }
        if (entity instanceof MongoDatabase database) {
            return DatabaseOperations.run(name, database, session[0], arguments);
        }
        if (entity instanceof GridFSBucket bucket) {
            return BucketOperations.run(name, bucket, arguments);
        }
        if (entity instanceof MongoClient client) {
            if (name.equals("clientBulkWrite")) {
                return ClientBulkWrites.run(client, session[0], arguments);
            }
            arguments.requireAllRead();
            return switch (name) {
                case "listDatabases", "listDatabaseObjects" ->
                    Results.all(
                            session[0] == null
                                    ? client.listDatabases(BsonDocument.class)
                                    : client.listDatabases(session[0], BsonDocument.class));
                case "listDatabaseNames" -> Results.names(client.listDatabaseNames());
                default -> throw new NotRunnable("unknown operation: " + name);
            };
        }
        throw new NotRunnable("unknown operation: " + name);
    }

    /** The command itself, as the driver has no method for it any more. */
    private static BsonValue count(
            MongoDatabase database, MongoNamespace namespace, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument command = new BsonDocument("count", new BsonString(namespace.getCollectionName()));
        arguments.with("filter", value -> command.append("query", value));
        for (String option : new String[] {"skip", "limit", "collation"}) {
            arguments.with(option, value -> command.append(option, value));
        }
        arguments.requireAllRead();
        if (session == null
                && command.size() == 2
                && command.getDocument("query", command).isEmpty()) {
            // The driver's own way to that command, by which it is sent again after errors.
            return new BsonInt64(
                    database.getCollection(namespace.getCollectionName()).estimatedDocumentCount());
        }
        BsonDocument reply = session == null
                ? database.runCommand(command, BsonDocument.class)
                : database.runCommand(session, command, BsonDocument.class);
        return reply.getNumber("n");
    }

    private CommandCursor cursorOf(
            String object, MongoDatabase database, @Nullable ClientSession session, Arguments arguments) {
        BsonDocument command = arguments.document("command");
        arguments.text("commandName");
        BsonDocument options = new BsonDocument();
        for (String option : new String[] {"batchSize", "maxTimeMS", "comment"}) {
            arguments.with(option, value -> options.append(option, value));
        }
        arguments.requireAllRead();
        return new CommandCursor(
                database, session == null ? entities.implicitSession(object) : session, command, options);
    }

    private static @Nullable BsonValue iterate(String name, CommandCursor cursor) {
        switch (name) {
            case "iterateUntilDocumentOrError", "iterateOnce" -> {
                return cursor.next();
            }
            case "close" -> {
                cursor.close();
                return null;
            }
            default -> throw new NotRunnable("unknown operation: " + name);
        }
    }

    private void transact(String name, ClientSession session, Arguments arguments) throws Exception {
        switch (name) {
            case "startTransaction" -> {
                TransactionOptions options = Concerns.transaction(arguments);
                arguments.requireAllRead();
                session.startTransaction(options);
            }
            case "commitTransaction" -> session.commitTransaction();
            case "abortTransaction" -> session.abortTransaction();
            case "endSession" -> session.close();
            case "withTransaction" -> {
                BsonArray callback = arguments.required("callback").asArray();
                TransactionOptions options = Concerns.transaction(arguments);
                arguments.requireAllRead();
                session.withTransaction(
                        () -> {
                            try {
                                run(callback);
                            } catch (RuntimeException e) {
                                throw e;
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                            return true;
                        },
                        options);
            }
            default -> throw new NotRunnable("unknown operation: " + name);
        }
    }

    private void ask(String name, Arguments arguments) {
        switch (name) {
            case "createEntities" ->
                entities.create(arguments.required("entities").asArray());
            case "failPoint" ->
                failPoints.set(
                        entities.get(arguments.text("client"), MongoClient.class), arguments.document("failPoint"));
            case "targetedFailPoint" -> {
                ServerAddress pinned = session(arguments).getPinnedServerAddress();
                require(pinned != null, name);
                failPoints.set(routers.at(pinned.toString()), arguments.document("failPoint"));
            }
            case "assertSessionDirty" ->
                require(session(arguments).getServerSession().isMarkedDirty(), name);
            case "assertSessionNotDirty" ->
                require(!session(arguments).getServerSession().isMarkedDirty(), name);
            case "assertSessionPinned" -> require(session(arguments).getPinnedServerAddress() != null, name);
            case "assertSessionUnpinned" -> require(session(arguments).getPinnedServerAddress() == null, name);
            case "assertSameLsidOnLastTwoCommands" -> require(sameLsid(arguments), name);
            case "assertDifferentLsidOnLastTwoCommands" -> require(!sameLsid(arguments), name);
            case "assertCollectionExists" -> require(exists(arguments), name);
            case "assertCollectionNotExists" -> require(!exists(arguments), name);
            default -> throw new NotRunnable("unknown operation: " + name);
        }
    }

    private ClientSession session(Arguments arguments) {
        return entities.get(arguments.text("session"), ClientSession.class);
    }

    private boolean sameLsid(Arguments arguments) {
        List<BsonDocument> commands = entities.events(arguments.text("client")).commands();
        int last = commands.size() - 1;
        return last > 0
                && commands.get(last)
                        .getDocument("lsid")
                        .equals(commands.get(last - 1).getDocument("lsid"));
    }

    private boolean exists(Arguments arguments) {
        return internal.getDatabase(arguments.text("databaseName"))
                .listCollectionNames()
                .into(new ArrayList<>())
                .contains(arguments.text("collectionName"));
    }

    private static void require(boolean holds, String name) {
        if (!holds) {
            throw new AssertionError(name);
        }
    }
}
