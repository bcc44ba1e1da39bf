package io.counterpoint.e2e.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import io.counterpoint.e2e.deployment.Fields;
import io.counterpoint.e2e.deployment.Parallel;
import io.counterpoint.e2e.deployment.Seed;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/**
 * One error in a batch over three shards: what comes before it is stored, what comes after it is not, on no shard, and
 * no counter has moved for it.
 */
final class OrderedBatchTest extends TargetTest {
    private static final int COUNT = 90;
    private static final int ROUNDS = 8;

    OrderedBatchTest() {
        super(Target.router());
    }

    private void create() {
        database.runCommand(new Document("create", "things").append("autoincrement", "id"));
    }

    private MongoCollection<Document> thingsOn(MongoClient shard) {
        return shard.getDatabase(database.getName()).getCollection("things");
    }

    private static List<Document> documents(int from, int to) {
        List<Document> documents = new ArrayList<>();
        for (int i = from; i < to; i++) {
            documents.add(new Document("_id", i));
        }
        return documents;
    }

    private static MongoBulkWriteException refused(ThrowingCallable call) {
        MongoBulkWriteException refusal = Assertions.catchThrowableOfType(MongoBulkWriteException.class, call);
        assertThat(refusal).as("the refusal").isNotNull();
        return refusal;
    }

    /** Every shard counted exactly its own documents. */
    private void assertCountersMatch() {
        for (MongoClient shard : target.shards()) {
            List<Integer> numbers = new ArrayList<>();
            thingsOn(shard).find().sort(new Document("id", 1)).forEach(found -> numbers.add(found.getInteger("id")));
            for (int i = 0; i < numbers.size(); i++) {
                assertThat(numbers.get(i)).isEqualTo(i + 1);
            }
            Document row = shard.getDatabase("admin")
                    .getCollection("counters")
                    .find(Filters.eq("_id", namespace("things") + ".id"))
                    .first();
            assertThat(row).isNotNull();
            assertThat((int) Fields.number(row, "last")).isEqualTo(numbers.size());
        }
    }

    @Test
    void nothingAfterADuplicateIsStoredOnAnyShard() {
        Random random = Seed.random(OrderedBatchTest.class);
        for (int round = 0; round < ROUNDS; round++) {
            things.drop();
            create();
            int wrong = random.nextInt(COUNT);
            List<Document> batch = documents(0, COUNT);
            // The document at this place is one that the batch itself has stored before, or one from an earlier
            // command.
            int twin = wrong == 0 ? -1 : random.nextInt(wrong);
            if (wrong == 0) {
                things.insertOne(new Document("_id", -1));
            }
            batch.set(wrong, new Document("_id", twin));

            MongoBulkWriteException refusal = refused(() -> things.insertMany(batch));

            assertThat(refusal.getWriteErrors()).hasSize(1);
            assertThat(refusal.getWriteErrors().get(0).getIndex()).isEqualTo(wrong);
            assertThat(refusal.getWriteErrors().get(0).getCode()).isEqualTo(11000);
            assertThat(refusal.getWriteResult().getInsertedCount()).isEqualTo(wrong);
            int stored = 0;
            for (MongoClient shard : target.shards()) {
                assertThat(thingsOn(shard).countDocuments(Filters.gte("_id", wrong)))
                        .isZero();
                stored += (int) thingsOn(shard).countDocuments(Filters.gte("_id", 0));
            }
            assertThat(stored).isEqualTo(wrong);
            assertCountersMatch();
        }
    }

    @Test
    void severalDuplicatesAreReportedAsTheFirstOne() {
        create();
        things.insertMany(documents(0, COUNT));

        MongoBulkWriteException refusal = refused(() -> things.insertMany(documents(COUNT - 1, COUNT + COUNT)));

        assertThat(refusal.getWriteErrors().get(0).getIndex()).isZero();
        assertThat(things.countDocuments()).isEqualTo(COUNT);
        List<Document> mixed = documents(COUNT, COUNT + 10);
        mixed.addAll(documents(3, 10));
        mixed.addAll(documents(COUNT + 10, COUNT + 20));
        assertThat(refused(() -> things.insertMany(mixed)).getWriteErrors())
                .singleElement()
                .satisfies(error -> assertThat(error.getIndex()).isEqualTo(10));
        assertThat(things.countDocuments()).isEqualTo(COUNT + 10);
        assertCountersMatch();
    }

