package io.counterpoint.lab.run;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.mode.NumberingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.Document;

/**
 * Stores documents in one collection so that they have numbers: by the cluster, or as applications do it by themselves
 * in a baseline. Any number of threads.
 */
final class Numberer {
    /** The numbered field. */
    static final String FIELD = "id";

    /** How long the cluster may take for one command before the client calls the outcome unknown. */
    private static final int COMMAND_MILLIS_MAX = 2_000;

    private static final int OPTIMISTIC_TRIES_MAX = 1_000;
    private static final int DUPLICATE_KEY = 11_000;
    private static final String COUNTERS = "lab_counters";

    private final MongoClient client;
    private final MongoDatabase database;
    private final String collection;
    private final NumberingMode mode;
    private final AtomicLong numberCommands = new AtomicLong();

    Numberer(MongoClient client, String database, String collection, NumberingMode mode) {
        this.client = client;
        this.database = client.getDatabase(database);
        this.collection = collection;
        this.mode = mode;
    }

    /** Commands that served only to get a number, so far. */
    long numberCommands() {
        return numberCommands.get();
    }

    /** Inserts documents in order; those that have the field keep what they have. */
    Answer insert(List<Document> documents) {
        try {
            return switch (mode) {
                case APP_COUNTER -> withCounter(documents);
                case OPTIMISTIC_LOOP -> optimistically(documents);
                default -> send(documents);
            };
        } catch (MongoException e) {
            return Answer.failed(e);
        }
    }

    /** Upserts one document by its {@code _id}. */
    Answer upsert(Document document) {
        Document query = new Document("_id", document.get("_id"));
        if (document.get(Spreading.FIELD) != null) {
            query.append(Spreading.FIELD, document.get(Spreading.FIELD));
        }
        Document fields = new Document(document);
        query.keySet().forEach(fields::remove);
        Document update = new Document("q", query)
                .append("u", new Document("$setOnInsert", fields))
                .append("upsert", true);
        try {
            Document reply = database.runCommand(
                    reporting(new Document("update", collection).append("updates", List.of(update))));
            return Answer.of(reply, numbers(reply), 1);
        } catch (MongoException e) {
            return Answer.failed(e);
        }
    }

    /** Inserts one document in a transaction and gives the transaction back. */
    Answer insertAndAbort(Document document) {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            Document reply = database.runCommand(session, reporting(insertCommand(List.of(document))));
            Map<Integer, Long> numbers = numbers(reply);
            session.abortTransaction();
            return Answer.aborted(numbers);
        } catch (MongoException e) {
            return Answer.failed(e);
        }
    }

    private Answer send(List<Document> documents) {
        Document reply = database.runCommand(reporting(insertCommand(documents)));
        return Answer.of(reply, numbers(reply), documents.size());
    }

    private Document insertCommand(List<Document> documents) {
        return new Document("insert", collection).append("documents", documents);
    }

    private Document reporting(Document command) {
        if (mode.where() == NumberingMode.Where.SHARD) {
            command.append("reportAutoincrement", true);
        }
        return command.append("maxTimeMS", COMMAND_MILLIS_MAX);
    }

    private static Map<Integer, Long> numbers(Document reply) {
        Map<Integer, Long> numbers = new HashMap<>();
        if (reply.get("autoincrement") != null) {
            for (Document report : reply.getList("autoincrement", Document.class)) {
                if (FIELD.equals(report.getString("field"))
                        && report.get("index") instanceof Number index
                        && report.get("value") instanceof Number value) {
                    numbers.put(index.intValue(), value.longValue());
                }
            }
        }
        return numbers;
    }

    /** One findAndModify on a counter document, for all documents of the command at once. */
    private Answer withCounter(List<Document> documents) {
        List<Document> unnumbered = documents.stream()
                .filter(document -> !document.containsKey(FIELD))
                .toList();
        if (!unnumbered.isEmpty()) {
            numberCommands.incrementAndGet();
            Document reply = database.runCommand(new Document("findAndModify", COUNTERS)
                    .append("query", new Document("_id", collection))
                    .append("update", new Document("$inc", new Document("last", (long) unnumbered.size())))
                    .append("upsert", true)
                    .append("new", true)
                    .append("maxTimeMS", COMMAND_MILLIS_MAX));
            long number = reply.get("value", Document.class).getLong("last") - unnumbered.size();
            for (Document document : unnumbered) {
                document.put(FIELD, ++number);
            }
        }
        return told(send(documents), documents);
    }

    /** The highest number plus one, again while somebody else was faster. */
    private Answer optimistically(List<Document> documents) {
        for (Document document : documents) {
            document.remove(FIELD);
        }
        List<Document> done = new ArrayList<>();
        for (Document document : documents) {
            Answer answer = optimistically(document);
            if (answer.outcome() != Outcome.OK) {
                Answer before = told(Answer.good(Map.of(), done.size()), done);
                return new Answer(before.numbers(), done.size(), answer.outcome(), answer.cause());
            }
            done.add(document);
        }
        return told(Answer.good(Map.of(), documents.size()), documents);
    }

    private Answer optimistically(Document document) {
        for (int tries = 0; tries < OPTIMISTIC_TRIES_MAX; tries++) {
            numberCommands.incrementAndGet();
            Document highest = database.getCollection(collection)
                    .find()
                    .sort(new Document(FIELD, -1))
                    .limit(1)
                    .projection(new Document(FIELD, 1))
                    .first();
            Number number = highest == null ? null : (Number) highest.get(FIELD);
            document.put(FIELD, number == null ? 1L : number.longValue() + 1);
            try {
                Answer answer = send(List.of(document));
                if (answer.outcome() == Outcome.OK || !isDuplicate(answer)) {
                    return answer;
                }
            } catch (MongoCommandException e) {
                if (e.getCode() != DUPLICATE_KEY) {
                    throw e;
                }
            }
        }
        return new Answer(Map.of(), 0, Outcome.FAIL, "no free number after " + OPTIMISTIC_TRIES_MAX + " tries");
    }

    private static boolean isDuplicate(Answer answer) {
        return answer.cause() != null && answer.cause().startsWith("code " + DUPLICATE_KEY + ":");
    }

    private static Answer told(Answer answer, List<Document> documents) {
        Map<Integer, Long> numbers = new HashMap<>();
        for (int i = 0; i < documents.size() && i < answer.failedFrom(); i++) {
            if (documents.get(i).get(FIELD) instanceof Number number) {
                numbers.put(i, number.longValue());
            }
        }
        return new Answer(numbers, answer.failedFrom(), answer.outcome(), answer.cause());
    }
}
