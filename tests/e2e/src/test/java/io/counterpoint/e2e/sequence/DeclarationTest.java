package io.counterpoint.e2e.sequence;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import io.counterpoint.e2e.deployment.Fields;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Section 1.1 of the contract: declaring. */
@OnEveryTarget
final class DeclarationTest extends SequenceTest {
    private static final int BAD_VALUE = 2;
    private static final int TYPE_MISMATCH = 14;
    private static final int INVALID_OPTIONS = 72;

    DeclarationTest(Target target) {
        super(target);
    }

    private List<Document> rowsOfDatabase(MongoClient of) {
        return of.getDatabase("admin")
                .getCollection("counters")
                .find(Filters.regex("collection", "^" + database.getName() + "\\."))
                .into(new ArrayList<>());
    }

    private static Document row(String collection, String field, int last) {
        return new Document("_id", collection + "." + field)
                .append("collection", collection)
                .append("field", field)
                .append("last", last);
    }

    private List<Document> indexesOn(String collection, String field) {
        List<Document> found = new ArrayList<>();
        database.getCollection(collection).listIndexes().forEach(index -> {
            if (new Document(field, 1).equals(index.get("key"))) {
                found.add(index);
            }
        });
        return found;
    }

    @Test
    void createTakesOneNameOrAList() {
        create("one", "id");
        create("two", List.of("id", "ticket"));

        assertThat(last("one", "id")).isZero();
        assertThat(last("two", "id")).isZero();
        assertThat(last("two", "ticket")).isZero();
    }

    static Stream<Arguments> badNames() {
        return Stream.of(
                arguments("", BAD_VALUE),
                arguments("a.b", BAD_VALUE),
                arguments("$id", BAD_VALUE),
                arguments("a\0b", BAD_VALUE),
                arguments("_id", BAD_VALUE),
                arguments(List.of(), BAD_VALUE),
                arguments(List.of("id", "id"), BAD_VALUE),
                arguments(List.of("id", "a.b"), BAD_VALUE),
                arguments(7, TYPE_MISMATCH),
                arguments(true, TYPE_MISMATCH),
                arguments(List.of("id", 5), TYPE_MISMATCH));
    }

    @ParameterizedTest
    @MethodSource("badNames")
    void anythingElseIsRefusedBeforeAnythingIsCreated(Object name, int code) {
        assertRefused(code, "autoincrement", () -> create(name));

        assertThat(database.listCollectionNames().into(new ArrayList<>())).isEmpty();
        assertThat(rowsOfDatabase(client)).isEmpty();
    }

    @Test
    void createWritesTheRowInItsKeyOrderOnEveryShard() {
        create("id");

        for (MongoClient shard : target.shards()) {
            List<Document> rows = rowsOfDatabase(shard);
            assertThat(rows).containsExactly(row(namespace("things"), "id", 0));
            assertThat(List.copyOf(rows.get(0).keySet())).containsExactly("_id", "collection", "field", "last");
        }
    }

    @Test
    void createMakesAUniqueIndex() {
        create(List.of("id", "ticket"));

        assertThat(indexesOn("things", "id"))
                .singleElement()
                .satisfies(index -> assertThat(index.getBoolean("unique")).isTrue());
        assertThat(indexesOn("things", "ticket")).hasSize(1);
        assertThat(things.listIndexes().into(new ArrayList<>())).hasSize(3);
    }

    @Test
    void anIndexThatCoversExactlyThatFieldIsNotDoubled() {
        createPlain("things");
        things.createIndex(
                Indexes.ascending("id"), new IndexOptions().name("mine").unique(!target.routed()));

        database.runCommand(new Document("collMod", "things").append("autoincrement", "id"));

        assertThat(indexesOn("things", "id"))
                .singleElement()
                .satisfies(index -> assertThat(index.getString("name")).isEqualTo("mine"));
        insert(1);
        assertThat(id(1)).isEqualTo(1);
    }

    @Test
    void theIdOfTheDocumentStaysAnObjectId() {
        create("id");
        // A command of its own, since the driver's helper would make the _id before it sends.
        database.runCommand(new Document("insert", "things").append("documents", List.of(document(1))));

        assertThat(value(1, "_id")).isInstanceOf(ObjectId.class);
    }

