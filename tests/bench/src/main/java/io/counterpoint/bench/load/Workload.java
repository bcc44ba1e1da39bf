package io.counterpoint.bench.load;

import com.mongodb.client.MongoClient;

/** One kind of request, sent by many threads at once. */
interface Workload {
    /** Sends one request, waits for the answer, and says how many units it was worth. Any thread. */
    @FunctionalInterface
    interface Request {
        int send();
    }

    /** As the enum's constant is called; names the step. */
    String name();

    /** Prepares what the requests need and returns them. */
    Request on(MongoClient client);
}
