package io.counterpoint.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.e2e.deployment.Parallel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Clients at work and a kill in the middle of it. */
final class Interruption {
    private static final int FIRST_SECONDS_MAX = 60;

    private Interruption() {}

    /** One step of one client, again and again until the server is gone. */
    @FunctionalInterface
    interface Work {
        /**
         * Sends something and waits for the answer.
         *
         * @param thread number of the client, from 0
         * @param step how many steps this client did before
         */
        void step(MongoClient client, int thread, int step);
    }

    /**
     * Lets clients work and kills the deployment some time after the first step was answered. An error that a client
     * sees before that fails the test.
     *
     * @param millis between the first answer and the kill
     */
    static void killAfter(Cluster cluster, int millis, int clients, Work work) {
        AtomicBoolean killed = new AtomicBoolean();
        CountDownLatch answered = new CountDownLatch(1);
        // Nobody waits for a server that is gone.
        try (MongoClient client = Clients.connect(
                cluster.uri(),
                settings -> settings.retryWrites(false)
                        .applyToClusterSettings(selection -> selection.serverSelectionTimeout(1, TimeUnit.SECONDS)))) {
            Parallel.run(clients + 1, thread -> {
                if (thread == clients) {
                    await(answered);
                    pause(millis);
                    killed.set(true);
                    cluster.kill();
                    return;
                }
                try {
                    for (int step = 0; !Thread.currentThread().isInterrupted(); step++) {
                        work.step(client, thread, step);
                        answered.countDown();
                    }
                } catch (MongoException end) {
                    if (!killed.get()) {
                        throw end;
                    }
                }
            });
        }
    }

    private static void await(CountDownLatch answered) {
        try {
            assertThat(answered.await(FIRST_SECONDS_MAX, TimeUnit.SECONDS))
                    .as("a first answer arrived")
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
