package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Parallel;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnEveryTarget
final class TransactionTest extends TargetTest {
    private static final int WRITE_CONFLICT = 112;
    private static final int OPERATION_NOT_SUPPORTED_IN_TRANSACTION = 263;
    private static final int ACCOUNTS = 12;
    private static final int BALANCE = 100;

    TransactionTest(Target target) {
        super(target);
    }

    /** Accounts on all shards. */
    @BeforeEach
    void openAccounts() {
        for (int i = 0; i < ACCOUNTS; i++) {
            things.insertOne(new Document("_id", i).append("balance", BALANCE));
        }
    }

    private int sum() {
        int sum = 0;
        for (Document account : things.find()) {
            sum += account.getInteger("balance");
        }
        return sum;
    }

    @Test
    void whatIsCommittedIsSeenByAllAtOnce() {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            for (int i = 0; i < ACCOUNTS; i++) {
                things.updateOne(session, Filters.eq("_id", i), Updates.set("seen", true));
            }
            assertThat(things.countDocuments(session, Filters.eq("seen", true))).isEqualTo(ACCOUNTS);
            assertThat(things.countDocuments(Filters.eq("seen", true))).isZero();

            session.commitTransaction();
        }
        assertThat(things.countDocuments(Filters.eq("seen", true))).isEqualTo(ACCOUNTS);
    }

    @Test
    void nothingIsLeftOfAnAbortedOne() {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            things.insertOne(session, new Document("_id", 1_000));
            things.deleteMany(session, Filters.lt("_id", 5));
            things.updateMany(session, new Document(), Updates.set("balance", 0));

            session.abortTransaction();
        }
        assertThat(things.countDocuments()).isEqualTo(ACCOUNTS);
        assertThat(sum()).isEqualTo(ACCOUNTS * BALANCE);
    }

    @Test
    void whatAnAggregateWritesIsNotPartOfOne() {
        for (Document stage :
                List.of(new Document("$out", "copies"), new Document("$merge", new Document("into", "copies")))) {
            try (ClientSession session = client.startSession()) {
                session.startTransaction();
                assertRefused(
                        OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
                        "cannot run within a multi-document transaction",
                        () -> things.aggregate(session, List.of(stage)).toCollection());
            }
        }
        assertThat(database.getCollection("copies").countDocuments()).isZero();
    }

    @Test
    void readsSeeOneMoment() {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            assertThat(things.find(session, Filters.eq("_id", 0)).first()).isNotNull();
            things.updateOne(Filters.eq("_id", 0), Updates.set("balance", 7));

            Document again = things.find(session, Filters.eq("_id", 0)).first();

            assertThat(again).isEqualTo(new Document("_id", 0).append("balance", BALANCE));
            session.commitTransaction();
        }
    }

    @Test
    void aConflictIsToldAtOnceWithTheLabelToRetry() {
        try (ClientSession first = client.startSession();
                ClientSession second = client.startSession()) {
            first.startTransaction();
            second.startTransaction();
            things.updateOne(first, Filters.eq("_id", 0), Updates.inc("balance", 1));

            MongoException conflict = assertRefused(
                    WRITE_CONFLICT, () -> things.updateOne(second, Filters.eq("_id", 0), Updates.inc("balance", 1)));

            assertThat(conflict.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL))
                    .isTrue();
            second.abortTransaction();
            first.commitTransaction();
        }
        assertThat(things.find(Filters.eq("_id", 0)).first())
                .isEqualTo(new Document("_id", 0).append("balance", BALANCE + 1));
    }

    @Test
    void aPlainWriteWaitsForTheTransaction() {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            things.updateOne(session, Filters.eq("_id", 0), Updates.inc("balance", 1));
            Parallel.run(2, thread -> {
                if (thread == 0) {
                    things.updateOne(Filters.eq("_id", 0), Updates.inc("balance", 10));
                } else {
                    pause();
                    session.commitTransaction();
                }
            });
        }
        assertThat(things.find(Filters.eq("_id", 0)).first())
                .isEqualTo(new Document("_id", 0).append("balance", BALANCE + 11));
    }

    private static void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void moneyIsNeitherMadeNorLost() {
        int transfers = 25;
        Parallel.run(4, thread -> {
            for (int i = 0; i < transfers; i++) {
                int from = ThreadLocalRandom.current().nextInt(ACCOUNTS);
                int to = (from + 1 + ThreadLocalRandom.current().nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                try (ClientSession session = client.startSession()) {
                    session.withTransaction(() -> {
                        things.updateOne(session, Filters.eq("_id", from), Updates.inc("balance", -1));
                        things.updateOne(session, Filters.eq("_id", to), Updates.inc("balance", 1));
                        return true;
                    });
                }
            }
        });

        assertThat(sum()).isEqualTo(ACCOUNTS * BALANCE);
    }
}
