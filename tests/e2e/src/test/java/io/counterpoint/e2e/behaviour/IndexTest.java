package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

@OnEveryTarget
final class IndexTest extends TargetTest {
    private static final int INDEX_NOT_FOUND = 27;
    private static final int MAX_TIME_MS_EXPIRED = 50;
    private static final int CANNOT_CREATE_INDEX = 67;
    private static final int INVALID_OPTIONS = 72;
    private static final int INDEX_OPTIONS_CONFLICT = 85;
    private static final int INDEX_KEY_SPECS_CONFLICT = 86;
    private static final int DUPLICATE_KEY = 11000;
    private static final int CANNOT_INDEX_PARALLEL_ARRAYS = 171;

    IndexTest(Target target) {
        super(target);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        things.listIndexes().forEach(index -> names.add(index.getString("name")));
        return names;
    }

    @Test
    void anIndexIsListedOnceWithItsKey() {
        assertThat(things.createIndex(Indexes.compoundIndex(Indexes.ascending("a"), Indexes.descending("b.c"))))
                .isEqualTo("a_1_b.c_-1");

        List<Document> indexes = things.listIndexes().into(new ArrayList<>());
        assertThat(indexes)
                .containsExactly(
                        new Document("v", 2)
                                .append("key", new Document("_id", 1))
                                .append("name", "_id_"),
                        new Document("v", 2)
                                .append("key", new Document("a", 1).append("b.c", -1))
                                .append("name", "a_1_b.c_-1"));
    }

