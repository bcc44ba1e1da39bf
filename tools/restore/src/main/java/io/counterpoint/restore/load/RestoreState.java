package io.counterpoint.restore.load;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import java.util.Optional;
import org.bson.Document;

/**
 * What a restore leaves in the cluster while it runs, for {@code --resume}: one document in
 * {@code counterpoint.restores}, gone when it ends well.
 */
public final class RestoreState {
    private static final String DATABASE = "counterpoint";
    private static final String COLLECTION = "restores";

    private final MongoCollection<Document> collection;
    private final String fingerprint;

    /** @param fingerprint tells the dump and where it goes */
    public RestoreState(MongoClient client, String fingerprint) {
        this.collection = client.getDatabase(DATABASE).getCollection(COLLECTION);
        this.fingerprint = fingerprint;
    }

    /**
     * A restore that began earlier.
     *
     * @param rows how many rows from the beginning of the file are stored for certain
     */
    public record Begun(RowIds ids, long rows) {}

    /** What an earlier run left, if one was interrupted. */
    public Optional<Begun> load() {
        Document found = collection.find(new Document("_id", fingerprint)).first();
        if (found == null) {
            return Optional.empty();
        }
        return Optional.of(new Begun(
                new RowIds(found.getInteger("startedSeconds"), found.getInteger("run")), found.getLong("rows")));
    }

    /** Writes down how far it is. */
    public void save(RowIds ids, long rows) {
        collection.replaceOne(
                new Document("_id", fingerprint),
                new Document("_id", fingerprint)
                        .append("startedSeconds", ids.startedSeconds())
                        .append("run", ids.run())
                        .append("rows", rows),
                new ReplaceOptions().upsert(true));
    }

    /** Removes it: the restore is complete. */
    public void remove() {
        collection.deleteOne(new Document("_id", fingerprint));
        if (collection.countDocuments() == 0) {
            collection.drop();
        }
    }
}
