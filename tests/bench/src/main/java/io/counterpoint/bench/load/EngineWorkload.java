package io.counterpoint.bench.load;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Requests that show what the document engine costs: filters, updates, indexes, sorts and pipelines. */
enum EngineWorkload implements Workload {
    /** One of {@value #KEYED_COUNT} documents by its key. */
    FIND_BY_KEY {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> keyed = keyed(client);
            return () -> find(keyed, ThreadLocalRandom.current().nextInt(KEYED_COUNT));
        }
    },

    /** One of them changed by its key. */
    UPDATE_BY_KEY {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> keyed = keyed(client);
            return () -> update(keyed, ThreadLocalRandom.current().nextInt(KEYED_COUNT));
        }
    },

    /** Found and changed by turns, a few of them far more often than the others. */
    READ_AND_UPDATE_SKEWED {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> keyed = keyed(client);
            ZipfianKeys keys = new ZipfianKeys(KEYED_COUNT);
            return () -> {
                int key = keys.next(ThreadLocalRandom.current());
                return ThreadLocalRandom.current().nextBoolean() ? find(keyed, key) : update(keyed, key);
            };
        }
    },

    /** A filter that no index serves and that few of {@value #ORDER_COUNT} documents pass. */
    FULL_SCAN {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> orders = orders(client);
            return () -> expect(10, read(orders.find(Filters.gte("weight", ORDER_COUNT - 10))));
        }
    },

    /** 100 documents in a range of an index. */
    RANGE_OF_100 {
        @Override
        public Request on(MongoClient client) {
            return ranges(client, 100);
        }
    },

    /** 10,000 documents in a range of an index. */
    RANGE_OF_10000 {
        @Override
        public Request on(MongoClient client) {
            return ranges(client, 10_000);
        }
    },

    /** The first 100 of {@value #ORDER_COUNT} documents in an order that no index has. */
    SORT_LIMIT_100 {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> orders = orders(client);
            return () -> expect(
                    100, read(orders.find().sort(Sorts.descending("weight")).limit(100)));
        }
    },

    /** {@value #ORDER_COUNT} documents in {@value #CUSTOMER_COUNT} groups. */
    GROUP {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> orders = orders(client);
            List<Bson> pipeline = List.of(
                    Aggregates.group("$customer", Accumulators.sum("total", "$total"), Accumulators.sum("orders", 1)));
            return () -> expect(
                    CUSTOMER_COUNT,
                    orders.aggregate(pipeline).into(new ArrayList<>()).size());
        }
    },

    /** {@value #ORDER_COUNT} documents joined with {@value #CUSTOMER_COUNT} others by their key. */
    LOOKUP {
        @Override
        public Request on(MongoClient client) {
            MongoCollection<Document> orders = orders(client);
            filled(
                    client.getDatabase(DATABASE),
                    "customers",
                    CUSTOMER_COUNT,
                    i -> new Document("_id", i).append("name", "customer " + i));
            List<Bson> pipeline = List.of(
                    Aggregates.lookup("customers", "customer", "_id", "who"),
                    Aggregates.unwind("$who"),
                    Aggregates.group("$who.name", Accumulators.sum("orders", 1)));
            return () -> expect(
                    CUSTOMER_COUNT,
                    orders.aggregate(pipeline).into(new ArrayList<>()).size());
        }
    };

    private static final String DATABASE = "engine";
    private static final int KEYED_COUNT = 10_000;
    private static final int ORDER_COUNT = 100_000;
    private static final int CUSTOMER_COUNT = 1_000;

    private static MongoCollection<Document> keyed(MongoClient client) {
        return filled(client.getDatabase(DATABASE), "keyed", KEYED_COUNT, EngineWorkload::order);
    }

    private static MongoCollection<Document> orders(MongoClient client) {
        MongoCollection<Document> orders =
                filled(client.getDatabase(DATABASE), "orders", ORDER_COUNT, EngineWorkload::order);
        orders.createIndex(Indexes.ascending("number"));
        return orders;
    }

    private static Document order(int number) {
        return new Document("_id", number)
                .append("number", number)
                .append("customer", number % CUSTOMER_COUNT)
                // Every weight once, in no order: 7,919 has no divisor in common with the counts.
                .append("weight", (int) (number * 7_919L % ORDER_COUNT))
                .append("total", number % 1_000 * 0.25)
                .append("text", "a text of some eighty characters, as a small document of an application has it");
    }

    private static MongoCollection<Document> filled(
            MongoDatabase database, String name, int count, IntFunction<Document> document) {
        MongoCollection<Document> collection = database.getCollection(name);
        if (collection.estimatedDocumentCount() < count) {
            List<Document> documents = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                documents.add(document.apply(i));
            }
            collection.insertMany(documents);
        }
        return collection;
    }

    private static Request ranges(MongoClient client, int count) {
        MongoCollection<Document> orders = orders(client);
        return () -> {
            int from = ThreadLocalRandom.current().nextInt(ORDER_COUNT - count);
            return expect(
                    count,
                    read(orders.find(Filters.and(Filters.gte("number", from), Filters.lt("number", from + count)))));
        };
    }

    private static int find(MongoCollection<Document> keyed, int key) {
        return expect(1, keyed.find(Filters.eq("_id", key)).first() == null ? 0 : 1);
    }

    private static int update(MongoCollection<Document> keyed, int key) {
        return expect(1, (int)
                keyed.updateOne(Filters.eq("_id", key), Updates.inc("total", 1)).getMatchedCount());
    }

    private static int read(FindIterable<Document> documents) {
        return documents.into(new ArrayList<>()).size();
    }

    /** One request, if it gave what it should. */
    private static int expect(int count, int actual) {
        if (actual != count) {
            throw new IllegalStateException("expected " + count + " documents, not " + actual);
        }
        return 1;
    }
}
