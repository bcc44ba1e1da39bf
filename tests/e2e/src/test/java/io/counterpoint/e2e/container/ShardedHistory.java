package io.counterpoint.e2e.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.counterpoint.e2e.deployment.Fields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.Document;
import org.bson.types.ObjectId;

/**
 * The inserts into a spread collection that a router acknowledged, with the number that each was answered with. Any
 * thread.
 */
final class ShardedHistory {
    private final Map<ObjectId, Long> acknowledged = new ConcurrentHashMap<>();

    /** An insert was answered. */
    void inserted(ObjectId id, long number) {
        acknowledged.put(id, number);
    }

    int count() {
        return acknowledged.size();
    }

    /** Demands all that was acknowledged, with its number, through the router. */
    void check(MongoCollection<Document> collection) {
        Map<ObjectId, Long> found = new HashMap<>();
        for (Document document : collection.find()) {
            found.put(document.getObjectId("_id"), Fields.number(document, "id"));
        }
        assertThat(found).as("what was acknowledged is there").containsAllEntriesOf(acknowledged);
    }

    /** Demands that a shard gave no number twice and that its counter is not below any. */
    static void checkShard(MongoClient shard, String database, String collection) {
        Set<Long> numbers = new HashSet<>();
        long highest = 0;
        for (Document document :
                shard.getDatabase(database).getCollection(collection).find()) {
            long number = Fields.number(document, "id");
            assertThat(numbers.add(number))
                    .as("number %s is stored once", number)
                    .isTrue();
            highest = Math.max(highest, number);
        }
        Document row = shard.getDatabase("admin")
                .getCollection("counters")
                .find(Filters.eq("_id", database + "." + collection + ".id"))
                .first();
        assertThat(row).isNotNull();
        assertThat(Fields.number(row, "last")).isGreaterThanOrEqualTo(highest);
        Document validated =
                shard.getDatabase(database).runCommand(new Document("validate", collection).append("full", true));
        assertThat(validated.getBoolean("valid")).as("%s", validated).isTrue();
    }
}
