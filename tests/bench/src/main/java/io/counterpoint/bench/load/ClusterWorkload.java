package io.counterpoint.bench.load;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.Document;
import org.bson.types.Binary;

/** Requests that show what the parts of a cluster cost: the door, the write loop, the way through the router. */
enum ClusterWorkload implements Workload {
    /** The cheapest request there is: what every other one is compared with. */
    PING {
        @Override
        public Request on(MongoClient client) {
            MongoDatabase database = client.getDatabase(DATABASE);
            Document ping = new Document("ping", 1);
            return () -> {
                database.runCommand(ping);
                return 1;
            };
        }
    },

    /** A small document into a collection that numbers by itself, durable. */
    INSERT_ONE {
        @Override
        public Request on(MongoClient client) {
            return inserts(numbered(client));
        }
    },

    /** The same, acknowledged before it is on disk. */
    INSERT_ONE_UNSYNCED {
        @Override
        public Request on(MongoClient client) {
            return inserts(numbered(client).withWriteConcern(WriteConcern.W1.withJournal(false)));
        }
    },

    /** One of {@value #FIND_COUNT} documents by its key. */
    FIND_BY_ID {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> collection = client.getDatabase(DATABASE).getCollection("found");
            if (collection.estimatedDocumentCount() < FIND_COUNT) {
                List<Document> documents = new ArrayList<>();
                for (int i = 0; i < FIND_COUNT; i++) {
                    documents.add(small().append("_id", i));
                }
                collection.insertMany(documents);
            }
            return () -> {
                int id = ThreadLocalRandom.current().nextInt(FIND_COUNT);
                if (collection.find(Filters.eq("_id", id)).first() == null) {
                    throw new IllegalStateException("document " + id + " is not found");
                }
                return 1;
            };
        }
    },

    /**
     * {@value #BATCH_COUNT} documents of {@value #BATCH_DOCUMENT_BYTES} bytes with one ordered command; counted in
     * documents.
     */
    INSERT_MANY {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> collection = client.getDatabase(DATABASE).getCollection("many");
            // What earlier rounds stored must not slow down later ones, least of all a server that keeps all of it in
            // memory.
            collection.drop();
            // Length, _id, a name, the binary's own header and the end take 37 of the document's bytes.
            Binary payload = new Binary(new byte[BATCH_DOCUMENT_BYTES - 37]);
            return () -> {
                List<Document> documents = new ArrayList<>(BATCH_COUNT);
                for (int i = 0; i < BATCH_COUNT; i++) {
                    documents.add(new Document("data", payload));
                }
                collection.insertMany(documents);
                return BATCH_COUNT;
            };
        }
    };

    private static final String DATABASE = "bench";
    private static final int FIND_COUNT = 10_000;
    private static final int BATCH_COUNT = 1_000;
    private static final int BATCH_DOCUMENT_BYTES = 200;
    private static final String TEXT = "a text of some eighty characters, as a small document of an application has it";

    private static Document small() {
        return new Document("customer", 4711).append("text", TEXT);
    }

    private static MongoCollection<Document> numbered(MongoClient client) {
        MongoDatabase database = client.getDatabase(DATABASE);
        if (!database.listCollectionNames().into(new ArrayList<>()).contains("numbered")) {
            database.runCommand(new Document("create", "numbered").append("autoincrement", "id"));
        }
        return database.getCollection("numbered");
    }

    private static Request inserts(MongoCollection<Document> collection) {
        return () -> {
            collection.insertOne(small());
            return 1;
        };
    }
}