    @Test
    void anUnorderedBatchStoresEverythingElse() {
        create();
        things.insertMany(documents(10, 20));

        MongoBulkWriteException refusal =
                refused(() -> things.insertMany(documents(0, COUNT), new InsertManyOptions().ordered(false)));

        assertThat(refusal.getWriteErrors())
                .extracting(error -> error.getIndex())
                .containsExactly(10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
        assertThat(refusal.getWriteResult().getInsertedCount()).isEqualTo(COUNT - 10);
        assertThat(things.countDocuments()).isEqualTo(COUNT);
        assertCountersMatch();
    }

    @Test
    void orderedUpdatesStopAtTheFirstError() {
        things.insertMany(documents(0, COUNT));
        int wrong = 41;
        List<WriteModel<Document>> models = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            models.add(new UpdateOneModel<>(
                    Filters.eq("_id", i), i == wrong ? Updates.set("_id", -5) : Updates.set("done", true)));
        }

        MongoBulkWriteException refusal = refused(() -> things.bulkWrite(models));

        assertThat(refusal.getWriteErrors().get(0).getIndex()).isEqualTo(wrong);
        assertThat(refusal.getWriteResult().getModifiedCount()).isEqualTo(wrong);
        assertThat(things.countDocuments(Filters.eq("done", true))).isEqualTo(wrong);
        assertThat(things.countDocuments(Filters.and(Filters.gte("_id", wrong), Filters.eq("done", true))))
                .isZero();
    }

    @Test
    void orderedUpsertsReportTheirIdsByPlace() {
        create();
        List<WriteModel<Document>> models = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            models.add(
                    new UpdateOneModel<>(Filters.eq("_id", i), Updates.set("v", i), new UpdateOptions().upsert(true)));
        }

        var result = things.bulkWrite(models);

        assertThat(result.getUpserts()).hasSize(COUNT);
        result.getUpserts()
                .forEach(upsert ->
                        assertThat(upsert.getId().asInt32().getValue()).isEqualTo(upsert.getIndex()));
        assertCountersMatch();
    }

    @Test
    void orderedDeletesAreAllDone() {
        things.insertMany(documents(0, COUNT));
        List<WriteModel<Document>> models = new ArrayList<>();
        for (int i = 0; i < COUNT; i += 2) {
            models.add(new DeleteOneModel<>(Filters.eq("_id", i)));
        }

        assertThat(things.bulkWrite(models).getDeletedCount()).isEqualTo(COUNT / 2);
        assertThat(things.countDocuments()).isEqualTo(COUNT / 2);
    }

    @Test
    void statementsThatReachSeveralShardsTakePartInTheOrder() {
        things.insertMany(documents(0, COUNT));
        Document reply = database.runCommand(new Document("update", "things")
                .append(
                        "updates",
                        List.of(
                                update(new Document(), new Document("$set", new Document("a", 1)), true),
                                update(new Document("_id", 3), new Document("$set", new Document("_id", 4)), false),
                                update(new Document(), new Document("$set", new Document("b", 1)), true))));

        assertThat(reply.getList("writeErrors", Document.class)).hasSize(1);
        assertThat(reply.getInteger("nModified")).isEqualTo(COUNT);
        assertThat(things.countDocuments(Filters.eq("a", 1))).isEqualTo(COUNT);
        assertThat(things.countDocuments(Filters.eq("b", 1))).isZero();
    }

    private static Document update(Document filter, Document change, boolean multi) {
        return new Document("q", filter).append("u", change).append("multi", multi);
    }

    @Test
    void batchesThatMeetStayWholeEach() {
        create();
        int threads = 6;
        AtomicInteger stored = new AtomicInteger();
        // All threads send the same keys in different orders: of each key one insert wins, and every batch stops where
        // it lost.
        Parallel.run(threads, thread -> {
            Random random = Seed.random(OrderedBatchTest.class, thread);
            for (int round = 0; round < ROUNDS; round++) {
                List<Document> batch = documents(round * COUNT, round * COUNT + COUNT);
                Collections.shuffle(batch, random);
                try {
                    stored.addAndGet(things.insertMany(batch).getInsertedIds().size());
                } catch (MongoBulkWriteException lost) {
                    assertThat(lost.getWriteErrors()).hasSize(1);
                    assertThat(lost.getWriteErrors().get(0).getCode()).isEqualTo(11000);
                    int count = lost.getWriteResult().getInsertedCount();
                    assertThat(count).isEqualTo(lost.getWriteErrors().get(0).getIndex());
                    stored.addAndGet(count);
                }
            }
        });

        assertThat(things.countDocuments()).isEqualTo(stored.get());
        assertCountersMatch();
    }

    @Test
    void unorderedBatchesThatMeetStoreEachKeyOnce() {
        create();
        AtomicInteger stored = new AtomicInteger();
        Parallel.run(4, thread -> {
            List<WriteModel<Document>> models = new ArrayList<>();
            documents(0, COUNT).forEach(document -> models.add(new InsertOneModel<>(document)));
            Collections.shuffle(models, Seed.random(OrderedBatchTest.class, thread));
            try {
                stored.addAndGet(things.bulkWrite(models, new BulkWriteOptions().ordered(false))
                        .getInsertedCount());
            } catch (MongoBulkWriteException lost) {
                stored.addAndGet(lost.getWriteResult().getInsertedCount());
            }
        });

        assertThat(stored).hasValue(COUNT);
        assertThat(things.countDocuments()).isEqualTo(COUNT);
        assertCountersMatch();
    }
}
