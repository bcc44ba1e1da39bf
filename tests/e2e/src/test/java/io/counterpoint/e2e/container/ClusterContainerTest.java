package io.counterpoint.e2e.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.counterpoint.testcontainers.CounterpointContainer;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** {@link CounterpointContainer} as a user's test starts it. */
@NeedsDocker
final class ClusterContainerTest {
    private static final int DOCUMENTS = 60;

    @Test
    void aClusterInOneLineShowsWhatEachShardCounted() {
        try (CounterpointContainer counterpoint = new CounterpointContainer(DockerCommands.image()).withShards(2)) {
            counterpoint.start();
            try (MongoClient client = MongoClients.create(counterpoint.getConnectionString())) {
                client.getDatabase("shop").runCommand(new Document("create", "orders").append("autoincrement", "id"));
                MongoCollection<Document> orders = client.getDatabase("shop").getCollection("orders");
                orders.insertMany(IntStream.range(0, DOCUMENTS)
                        .mapToObj(i -> new Document())
                        .toList());
                assertThat(orders.countDocuments()).isEqualTo(DOCUMENTS);
            }
            List<String> shards = counterpoint.getShardConnectionStrings();
            assertThat(shards).hasSize(2);
            long sum = 0;
            for (String uri : shards) {
                try (MongoClient shard = MongoClients.create(uri)) {
                    Document row = shard.getDatabase("admin")
                            .getCollection("counters")
                            .find()
                            .first();
                    assertThat(row).isNotNull();
                    long count =
                            shard.getDatabase("shop").getCollection("orders").countDocuments();
                    assertThat(row.get("last", Number.class).longValue()).isEqualTo(count);
                    sum += count;
                }
            }
            assertThat(sum).isEqualTo(DOCUMENTS);
        }
    }
}