    @Test
    void aBuildThatTakesTooLongLeavesNothing() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            documents.add(new Document("_id", i).append("a", i).append("b", i));
        }
        things.insertMany(documents);
        assertRefused(
                MAX_TIME_MS_EXPIRED,
                () -> database.runCommand(
                        Document.parse("{createIndexes: 'things', indexes: [{key: {a: 1}, name: 'a_1'},"
                                + " {key: {b: 1}, name: 'b_1'}], maxTimeMS: 2}")));
        assertThat(names()).containsExactly("_id_");
        things.createIndex(Indexes.ascending("a"));
        assertThat(things.countDocuments(Filters.eq("a", 7))).isEqualTo(1);
    }

    /** MongoDB refuses such an index; see {@code docs/choices-that-look-like-bugs.md}. */
    @Test
    void anIndexThatIsUniquePerShardSaysSo() {
        Document reply = database.runCommand(
                Document.parse(
                        "{createIndexes: 'things', indexes: [{key: {a: 1}, name: 'a_1', unique: true}, {key: {b: 1}, name: 'b_1'}]}"));
        if (target.routed()) {
            assertThat(reply.getString("warning"))
                    .isEqualTo("unique on each shard by itself, since the key does not begin with the shard key: a_1");
        } else {
            assertThat(reply).doesNotContainKey("warning");
        }
    }

    @Test
    void theSameIndexAgainChangesNothing() {
        things.createIndex(Indexes.ascending("a"));
        Document reply = database.runCommand(new Document("createIndexes", "things")
                .append("indexes", List.of(new Document("key", new Document("a", 1)).append("name", "a_1"))));

        assertThat(reply.getInteger("numIndexesBefore")).isEqualTo(2);
        assertThat(reply.getInteger("numIndexesAfter")).isEqualTo(2);
        assertThat(reply.getString("note")).isEqualTo("all indexes already exist");
    }

    @Test
    void contradictingIndexesAreRefused() {
        things.createIndex(Indexes.ascending("a"));

        assertRefused(
                INDEX_OPTIONS_CONFLICT,
                () -> things.createIndex(Indexes.ascending("a"), new IndexOptions().name("other")));
        assertRefused(
                INDEX_KEY_SPECS_CONFLICT,
                () -> things.createIndex(Indexes.ascending("b"), new IndexOptions().name("a_1")));
        assertRefused(CANNOT_CREATE_INDEX, () -> things.createIndex(new Document("a", "upward")));
        assertThat(names()).containsExactly("_id_", "a_1");
    }

    @Test
    void aDroppedIndexIsGone() {
        things.createIndex(Indexes.ascending("a"));
        things.createIndex(Indexes.ascending("b"));

        things.dropIndex("a_1");
        assertThat(names()).containsExactly("_id_", "b_1");
        things.dropIndexes();
        assertThat(names()).containsExactly("_id_");
        assertRefused(INDEX_NOT_FOUND, "index not found with name [a_1]", () -> things.dropIndex("a_1"));
        assertRefused(INVALID_OPTIONS, "cannot drop _id index", () -> things.dropIndex("_id_"));
    }

    @Test
    void anIndexBuiltOverDocumentsGivesTheSameAnswers() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            documents.add(new Document("_id", i).append("a", i % 7).append("tags", List.of(i % 3, "t" + i % 5)));
        }
        things.insertMany(documents);
        List<Bson> filters = List.of(
                Filters.eq("a", 3),
                Filters.gte("a", 5),
                Filters.in("tags", 1, "t2"),
                Filters.and(Filters.eq("tags", "t4"), Filters.lt("a", 2)));
        List<List<Document>> before = answers(filters);

        things.createIndex(Indexes.ascending("a"));
        things.createIndex(Indexes.ascending("tags", "a"));

        assertThat(answers(filters)).isEqualTo(before);
        things.updateMany(Filters.eq("a", 3), Updates.set("a", 100));
        things.deleteMany(Filters.eq("a", 4));
        assertThat(things.countDocuments(Filters.eq("a", 100)))
                .isEqualTo(before.get(0).size());
        assertThat(things.countDocuments(Filters.eq("a", 3))).isZero();
        assertThat(things.find(Filters.eq("a", 4)).hint(Indexes.ascending("a")).first())
                .isNull();
    }

    private List<List<Document>> answers(List<Bson> filters) {
        List<List<Document>> answers = new ArrayList<>();
        filters.forEach(filter ->
                answers.add(things.find(filter).sort(Sorts.ascending("_id")).into(new ArrayList<>())));
        return answers;
    }

    @Test
    void aUniqueIndexRefusesTheSecond() {
        // Through a router a unique index holds over all shards only if it begins with the shard key.
        things.createIndex(
                target.routed() ? Indexes.ascending("_id", "a") : Indexes.ascending("a"),
                new IndexOptions().unique(true));
        things.insertOne(new Document("_id", 1).append("a", 1));
        things.insertOne(new Document("_id", 2).append("a", 2));

        assertRefused(
                DUPLICATE_KEY,
                "E11000 duplicate key error collection: " + namespace("things"),
                () -> things.insertOne(new Document("_id", target.routed() ? 1 : 3).append("a", 1)));
        assertThat(things.countDocuments()).isEqualTo(2);
    }

    @Test
    void aUniqueIndexIsNotBuiltOverDuplicates() {
        if (target.routed()) {
            return;
        }
        things.insertMany(List.of(new Document("a", 1), new Document("a", 1)));

        assertRefused(
                DUPLICATE_KEY,
                "E11000",
                () -> things.createIndex(Indexes.ascending("a"), new IndexOptions().unique(true)));
        assertThat(names()).containsExactly("_id_");
    }

    @Test
    void aSparseIndexLeavesOutDocumentsWithoutTheField() {
        if (target.routed()) {
            return;
        }
        things.createIndex(
                Indexes.ascending("a"), new IndexOptions().unique(true).sparse(true));

        things.insertMany(
                List.of(new Document("_id", 1), new Document("_id", 2), new Document("_id", 3).append("a", 1)));

        assertRefused(DUPLICATE_KEY, () -> things.insertOne(new Document("_id", 4).append("a", 1)));
        assertThat(things.countDocuments()).isEqualTo(3);
        assertThat(things.find().sort(Sorts.ascending("a")).into(new ArrayList<>()))
                .hasSize(3);
    }

    @Test
    void aWildcardIndexServesAnyPath() {
        things.createIndex(new Document("$**", 1));
        for (int i = 0; i < 20; i++) {
            things.insertOne(
                    new Document("_id", i).append("a", new Document("b", i % 4)).append("tags", List.of(i, "t")));
        }
        assertThat(things.countDocuments(Filters.eq("a.b", 3))).isEqualTo(5);
        assertThat(things.countDocuments(Filters.gte("tags", 15))).isEqualTo(5);
        Document explained = database.runCommand(new Document(
                        "explain", new Document("find", "things").append("filter", new Document("a.b", 3)))
                .append("verbosity", "executionStats"));
        assertThat(explained.toJson()).contains("\"$_path\"");
        assertThat(explained
                        .get("executionStats", Document.class)
                        .get("totalDocsExamined", Number.class)
                        .intValue())
                .isEqualTo(5);
    }

    @Test
    void anOrIsReadFromTheIndexesOfItsBranches() {
        things.createIndex(Indexes.ascending("a"));
        things.createIndex(Indexes.ascending("b"));
        for (int i = 0; i < 60; i++) {
            things.insertOne(new Document("_id", i).append("a", i % 10).append("b", i % 6));
        }
        Bson filter = Filters.or(Filters.eq("a", 3), Filters.eq("b", 3));
        assertThat(things.find(filter).into(new ArrayList<>())).hasSize(14).doesNotHaveDuplicates();
        assertThat(things.find(filter).explain().toJson()).contains("\"OR\"").doesNotContain("COLLSCAN");
    }

    @Test
    void countsAndDistinctValuesAreTheSameWithAndWithoutAnIndex() {
        for (int i = 0; i < 50; i++) {
            things.insertOne(new Document("_id", i).append("a", i % 7));
        }
        things.deleteMany(Filters.lt("_id", 5));
        List<Integer> values = things.distinct("a", Integer.class).into(new ArrayList<>());
        things.createIndex(Indexes.ascending("a"));
        assertThat(things.estimatedDocumentCount()).isEqualTo(45);
        assertThat(things.distinct("a", Integer.class).into(new ArrayList<>())).isEqualTo(values);
        assertThat(things.find()
                        .hint(Indexes.ascending("a"))
                        .min(new Document("a", 2))
                        .max(new Document("a", 4)))
                .hasSize((int) things.countDocuments(Filters.in("a", 2, 3)));
    }

    @Test
    void collModChangesATtlIndex() {
        things.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(3_600L, TimeUnit.SECONDS));
        Document reply = database.runCommand(new Document("collMod", "things")
                .append("index", new Document("name", "at_1").append("expireAfterSeconds", 60)));
        assertThat(reply).containsEntry("expireAfterSeconds_old", 3_600L).containsEntry("expireAfterSeconds_new", 60L);
        assertThat(things.listIndexes().into(new ArrayList<>()))
                .contains(new Document("v", 2)
                        .append("key", new Document("at", 1))
                        .append("name", "at_1")
                        .append("expireAfterSeconds", 60));
    }

    @Test
    void twoArraysInOneIndexAreRefused() {
        things.createIndex(Indexes.ascending("a", "b"));

        assertRefused(
                CANNOT_INDEX_PARALLEL_ARRAYS,
                "cannot index parallel arrays",
                () -> things.insertOne(new Document("a", List.of(1, 2)).append("b", List.of(3, 4))));
        assertThat(things.countDocuments()).isZero();
    }
}
