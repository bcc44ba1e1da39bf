package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.loop.FaultyStore;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random writes against a shard and against a plain map, with refusals, disks that refuse, and restarts among them.
 * After every step documents, indexes and counters agree, and the counter is not below a number that is stored.
 */
class ShardModelTest {
    private static final int STEPS = 120;

    @Test
    void theShardDoesWhatAPlainMapDoes() {
        Seeds.run(ShardModelTest.class, 40, random -> {
            try (Run run = new Run(random)) {
                for (int step = 0; step < STEPS; step++) {
                    run.step();
                    run.check();
                }
            }
        });
    }

    /** One document of the model. */
    private record Doc(
            @Nullable Integer number,
            @Nullable Integer key,
            @Nullable Integer tag) {
        BsonDocument toBson(int id) {
            BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
            if (key != null) {
                document.append("k", new BsonInt32(key));
            }
            if (tag != null) {
                document.append("t", tags(tag));
            }
            if (number != null) {
                document.append("no", new BsonInt32(number));
            }
            return document;
        }

        /** Some are arrays, so that indexes meet them at any moment. */
        static BsonValue tags(int tag) {
            return tag % 3 == 0
                    ? new BsonArray(List.of(new BsonInt32(tag), new BsonInt32(tag + 1)))
                    : new BsonInt32(tag);
        }
    }

    private static final class Run implements AutoCloseable {
        private final SeededRandom random;
        private final FaultyStore store = new FaultyStore(new MemoryStore());
        private final ShardFixture shard;
        private final ShardFixture.Peer client;
        private TreeMap<Integer, Doc> model = new TreeMap<>();
        private int last;

        Run(SeededRandom random) {
            this.random = random;
            shard = ShardFixture.over(store, random.seed());
            client = shard.client();
            client.run("{create: 'a', autoincrement: 'no'}");
            client.run("{createIndexes: 'a', indexes: [{key: {k: 1}, name: 'k', unique: true, sparse: true},"
                    + " {key: {t: 1, k: -1}, name: 't'}]}");
        }

