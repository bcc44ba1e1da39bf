package io.counterpoint.e2e.batch;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two routers over one set of shards, each a process of its own, see one cluster. */
final class SeveralRoutersTest {
    private static final int NAMESPACE_EXISTS = 48;

    private static final List<Cluster> STARTED = new ArrayList<>();
    private static final List<MongoClient> ROUTERS = new ArrayList<>();
    private static final List<MongoClient> SHARDS = new ArrayList<>();

    @BeforeAll
    static void start() {
        List<Cluster> shards = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            Cluster shard = Cluster.shard(name);
            STARTED.add(shard);
            shards.add(shard.start());
            SHARDS.add(shard.connect());
        }
        for (int i = 0; i < 2; i++) {
            Cluster router = Cluster.router(shards);
            STARTED.add(router);
            ROUTERS.add(Clients.connect(router.start().uri()));
        }
    }

    @AfterAll
    static void stop() {
        ROUTERS.forEach(MongoClient::close);
        SHARDS.forEach(MongoClient::close);
        for (int i = STARTED.size() - 1; i >= 0; i--) {
            STARTED.get(i).close();
        }
    }

    @AfterEach
    void drop() {
        database(0).drop();
    }

    private static MongoDatabase database(int router) {
        return ROUTERS.get(router).getDatabase("shop");
    }

    private static MongoCollection<Document> orders(int router) {
        return database(router).getCollection("orders");
    }

    private static void create(int router, Object autoincrement) {
        database(router).runCommand(new Document("create", "orders").append("autoincrement", autoincrement));
    }

    private static void assertCountersMatch() {
        for (MongoClient shard : SHARDS) {
            List<Integer> numbers = new ArrayList<>();
            shard.getDatabase("shop")
                    .getCollection("orders")
                    .find()
                    .sort(new Document("id", 1))
                    .forEach(found -> numbers.add(found.getInteger("id")));
            for (int i = 0; i < numbers.size(); i++) {
                assertThat(numbers.get(i)).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void whatOneCreatesTheOtherUses() {
        create(0, "id");
        for (int i = 0; i < 40; i++) {
            orders(i % 2).insertOne(new Document("_id", i));
        }

        assertThat(orders(0).countDocuments()).isEqualTo(40);
        assertThat(orders(1).countDocuments()).isEqualTo(40);
        assertCountersMatch();
        assertRefused(NAMESPACE_EXISTS, () -> create(1, List.of("id", "other")));
    }

    @Test
    void aCollectionThatWasMadeAnewElsewhereIsNoticed() {
        create(0, "id");
        orders(0).insertOne(new Document("_id", 1));
        assertThat(orders(1).countDocuments()).isEqualTo(1);

        orders(1).drop();
        database(1).runCommand(new Document("create", "orders").append("autoincrement", "ticket"));

        // The first router still believes in the collection that is gone.
        orders(0).insertOne(new Document("_id", 2));
        Document stored = orders(1).find(Filters.eq("_id", 2)).first();
        assertThat(stored).isNotNull();
        assertThat(stored.get("ticket")).isEqualTo(1);
        assertThat(stored).doesNotContainKey("id");
    }

    @Test
    void aDroppedCollectionIsEmptyForBoth() {
        create(0, "id");
        orders(0).insertOne(new Document("_id", 1));
        assertThat(orders(1).countDocuments()).isEqualTo(1);

        orders(0).drop();

        assertThat(orders(1).find().first()).isNull();
        assertThat(database(1).listCollectionNames().into(new ArrayList<>())).isEmpty();
    }

    @Test
    void aRenamedCollectionIsFoundUnderItsNewName() {
        create(0, "id");
        orders(1).insertOne(new Document("_id", 1));

        orders(0).renameCollection(new MongoNamespace("shop", "renamed"));

        assertThat(database(1).getCollection("renamed").countDocuments()).isEqualTo(1);
        assertThat(orders(1).countDocuments()).isZero();
    }

    @Test
    void anIndexMadeByOneIsListedByTheOther() {
        create(0, "id");
        orders(1).countDocuments();

        orders(0).createIndex(Indexes.ascending("customer"));

        assertThat(orders(1).listIndexes().into(new ArrayList<>())).hasSize(3);
    }

    @Test
    void createsAtTheSameTimeMakeOneCollection() {
        for (int round = 0; round < 10; round++) {
            AtomicInteger won = new AtomicInteger();
            Parallel.run(4, thread -> {
                try {
                    create(thread % 2, List.of("id", "field" + thread));
                    won.incrementAndGet();
                } catch (MongoCommandException refusal) {
                    assertThat(refusal.getCode()).isEqualTo(NAMESPACE_EXISTS);
                }
            });

            assertThat(won).hasValue(1);
            Document of0 = database(0).listCollections().first();
            Document of1 = database(1).listCollections().first();
            assertThat(of0).isEqualTo(of1);
            for (MongoClient shard : SHARDS) {
                assertThat(shard.getDatabase("admin")
                                .getCollection("counters")
                                .countDocuments(Filters.eq("collection", "shop.orders")))
                        .isEqualTo(2);
            }
            database(round % 2).drop();
        }
    }

    @Test
    void theCounterCanBeMovedThroughEither() {
        create(0, "id");
        ROUTERS.get(1)
                .getDatabase("admin")
                .getCollection("counters")
                .updateOne(Filters.eq("_id", "shop.orders.id"), Updates.set("last", 100));

        orders(0).insertOne(new Document("_id", 1));

        assertThat(orders(1).find().first()).isEqualTo(new Document("_id", 1).append("id", 101));
    }

    @Test
    void writersThroughBothTakeEachNumberOfAShardOnce() {
        create(0, "id");
        Parallel.run(8, thread -> {
            for (int i = 0; i < 50; i++) {
                orders(thread % 2).insertOne(new Document());
            }
        });

        assertThat(orders(0).countDocuments()).isEqualTo(400);
        assertCountersMatch();
    }
}