    @Test
    void listCollectionsShowsTheOption() {
        create("one", "id");
        create("two", List.of("id", "ticket"));

        assertThat(optionOf("one")).isIn("id", List.of("id"));
        assertThat(optionOf("two")).isEqualTo(List.of("id", "ticket"));
    }

    private Object optionOf(String collection) {
        Document listed = database.listCollections()
                .filter(new Document("name", collection))
                .first();
        assertThat(listed).isNotNull();
        return Fields.value(listed.get("options", Document.class), "autoincrement");
    }

    @Test
    void collModStartsAtTheHighestNumberStored() {
        createPlain("things");
        things.insertMany(List.of(document(1, "id", 7), document(2, "id", 41), document(3, "id", 12)));

        database.runCommand(new Document("collMod", "things").append("autoincrement", "id"));

        assertThat(last()).isEqualTo(41);
        insert(4);
        assertThat(id(4)).isEqualTo(42);
        assertThat(optionOf("things")).isIn("id", List.of("id"));
    }

    @Test
    void collModNumbersDocumentsWithoutTheFieldInTheOrderOfTheirIds() {
        createPlain("things");
        things.insertMany(List.of(
                document(1).append("_id", "c"),
                document(2).append("_id", "a"),
                document(3, "id", 10).append("_id", "d"),
                document(4).append("_id", "b")));

        database.runCommand(
                new Document("collMod", "things").append("autoincrement", "id").append("backfill", true));

        assertThat(List.of(id(2), id(4), id(1))).isEqualTo(List.of(11, 12, 13));
        assertThat(id(3)).isEqualTo(10);
        assertThat(last()).isEqualTo(13);
    }

    @Test
    void collModIsRefusedIfTwoDocumentsLackTheField() {
        createPlain("things");
        things.insertMany(List.of(document(1), document(2), document(3, "id", 5)));

        assertRefused(
                INVALID_OPTIONS,
                "backfill",
                () -> database.runCommand(new Document("collMod", "things").append("autoincrement", "id")));

        assertThat(rowsOfDatabase(client)).isEmpty();
        assertThat(indexesOn("things", "id")).isEmpty();
        insert(4);
        assertThat(id(4)).isNull();
    }

    @Test
    void collModAcceptsOneDocumentWithoutTheField() {
        createPlain("things");
        things.insertMany(List.of(document(1), document(2, "id", 5)));

        database.runCommand(new Document("collMod", "things").append("autoincrement", "id"));

        assertThat(id(1)).isNull();
        assertThat(last()).isEqualTo(5);
    }

    @Test
    void dropRemovesTheRowsOnEveryShard() {
        create(List.of("id", "ticket"));
        create("other", "id");
        insert(1);

        things.drop();

        for (MongoClient shard : target.shards()) {
            assertThat(rowsOfDatabase(shard)).containsExactly(row(namespace("other"), "id", 0));
        }
    }

    @Test
    void dropDatabaseRemovesTheRowsOnEveryShard() {
        create("id");
        create("other", "id");

        database.drop();

        for (MongoClient shard : target.shards()) {
            assertThat(rowsOfDatabase(shard)).isEmpty();
        }
    }

    @Test
    void renameCarriesTheRowsOnEveryShard() {
        create("id");
        insert(1, 2);

        things.renameCollection(new MongoNamespace(database.getName(), "renamed"));

        assertThat(row("things", "id")).isNull();
        assertThat(row("renamed", "id")).isEqualTo(row(namespace("renamed"), "id", 2));
        for (MongoClient shard : target.shards()) {
            assertThat(rowsOfDatabase(shard))
                    .singleElement()
                    .satisfies(row -> assertThat(row.getString("collection")).isEqualTo(namespace("renamed")));
        }
        things = database.getCollection("renamed");
        insert(3);
        assertThat(id(3)).isEqualTo(3);
    }

    @Test
    void dropCreateInsertGivesOne() {
        create("id");
        insert(1, 2, 3);
        things.drop();

        create("id");
        insert(4);

        assertThat(id(4)).isEqualTo(1);
    }

    @Test
    void aDatabaseThatWasDroppedStartsAnew() {
        create("id");
        insert(1, 2);
        database.drop();

        create("id");
        insert(3);

        assertThat(id(3)).isEqualTo(1);
    }
}
