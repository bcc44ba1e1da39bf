package io.counterpoint.spec;

import com.mongodb.client.MongoClient;
import java.util.ArrayDeque;
import java.util.Deque;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The fail points that a case has set, so that none outlives it. */
final class FailPointSwitch implements AutoCloseable {
    private static final String COMMAND = "configureFailPoint";

    private final Deque<Runnable> off = new ArrayDeque<>();

    /** Sets a fail point on the router that a client reaches. */
    void set(MongoClient client, BsonDocument failPoint) {
        BsonValue name = failPoint.get(COMMAND);
        client.getDatabase("admin").runCommand(failPoint);
        off.push(() -> client.getDatabase("admin")
                .runCommand(new BsonDocument(COMMAND, name).append("mode", new BsonString("off"))));
    }

    /** Switches off what was set. */
    @Override
    public void close() {
        while (!off.isEmpty()) {
            off.pop().run();
        }
    }
}
