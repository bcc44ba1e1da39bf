package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationCaseFirst;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.CreateViewOptions;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The same answers, whether the documents are in one place or spread over shards. */
@OnEveryTarget
final class CollationTest extends TargetTest {
    private static final int BAD_VALUE = 2;
    private static final int OPTION_NOT_SUPPORTED_ON_VIEW = 167;
    private static final int DUPLICATE_KEY = 11000;

    private static final Collation ANY_CASE = Collation.builder()
            .locale("en")
            .collationStrength(CollationStrength.SECONDARY)
            .build();
    private static final Collation NUMERIC =
            Collation.builder().locale("en").numericOrdering(true).build();
    private static final Collation SIMPLE = Collation.builder().locale("simple").build();

    CollationTest(Target target) {
        super(target);
    }

    private static List<Document> documents() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String text = (i % 2 == 0 ? "Key" : "kEY") + i / 2;
            documents.add(new Document("_id", i).append("x", text).append("n", i));
        }
        return documents;
    }

    private static List<Integer> ids(Iterable<Document> documents) {
        List<Integer> ids = new ArrayList<>();
        documents.forEach(document -> ids.add(document.getInteger("_id")));
        return ids;
    }

    private MongoCollection<Document> collated(Collation collation) {
        database.createCollection("things", new CreateCollectionOptions().collation(collation));
        return things;
    }

    @Test
    void findsAndSorts() {
        things.insertMany(documents());

        assertThat(ids(things.find(Filters.eq("x", "KEY7")).collation(ANY_CASE).sort(Sorts.ascending("_id"))))
                .containsExactly(14, 15);
        assertThat(ids(things.find(Filters.gte("x", "key18")).collation(NUMERIC).sort(Sorts.descending("x"))))
                .containsExactly(38, 39, 36, 37);
        assertThat(ids(things.find()
                        .collation(NUMERIC)
                        .sort(Sorts.ascending("x"))
                        .skip(3)
                        .limit(4)))
                .containsExactly(2, 5, 4, 7);
        assertThat(ids(things.find()
                        .collation(Collation.builder()
                                .locale("en")
                                .numericOrdering(true)
                                .collationCaseFirst(CollationCaseFirst.UPPER)
                                .build())
                        .sort(Sorts.ascending("x"))
                        .limit(3)))
                .containsExactly(0, 1, 2);
    }

    @Test
    void countsAndTellsApart() {
        things.insertMany(documents());

        assertThat(things.countDocuments(
                        Filters.in("x", "KEY1", "KEY2"),
                        new com.mongodb.client.model.CountOptions().collation(ANY_CASE)))
                .isEqualTo(4);
        assertThat(things.distinct("x", String.class).collation(ANY_CASE).into(new ArrayList<>()))
                .hasSize(20);
    }

    @Test
    void aggregates() {
        things.insertMany(documents());

        List<Document> groups = things.aggregate(List.of(
                        Document.parse("{$group: {_id: '$x', n: {$sum: 1}, most: {$max: '$n'}}}"),
                        Document.parse("{$sort: {most: 1}}")))
                .collation(ANY_CASE)
                .into(new ArrayList<>());
        assertThat(groups).hasSize(20);
        assertThat(groups.get(3)).containsEntry("n", 2).containsEntry("most", 7);
        assertThat(things.aggregate(List.of(Aggregates.sort(Sorts.ascending("x")), Aggregates.limit(3)))
                        .collation(NUMERIC)
                        .map(document -> document.getInteger("_id"))
                        .into(new ArrayList<>()))
                .containsExactly(1, 0, 3);
        database.getCollection("others").insertOne(new Document("_id", 1).append("y", "KEY3"));
        assertThat(things.aggregate(List.of(
                                Aggregates.lookup("others", "x", "y", "o"),
                                Aggregates.match(Filters.size("o", 1)),
                                Aggregates.sort(Sorts.ascending("_id"))))
                        .collation(ANY_CASE)
                        .map(document -> document.getInteger("_id"))
                        .into(new ArrayList<>()))
                .containsExactly(6, 7);
    }

    @Test
    void writes() {
        things.insertMany(documents());

        assertThat(things.updateMany(
                                Filters.eq("x", "KEY5"),
                                Updates.set("seen", true),
                                new UpdateOptions().collation(ANY_CASE))
                        .getModifiedCount())
                .isEqualTo(2);
        assertThat(things.replaceOne(
                                Filters.eq("x", "KEY6"), new Document("y", 1), new ReplaceOptions().collation(ANY_CASE))
                        .getModifiedCount())
                .isEqualTo(1);
        Document found = things.findOneAndUpdate(
                Filters.lte("x", "key9"),
                Updates.set("first", true),
                new FindOneAndUpdateOptions()
                        .collation(NUMERIC)
                        .sort(Sorts.descending("x"))
                        .returnDocument(ReturnDocument.AFTER));
        assertThat(found).containsEntry("_id", 16);
        assertThat(things.deleteOne(Filters.eq("x", "KEY8"), new DeleteOptions().collation(ANY_CASE))
                        .getDeletedCount())
                .isEqualTo(1);
        assertThat(things.deleteMany(Filters.eq("x", "KEY9"), new DeleteOptions().collation(ANY_CASE))
                        .getDeletedCount())
                .isEqualTo(2);
        assertThat(things.updateOne(
                                Filters.eq("x", "new"),
                                Updates.set("z", 1),
                                new UpdateOptions().collation(ANY_CASE).upsert(true))
                        .getUpsertedId())
                .isNotNull();
        assertThat(things.updateOne(
                                Filters.eq("x", "NEW"),
                                Updates.set("z", 2),
                                new UpdateOptions().collation(ANY_CASE).upsert(true))
                        .getUpsertedId())
                .isNull();
    }

    @Test
    void textsAsIdsAreFoundWhereverTheyAre() {
        for (String id : List.of("a", "A", "b", "B", "c", "C")) {
            things.insertOne(new Document("_id", id));
        }

        assertThat(things.find(Filters.eq("_id", "a")).collation(ANY_CASE).into(new ArrayList<>()))
                .hasSize(2);
        assertThat(things.find(Filters.in("_id", "a", "C")).collation(ANY_CASE).into(new ArrayList<>()))
                .hasSize(4);
        for (int i = 0; i < 2; i++) {
            assertThat(things.findOneAndDelete(
                            Filters.eq("_id", "b"),
                            new com.mongodb.client.model.FindOneAndDeleteOptions()
                                    .collation(ANY_CASE)
                                    .sort(Sorts.descending("_id"))))
                    .isNotNull();
        }
        assertThat(things.deleteOne(Filters.eq("_id", "C"), new DeleteOptions().collation(ANY_CASE))
                        .getDeletedCount())
                .isEqualTo(1);
        assertThat(things.countDocuments()).isEqualTo(3);
    }

    @Test
    void aCollectionLendsItsCollation() {
        collated(ANY_CASE).insertMany(documents());

        assertThat(things.countDocuments(Filters.eq("x", "KEY7"))).isEqualTo(2);
        assertThat(things.find(Filters.eq("x", "KEY7")).collation(SIMPLE).first())
                .isNull();
        assertThat(things.updateMany(Filters.eq("x", "KEY7"), Updates.inc("n", 100))
                        .getMatchedCount())
                .isEqualTo(2);
        assertThat(things.distinct("x", String.class).into(new ArrayList<>())).hasSize(20);
        assertThat(things.aggregate(List.of(Document.parse("{$group: {_id: '$x'}}")))
                        .into(new ArrayList<>()))
                .hasSize(20);
        assertThat(things.findOneAndDelete(Filters.eq("x", "KEY7"))).isNotNull();
        assertThat(things.deleteMany(Filters.eq("x", "KEY7")).getDeletedCount()).isEqualTo(1);
        Document options = database.listCollections()
                .filter(new Document("name", "things"))
                .first()
                .get("options", Document.class);
        assertThat(options.get("collation", Document.class))
                .containsEntry("strength", 2)
                .containsEntry("version", "57.1");
    }

    @Test
    void stagesAreReadUnderTheCollectionsCollation() {
        collated(NUMERIC).insertMany(documents());

        assertThat(things.aggregate(List.of(Document.parse(
                                "{$bucket: {groupBy: '$x', boundaries: ['kEY0', 'kEY9'," + " 'kEY10', 'kEY99']}}")))
                        .map(document -> document.getInteger("count"))
                        .into(new ArrayList<>()))
                .containsExactly(18, 2, 20);
    }

    @Test
    void aViewHasACollationOfItsOwn() {
        collated(NUMERIC).insertMany(documents());
        database.createView(
                "seventh",
                "things",
                List.of(Aggregates.match(Filters.eq("x", "KEY7"))),
                new CreateViewOptions().collation(ANY_CASE));
        database.createView("none", "things", List.of(Aggregates.match(Filters.eq("x", "KEY7"))));
        MongoCollection<Document> view = database.getCollection("seventh");

        assertThat(ids(view.find().sort(Sorts.ascending("_id")))).containsExactly(14, 15);
        assertThat(view.countDocuments(Filters.eq("x", "key7"))).isEqualTo(2);
        assertThat(database.getCollection("none").countDocuments()).isZero();
        assertRefused(
                OPTION_NOT_SUPPORTED_ON_VIEW,
                "Cannot override a view's default collation",
                () -> view.find().collation(NUMERIC).first());
    }

    @Test
    void indexesFollowTheCollection() {
        collated(ANY_CASE);
        things.createIndex(Indexes.ascending("x"));
        things.createIndex(Indexes.ascending("y"), new IndexOptions().collation(SIMPLE));

        List<Document> indexes = things.listIndexes().into(new ArrayList<>());
        assertThat(indexes.get(0)).containsKey("collation");
        assertThat(indexes.get(1)).containsKey("collation");
        assertThat(indexes.get(2)).doesNotContainKey("collation");
    }

    @Test
    void aUniqueIndexFollowsItsCollation() {
        assumeThat(target.routed()).as("an index is unique within a shard").isFalse();
        things.createIndex(
                Indexes.ascending("x"), new IndexOptions().unique(true).collation(ANY_CASE));
        things.insertOne(new Document("x", "a"));

        assertRefused(DUPLICATE_KEY, () -> things.insertOne(new Document("x", "A")));
    }

    @Test
    void whatIsNoCollationIsRefused() {
        things.insertOne(new Document());

        assertRefused(
                BAD_VALUE,
                "Field 'locale' is invalid in: { locale: \"en_ZZ\" }. Did you mean 'en'?",
                () -> things.find()
                        .collation(Collation.builder().locale("en_ZZ").build())
                        .first());
        assertRefused(
                BAD_VALUE, () -> collated(Collation.builder().locale("none").build()));
    }

    @Test
    void keysOfShardsCompareByBytes() {
        assumeThat(target.routed()).isTrue();
        collated(ANY_CASE);
        Document shard = new Document("shardCollection", namespace("things")).append("key", new Document("x", 1));

        assertRefused(
                BAD_VALUE,
                "Must specify collation {locale: 'simple'}",
                () -> client.getDatabase("admin").runCommand(shard));
        Document other = new Document(shard).append("collation", new Document("locale", "en"));
        assertRefused(
                BAD_VALUE,
                "The collation for shardCollection must be {locale: 'simple'}",
                () -> client.getDatabase("admin").runCommand(other));
        Document simple = new Document(shard).append("collation", new Document("locale", "simple"));
        client.getDatabase("admin").runCommand(simple);
        things.insertMany(documents());
        assertThat(things.countDocuments(Filters.eq("x", "KEY7"))).isEqualTo(2);
    }
}
