package io.counterpoint.spec;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A cursor over the reply of any command, which the Java driver does not have: each {@code getMore} is a command. */
final class CommandCursor implements AutoCloseable {
    private final MongoDatabase database;
    private final ClientSession session;
    private final BsonDocument options;
    private final String collection;
    private final Deque<BsonDocument> documents = new ArrayDeque<>();
    private long id;

    /**
     * Runs the command.
     *
     * @param session all commands of the cursor belong to it
     * @param options what each {@code getMore} says beside the cursor
     * @throws IllegalArgumentException when the reply has no cursor
     */
    CommandCursor(MongoDatabase database, ClientSession session, BsonDocument command, BsonDocument options) {
        this.database = database;
        this.session = session;
        this.options = options;
        BsonDocument reply = database.runCommand(session, command, BsonDocument.class);
        if (!(reply.get("cursor") instanceof BsonDocument cursor)) {
            throw new IllegalArgumentException("no cursor in the reply: " + reply);
        }
        String namespace = cursor.getString("ns").getValue();
        collection = namespace.substring(namespace.indexOf('.') + 1);
        take(cursor, "firstBatch");
    }

    private void take(BsonDocument cursor, String batch) {
        id = cursor.getNumber("id").longValue();
        for (BsonValue document : cursor.getArray(batch)) {
            documents.add(document.asDocument());
        }
    }

    /** The next document; null at the end. */
    @Nullable
    BsonDocument next() {
        while (documents.isEmpty() && id != 0) {
            BsonDocument more =
                    new BsonDocument("getMore", new BsonInt64(id)).append("collection", new BsonString(collection));
            more.putAll(options);
            take(database.runCommand(session, more, BsonDocument.class).getDocument("cursor"), "nextBatch");
        }
        return documents.poll();
    }

    /** All documents that are left. */
    BsonArray all() {
        BsonArray all = new BsonArray();
        for (BsonDocument document = next(); document != null; document = next()) {
            all.add(document);
        }
        return all;
    }

    @Override
    public void close() {
        if (id != 0) {
            database.runCommand(
                    session,
                    new BsonDocument("killCursors", new BsonString(collection))
                            .append("cursors", new BsonArray(List.of(new BsonInt64(id)))));
            id = 0;
        }
    }
}
