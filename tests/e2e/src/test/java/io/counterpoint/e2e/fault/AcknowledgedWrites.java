package io.counterpoint.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.counterpoint.e2e.deployment.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.Document;
import org.bson.types.ObjectId;

/**
 * The model beside a collection under test: what the server has promised. Writers report each acknowledged insert and
 * delete; {@link #check} compares with what is stored. Any thread.
 */
final class AcknowledgedWrites {
    /** Numbers by {@code _id} of documents that must be there. */
    private final Map<ObjectId, Long> stored = new ConcurrentHashMap<>();

    /** Deletes that were sent: while the answer is missing the document may be there or not. */
    private final Set<ObjectId> deleting = ConcurrentHashMap.newKeySet();

    private final Set<ObjectId> deleted = ConcurrentHashMap.newKeySet();

    /** Who got a number, also after the document was deleted. */
    private final Map<Long, ObjectId> owners = new ConcurrentHashMap<>();

    private final List<String> problems = new ArrayList<>();

    /** An insert was answered with this number. */
    void inserted(ObjectId id, long number) {
        stored.put(id, number);
        ObjectId earlier = owners.put(number, id);
        if (earlier != null && !earlier.equals(id)) {
            problem("number " + number + " was handed out twice, to " + earlier + " and " + id);
        }
    }

    /** A delete is about to be sent. */
    void deleting(ObjectId id) {
        deleting.add(id);
    }

    /** A delete was answered. */
    void deleted(ObjectId id) {
        stored.remove(id);
        deleted.add(id);
    }

    int count() {
        return owners.size();
    }

    private synchronized void problem(String what) {
        problems.add(what);
    }

    /**
     * Compares the promises with what a server holds.
     *
     * @param last the counter's row
     */
    void check(MongoCollection<Document> collection, long last) {
        Map<ObjectId, Document> scanned = scan(collection, new Document("$natural", 1));
        Map<Long, ObjectId> byNumber = new HashMap<>();
        scanned.forEach((id, document) -> {
            long number = Fields.number(document, "id");
            ObjectId twin = byNumber.put(number, id);
            if (twin != null) {
                problem("number " + number + " is stored twice, in " + twin + " and " + id);
            }
            ObjectId owner = owners.putIfAbsent(number, id);
            if (owner != null && !owner.equals(id)) {
                problem("number " + number + " is stored in " + id + " but was handed to " + owner);
            }
            if (number > last) {
                problem("number " + number + " is stored, but last is " + last);
            }
            if (deleted.contains(id)) {
                problem("the deleted document " + id + " is back");
            }
        });
        stored.forEach((id, number) -> {
            Document found = scanned.get(id);
            if (found == null) {
                if (!deleting.contains(id)) {
                    problem("the acknowledged document " + id + " with number " + number + " is gone");
                }
            } else if (Fields.number(found, "id") != number) {
                problem("document " + id + " was answered with " + number + " and holds " + found.get("id"));
            }
        });
        owners.keySet().stream()
                .filter(number -> number > last)
                .forEach(number -> problem("number " + number + " was handed out, but last is " + last));
        checkIndexes(collection, scanned);
        assertThat(problems).isEmpty();
        settle(scanned.keySet());
    }

    /** What a crash decided stays decided: from now on the documents that were found must be there. */
    private void settle(Set<ObjectId> found) {
        for (ObjectId id : deleting) {
            if (!found.contains(id)) {
                deleted(id);
            }
        }
        deleting.clear();
    }

    private void checkIndexes(MongoCollection<Document> collection, Map<ObjectId, Document> scanned) {
        for (Document index : collection.listIndexes().into(new ArrayList<>())) {
            String name = index.getString("name");
            Map<ObjectId, Document> walked = scan(collection, new Document(index.get("key", Document.class)));
            if (!walked.equals(scanned)) {
                Set<ObjectId> difference = new HashSet<>(scanned.keySet());
                difference.removeAll(walked.keySet());
                problem("index " + name + " gives " + walked.size() + " of " + scanned.size() + " documents, without "
                        + difference);
            }
        }
        // Each document must also be found by its key in each index, and by nobody else's.
        scanned.values().stream().limit(200).forEach(document -> {
            List<Document> found = collection
                    .find(Filters.eq("id", document.get("id")))
                    .hint(new Document("id", 1))
                    .into(new ArrayList<>());
            if (!found.equals(List.of(document))) {
                problem("the index on id gives " + found + " for " + document);
            }
        });
    }

    private static Map<ObjectId, Document> scan(MongoCollection<Document> collection, Document hint) {
        Map<ObjectId, Document> documents = new HashMap<>();
        List<Document> order = collection.find().hint(hint).into(new ArrayList<>());
        order.forEach(document -> documents.put(document.getObjectId("_id"), document));
        assertThat(documents).as("no document twice in a scan by %s", hint).hasSize(order.size());
        return documents;
    }

    /** Lets the server check itself. */
    static void validate(MongoClient client, String database, String collection) {
        Document reply =
                client.getDatabase(database).runCommand(new Document("validate", collection).append("full", true));
        assertThat(reply.getBoolean("valid")).as("%s", reply).isTrue();
    }
}
