package io.counterpoint.e2e.deployment;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test against a shared target. Every test method has a database of its own, which is dropped behind it. */
public abstract class TargetTest {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** What this class runs against. */
    protected final Target target;

    /** A client of the target, with the driver's defaults. */
    protected MongoClient client;

    /** This method's database, empty at its start. */
    protected MongoDatabase database;

    /** A collection of that database, which is not there yet. */
    protected MongoCollection<Document> things;

    /** Called by the class that JUnit makes for a target. */
    protected TargetTest(Target target) {
        this.target = target;
        this.client = target.client();
        this.database =
                client.getDatabase(getClass().getSimpleName().toLowerCase(Locale.ROOT) + DATABASES.incrementAndGet());
        this.things = database.getCollection("things");
    }

    /** A server that was given may hold what an earlier run left. */
    @BeforeEach
    void clearDatabase() {
        database.drop();
    }

    /** Keeps the shared target small. */
    @AfterEach
    void dropDatabase() {
        database.drop();
    }

    /** The full name of a collection of this database. */
    protected String namespace(String collection) {
        return database.getName() + "." + collection;
    }
}
