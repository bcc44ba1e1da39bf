package io.counterpoint.e2e.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Parallel;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;

@OnEveryTarget
final class ConcurrencyTest extends TargetTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 50;

    ConcurrencyTest(Target target) {
        super(target);
    }

    @Test
    void concurrentUpsertsOfOneKeyInsertOnce() {
        AtomicInteger inserted = new AtomicInteger();
        Parallel.run(THREADS, thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                var result =
                        things.updateOne(Filters.eq("_id", i), Updates.inc("n", 1), new UpdateOptions().upsert(true));
                if (result.getUpsertedId() != null) {
                    inserted.incrementAndGet();
                }
            }
        });

        assertThat(inserted).hasValue(ROUNDS);
        assertThat(things.countDocuments(Filters.eq("n", THREADS))).isEqualTo(ROUNDS);
    }

    @Test
    void incrementsAreNotLost() {
        things.insertOne(new Document("_id", "counter").append("n", 0));

        Parallel.run(THREADS, thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                things.updateOne(Filters.eq("_id", "counter"), Updates.inc("n", 1));
            }
        });

        assertThat(things.find().first()).isEqualTo(new Document("_id", "counter").append("n", THREADS * ROUNDS));
    }

    @Test
    void findAndModifyGivesEachNumberOnce() {
        Set<Integer> numbers = Collections.synchronizedSet(new HashSet<>());
        Parallel.run(THREADS, thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                Document after = things.findOneAndUpdate(
                        Filters.eq("_id", "counter"),
                        Updates.inc("n", 1),
                        new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER));
                assertThat(after).isNotNull();
                assertThat(numbers.add(after.getInteger("n"))).isTrue();
            }
        });

        assertThat(numbers).hasSize(THREADS * ROUNDS);
    }

    @Test
    void oneDocumentIsDeletedByOneClient() {
        for (int i = 0; i < ROUNDS; i++) {
            things.insertOne(new Document("_id", i));
        }
        AtomicInteger deleted = new AtomicInteger();
        Parallel.run(THREADS, thread -> {
            for (int i = 0; i < ROUNDS; i++) {
                deleted.addAndGet((int) things.deleteOne(Filters.eq("_id", i)).getDeletedCount());
            }
        });

        assertThat(deleted).hasValue(ROUNDS);
    }
}