        void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> insert();
                case 4, 5 -> update();
                case 6 -> updateMany();
                case 7 -> upsert();
                case 8, 9 -> delete();
                case 10 -> setLast();
                default -> shard.restart();
            }
        }

        private int id() {
            return random.nextInt(25);
        }

        private @Nullable Integer maybe(int bound) {
            return random.oneIn(3) ? null : Integer.valueOf(random.nextInt(bound));
        }

        /** Sends a write; false when the disk refused it, and then it has done nothing. */
        private boolean send(BsonDocument command) {
            boolean refuse = random.oneIn(10);
            store.refuseWrites(refuse ? 1 : 0);
            int before = store.writes();
            BsonDocument reply = client.reply("shop", command);
            boolean refused =
                    refuse && store.writes() == before && reply.getNumber("ok").intValue() == 0;
            store.refuseWrites(0);
            assertThat(refused || reply.getNumber("ok").intValue() == 1)
                    .as("%s: %s", command, reply)
                    .isTrue();
            return !refused;
        }

        private void insert() {
            boolean ordered = random.nextBoolean();
            BsonArray documents = new BsonArray();
            TreeMap<Integer, Doc> after = new TreeMap<>(model);
            int lastAfter = last;
            boolean stopped = false;
            for (int i = random.between(1, 4); i > 0; i--) {
                int id = id();
                Doc doc = new Doc(random.oneIn(4) ? Integer.valueOf(random.nextInt(40)) : null, maybe(30), maybe(30));
                documents.add(doc.toBson(id));
                if (stopped) {
                    continue;
                }
                int number = doc.number == null ? lastAfter + 1 : doc.number;
                Doc numbered = new Doc(number, doc.key, doc.tag);
                if (after.containsKey(id) || clashes(after, id, numbered)) {
                    stopped = ordered;
                    continue;
                }
                after.put(id, numbered);
                lastAfter = Math.max(lastAfter, number);
            }
            BsonDocument command = new BsonDocument("insert", new BsonString("a"))
                    .append("documents", documents)
                    .append("ordered", BsonBoolean.valueOf(ordered));
            if (send(command)) {
                model = after;
                last = lastAfter;
            }
        }

        private static boolean clashes(Map<Integer, Doc> documents, int id, Doc doc) {
            return documents.entrySet().stream()
                    .filter(other -> other.getKey() != id)
                    .map(Map.Entry::getValue)
                    // The index on the number is not sparse: two documents without one clash, too.
                    .anyMatch(other -> (doc.key != null && doc.key.equals(other.key))
                            || (doc.number == null ? other.number == null : doc.number.equals(other.number)));
        }

        private void update() {
            int id = id();
            Doc old = model.get(id);
            @Nullable Doc changed;
            BsonDocument update;
            switch (random.nextInt(3)) {
                case 0 -> {
                    int number = random.nextInt(60);
                    update = BsonDocument.parse("{$set: {no: " + number + "}}");
                    changed = old == null ? null : new Doc(number, old.key, old.tag);
                }
                case 1 -> {
                    int tag = random.nextInt(30);
                    int key = random.nextInt(30);
                    update = new BsonDocument(
                            "$set", new BsonDocument("t", Doc.tags(tag)).append("k", new BsonInt32(key)));
                    changed = old == null ? null : new Doc(old.number, key, tag);
                }
                default -> {
                    changed = new Doc(null, maybe(30), maybe(30));
                    update = changed.toBson(id);
                }
            }
            if (send(updateCommand(new BsonDocument("_id", new BsonInt32(id)), update, false, false))
                    && old != null
                    && changed != null
                    && !clashes(model, id, changed)) {
                model.put(id, changed);
                observe(changed);
            }
        }

        private void observe(Doc doc) {
            if (doc.number != null) {
                last = Math.max(last, doc.number);
            }
        }

        private static BsonDocument updateCommand(
                BsonDocument filter, BsonDocument update, boolean multi, boolean upsert) {
            BsonDocument statement = new BsonDocument("q", filter)
                    .append("u", update)
                    .append("multi", BsonBoolean.valueOf(multi))
                    .append("upsert", BsonBoolean.valueOf(upsert));
            return new BsonDocument("update", new BsonString("a")).append("updates", new BsonArray(List.of(statement)));
        }

        /** All or nothing: moving keys up runs into whatever key is in the way, halfway through. */
        private void updateMany() {
            int from = id();
            int by = random.between(1, 3);
            Map<Integer, Doc> after = new HashMap<>(model);
            boolean clash = false;
            // In order of insertion, which the model does not keep: a clash with a key that is about to move depends on
            // it.
            for (int id : insertionOrder()) {
                Doc doc = after.get(id);
                if (id < from || doc == null || clash) {
                    continue;
                }
                Doc moved = new Doc(doc.number, (doc.key == null ? 0 : doc.key) + by, 3);
                clash = clashes(after, id, moved);
                after.put(id, moved);
            }
            BsonDocument update = new BsonDocument("$inc", new BsonDocument("k", new BsonInt32(by)))
                    .append("$set", new BsonDocument("t", Doc.tags(3)));
            BsonDocument filter = BsonDocument.parse("{_id: {$gte: " + from + "}}");
            BsonDocument command = updateCommand(filter, update, true, false);
            command.getArray("updates").get(0).asDocument().append("hint", BsonDocument.parse("{$natural: 1}"));
            if (send(command) && !clash) {
                model = new TreeMap<>(after);
            }
        }

        private List<Integer> insertionOrder() {
            List<Integer> ids = new ArrayList<>();
            for (BsonDocument document :
                    ShardFixture.documents(client.run("{find: 'a', sort: {$natural: 1}, batchSize: 1000}"))) {
                ids.add(document.getInt32("_id").getValue());
            }
            return ids;
        }

        private void upsert() {
            int id = id();
            Integer key = random.nextInt(30);
            Doc old = model.get(id);
            Doc made = old == null ? new Doc(last + 1, key, null) : new Doc(old.number, key, old.tag);
            BsonDocument update = new BsonDocument("$set", new BsonDocument("k", new BsonInt32(key)));
            if (send(updateCommand(new BsonDocument("_id", new BsonInt32(id)), update, false, true))
                    && !clashes(model, id, made)) {
                model.put(id, made);
                observe(made);
            }
        }

        private void delete() {
            boolean one = random.nextBoolean();
            int id = id();
            BsonDocument statement = one
                    ? BsonDocument.parse("{q: {_id: " + id + "}, limit: 1}")
                    : BsonDocument.parse("{q: {_id: {$gte: " + (id + 12) + "}}, limit: 0}");
            BsonDocument command = new BsonDocument("delete", new BsonString("a"))
                    .append("deletes", new BsonArray(List.of(statement)));
            if (send(command)) {
                if (one) {
                    model.remove(id);
                } else {
                    model.tailMap(id + 12).clear();
                }
            }
        }

        private void setLast() {
            if (random.nextBoolean()) {
                last += random.nextInt(5);
                client.admin(
                        "{update: 'counters', updates: [{q: {_id: 'shop.a.no'}, u: {$set: {last: " + last + "}}}]}");
            } else {
                client.admin("{delete: 'counters', deletes: [{q: {_id: 'shop.a.no'}, limit: 1}]}");
                // The next write that needs the row makes it anew; so that the model knows when, one does so now.
                client.run("{insert: 'a', documents: [{_id: 1000}]}");
                client.run("{delete: 'a', deletes: [{q: {_id: 1000}, limit: 1}]}");
                last = 1 + highest();
            }
        }

        private int highest() {
            return model.values().stream()
                    .mapToInt(doc -> doc.number == null ? 0 : doc.number)
                    .max()
                    .orElse(0);
        }

        void check() {
            List<BsonDocument> expected = new ArrayList<>();
            model.forEach((id, doc) -> expected.add(doc.toBson(id)));
            assertThat(client.all("a")).isEqualTo(expected);
            client.validate("shop", "a");
            client.validate("admin", "counters");
            assertThat(client.last("shop.a.no")).isEqualTo(new BsonInt32(last));
            assertThat(last).isGreaterThanOrEqualTo(highest());
        }

        @Override
        public void close() {
            shard.close();
        }
    }
}
