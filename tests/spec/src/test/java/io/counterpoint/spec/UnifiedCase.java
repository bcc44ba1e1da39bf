package io.counterpoint.spec;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** One case of a file: its data, entities, operations, events and outcome, in this order. */
final class UnifiedCase {
    private static final BsonDocument MAJORITY = new BsonDocument("w", new BsonString("majority"));

    private final BsonDocument file;
    private final BsonDocument test;
    private final Routers routers;
    private final MongoClient internal;

    /** A case that is going to run against a router. */
    UnifiedCase(BsonDocument file, BsonDocument test, Routers routers) {
        this.file = file;
        this.test = test;
        this.routers = routers;
        internal = routers.first();
    }

    /** Runs it; throws what makes it fail. */
    void run() throws Exception {
        routers.endSessions();
        try (Entities entities = new Entities(routers);
                FailPointSwitch failPoints = new FailPointSwitch()) {
            for (BsonValue data : file.getArray("initialData", new BsonArray())) {
                prepare(data.asDocument());
            }
            entities.create(file.getArray("createEntities", new BsonArray()));
            new Operations(entities, routers, failPoints).run(test.getArray("operations"));
            ValueMatcher values = new ValueMatcher(entities);
            for (BsonValue expected : test.getArray("expectEvents", new BsonArray())) {
                matchEvents(expected.asDocument(), entities, values);
            }
            for (BsonValue outcome : test.getArray("outcome", new BsonArray())) {
                matchOutcome(outcome.asDocument(), values);
            }
        }
    }

    private void prepare(BsonDocument data) {
        MongoDatabase database =
                internal.getDatabase(data.getString("databaseName").getValue());
        String name = data.getString("collectionName").getValue();
        database.getCollection(name).drop();
        BsonDocument create = new BsonDocument("create", new BsonString(name)).append("writeConcern", MAJORITY);
        create.putAll(data.getDocument("createOptions", new BsonDocument()));
        database.runCommand(create);
        List<BsonDocument> documents = ReadOperations.documents(data.getArray("documents"));
        if (!documents.isEmpty()) {
            database.getCollection(name, BsonDocument.class)
                    .withWriteConcern(WriteConcern.MAJORITY)
                    .insertMany(documents);
        }
        routers.warmUp(database.getName(), name);
    }

    private static void matchEvents(BsonDocument expected, Entities entities, ValueMatcher values) {
        if (!expected.getString("eventType", new BsonString("command"))
                .getValue()
                .equals("command")) {
            throw new NotRunnable("unknown events: " + expected.get("eventType"));
        }
        String client = expected.getString("client").getValue();
        List<BsonDocument> seen = entities.events(client).events();
        BsonArray events = expected.getArray("events");
        boolean more = expected.getBoolean("ignoreExtraEvents", org.bson.BsonBoolean.FALSE)
                .getValue();
        if (seen.size() < events.size() || (!more && seen.size() > events.size())) {
            throw new AssertionError(client + ": expected events " + events + " but saw " + seen);
        }
        for (int i = 0; i < events.size(); i++) {
            BsonDocument event = events.get(i).asDocument();
            String kind = event.getFirstKey();
            BsonDocument actual = seen.get(i);
            if (!actual.getFirstKey().equals(kind)) {
                throw new AssertionError(client + ": expected event " + event + " but saw " + actual);
            }
            BsonDocument content = actual.getDocument(kind);
            event.getDocument(kind)
                    .forEach((name, value) -> values.matchRoot(value, content.get(name), kind + "." + name));
        }
    }

    private void matchOutcome(BsonDocument outcome, ValueMatcher values) {
        List<BsonDocument> found = internal.getDatabase(
                        outcome.getString("databaseName").getValue())
                .getCollection(outcome.getString("collectionName").getValue(), BsonDocument.class)
                .find()
                .sort(new BsonDocument("_id", new BsonInt32(1)))
                .into(new ArrayList<>());
        values.matchNested(outcome.getArray("documents"), new BsonArray(found), "outcome");
    }
}
