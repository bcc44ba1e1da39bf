package io.counterpoint.e2e.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.Parallel;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.testcontainers.mongodb.MongoDBContainer;

/** The image in place of MongoDB's in Testcontainers' own {@code MongoDBContainer}. */
@NeedsDocker
final class SubstituteContainerTest {
    private static final int THREADS = 50;
    private static final int INCREMENTS = Integer.getInteger("e2e.containers.increments", 20_000);

    private static MongoDBContainer container() {
        return new MongoDBContainer(DockerCommands.image().asCompatibleSubstituteFor("mongo"));
    }

    @Test
    void fiftyThreadsGetEveryNumberOfASequenceOnce() {
        try (MongoDBContainer mongo = container().withReplicaSet()) {
            mongo.start();
            try (MongoClient client = MongoClients.create(mongo.getReplicaSetUrl())) {
                MongoCollection<Document> sequences = client.getDatabase("test").getCollection("sequences");
                Set<Integer> numbers = ConcurrentHashMap.newKeySet();
                AtomicInteger left = new AtomicInteger(INCREMENTS);
                Parallel.run(THREADS, thread -> {
                    while (left.getAndDecrement() > 0) {
                        numbers.add(next(sequences));
                    }
                });
                assertThat(numbers).hasSize(INCREMENTS).contains(1, INCREMENTS);
            }
        }
    }

    private static int next(MongoCollection<Document> sequences) {
        Document updated = sequences.findOneAndUpdate(
                Filters.eq("orders"),
                Updates.inc("value", 1),
                new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER));
        assertThat(updated).isNotNull();
        return updated.getInteger("value");
    }

    @Test
    void servesWithoutAReplicaSetToo() {
        try (MongoDBContainer mongo = container()) {
            mongo.start();
            try (MongoClient client = MongoClients.create(mongo.getConnectionString())) {
                client.getDatabase("test").getCollection("things").insertOne(new Document("a", 1));
                assertThat(client.getDatabase("test").getCollection("things").countDocuments())
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void aScriptForTheRealShellIsRefusedByName() throws IOException, InterruptedException {
        try (MongoDBContainer mongo = container().withReplicaSet()) {
            mongo.start();
            var result = mongo.execInContainer("mongosh", "--eval", "db.things.insertOne({a: 1})");
            assertThat(result.getExitCode()).isEqualTo(1);
            assertThat(result.getStderr()).contains("not MongoDB's shell").contains("db.things.insertOne");
        }
    }
}
