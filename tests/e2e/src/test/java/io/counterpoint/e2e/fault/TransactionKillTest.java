package io.counterpoint.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/**
 * A cluster is killed while clients move money between accounts of different shards. No transfer is half done
 * afterwards, and none that was answered is lost.
 */
final class TransactionKillTest {
    private static final int ROUNDS = Integer.getInteger("e2e.kill.rounds", 2);
    private static final int CLIENTS = 4;
    private static final int ACCOUNTS = 40;
    private static final int BALANCE = 1_000;
    private static final int MILLIS_MAX = 800;

    private final Random random = Seed.random(TransactionKillTest.class);
    private final AtomicInteger acknowledged = new AtomicInteger();

    @Test
    void noTransferIsHalfDone() {
        try (Cluster cluster = Cluster.up(3).start()) {
            try (MongoClient client = cluster.connect()) {
                List<Document> opened = new ArrayList<>();
                for (int i = 0; i < ACCOUNTS; i++) {
                    opened.add(new Document("_id", i).append("balance", BALANCE));
                }
                accounts(client).insertMany(opened);
                log(client).insertOne(new Document("_id", "first"));
            }
            for (int round = 1; round <= ROUNDS; round++) {
                Interruption.killAfter(
                        cluster, random.nextInt(MILLIS_MAX), CLIENTS, (client, thread, step) -> transfer(client));
                cluster.start();
                try (MongoClient client = cluster.connect()) {
                    // A plain write waits for keys that a transaction in doubt still holds, so this also shows that
                    // none is left in doubt.
                    for (int i = 0; i < ACCOUNTS; i++) {
                        accounts(client).updateOne(Filters.eq("_id", i), Updates.inc("rounds", 1));
                    }
                    int sum = 0;
                    for (Document account : accounts(client).find()) {
                        sum += account.getInteger("balance");
                        assertThat(account.getInteger("rounds")).isEqualTo(round);
                    }
                    assertThat(sum).as("money in round %s", round).isEqualTo(ACCOUNTS * BALANCE);
                    assertThat(log(client).countDocuments() - 1).isGreaterThanOrEqualTo(acknowledged.get());
                    System.out.println("round " + round + " of " + ROUNDS + ": " + acknowledged
                            + " transfers acknowledged so far, " + (log(client).countDocuments() - 1) + " done");
                }
            }
        }
    }

    private static MongoCollection<Document> accounts(MongoClient client) {
        return client.getDatabase("bank").getCollection("accounts");
    }

    private static MongoCollection<Document> log(MongoClient client) {
        return client.getDatabase("bank").getCollection("log");
    }

    private void transfer(MongoClient client) {
        int from = ThreadLocalRandom.current().nextInt(ACCOUNTS);
        int to = (from + 1 + ThreadLocalRandom.current().nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts(client).updateOne(session, Filters.eq("_id", from), Updates.inc("balance", -1));
            accounts(client).updateOne(session, Filters.eq("_id", to), Updates.inc("balance", 1));
            log(client).insertOne(session, new Document("from", from).append("to", to));
            session.commitTransaction();
            acknowledged.incrementAndGet();
        } catch (MongoException e) {
            // Two transfers that meet: one of them gives up, which is no error here. Everything else ends this client.
            if (e.getCode() != WRITE_CONFLICT) {
                throw e;
            }
        }
    }

    private static final int WRITE_CONFLICT = 112;
}
