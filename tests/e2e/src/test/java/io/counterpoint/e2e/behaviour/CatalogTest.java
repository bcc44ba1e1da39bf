package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.RenameCollectionOptions;
import io.counterpoint.e2e.deployment.Fields;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

@OnEveryTarget
final class CatalogTest extends TargetTest {
    private static final int NAMESPACE_NOT_FOUND = 26;
    private static final int NAMESPACE_EXISTS = 48;
    private static final int UNKNOWN_FIELD = 40415;

    CatalogTest(Target target) {
        super(target);
    }

    private List<String> collections() {
        List<String> names = database.listCollectionNames().into(new ArrayList<>());
        names.sort(null);
        return names;
    }

    @Test
    void createdCollectionsAreListedUntilTheyAreDropped() {
        database.createCollection("a");
        database.getCollection("b").insertOne(new Document());

        assertThat(collections()).containsExactly("a", "b");
        assertThat(client.listDatabaseNames().into(new ArrayList<>())).contains(database.getName());
        database.getCollection("a").drop();
        assertThat(collections()).containsExactly("b");
        database.drop();
        assertThat(collections()).isEmpty();
        assertThat(client.listDatabaseNames().into(new ArrayList<>())).doesNotContain(database.getName());
    }

    @Test
    void listedCollectionsHaveTheirTypeAndIdentity() {
        database.createCollection("a", new CreateCollectionOptions());

        Document listed =
                database.listCollections().filter(new Document("name", "a")).first();

        assertThat(listed).isNotNull();
        assertThat(listed.getString("type")).isEqualTo("collection");
        assertThat(listed.get("info", Document.class).get("readOnly")).isEqualTo(false);
        assertThat(listed.get("info", Document.class).get("uuid")).isNotNull();
        assertThat(listed.get("idIndex", Document.class).getString("name")).isEqualTo("_id_");
    }

    @Test
    void createOfWhatIsThereIsRefused() {
        database.createCollection("a");

        // The same options again are no change, which MongoDB answers with ok.
        database.createCollection("a");
        assertRefused(
                NAMESPACE_EXISTS, () -> database.runCommand(new Document("create", "a").append("autoincrement", "id")));
    }

    /** As tools that restore collections do. */
    @Test
    void theIndexOnIdMayBeNamed() {
        Document create = Document.parse("{create: 'a', idIndex: {v: 2, key: {_id: 1}, name: '_id_'}}");
        database.runCommand(create);
        database.runCommand(create);
        assertThat(database.listCollections().first().get("options", Document.class))
                .isEmpty();
        assertRefused(
                2, () -> database.runCommand(Document.parse("{create: 'b', idIndex: {key: {a: 1}, name: 'a_1'}}")));
        assertThat(collections()).containsExactly("a");
    }

    @Test
    void anUnknownOptionOfCreateMakesNothing() {
        assertRefused(
                UNKNOWN_FIELD,
                "BSON field 'create.colour' is an unknown field.",
                () -> database.runCommand(new Document("create", "a").append("colour", "red")));
        assertThat(collections()).isEmpty();
    }

    @Test
    void dropOfNothingIsFine() {
        database.getCollection("nothing").drop();
        database.drop();
    }

    @Test
    void renameTakesDocumentsAndIndexesAlong() {
        things.insertMany(List.of(new Document("_id", 1), new Document("_id", 2), new Document("_id", 3)));
        things.createIndex(Indexes.ascending("a"));

        things.renameCollection(new MongoNamespace(database.getName(), "renamed"));

        assertThat(collections()).containsExactly("renamed");
        assertThat(database.getCollection("renamed").countDocuments()).isEqualTo(3);
        assertThat(database.getCollection("renamed").listIndexes().into(new ArrayList<>()))
                .hasSize(2);
    }

    @Test
    void renameOntoWhatIsThereNeedsToBeAskedFor() {
        things.insertOne(new Document("_id", 1));
        database.getCollection("other").insertOne(new Document("_id", 2));
        MongoNamespace other = new MongoNamespace(database.getName(), "other");

        assertRefused(NAMESPACE_EXISTS, "target namespace exists", () -> things.renameCollection(other));
        things.renameCollection(other, new RenameCollectionOptions().dropTarget(true));

        assertThat(collections()).containsExactly("other");
        assertThat(database.getCollection("other").find().first()).isEqualTo(new Document("_id", 1));
    }

    @Test
    void renameOfNothingIsRefused() {
        assertRefused(
                NAMESPACE_NOT_FOUND, () -> things.renameCollection(new MongoNamespace(database.getName(), "other")));
    }

    @Test
    void statisticsCountDocuments() {
        things.insertMany(List.of(new Document(), new Document(), new Document()));
        things.createIndex(Indexes.ascending("a"));

        Document ofDatabase = database.runCommand(new Document("dbStats", 1));
        Document ofCollection = database.runCommand(new Document("collStats", "things"));

        assertThat(Fields.number(ofDatabase, "objects")).isEqualTo(3);
        assertThat(Fields.number(ofDatabase, "collections")).isEqualTo(1);
        assertThat(Fields.number(ofCollection, "count")).isEqualTo(3);
        assertThat(Fields.number(ofCollection, "nindexes")).isEqualTo(2);
        assertThat(ofCollection.getString("ns")).isEqualTo(namespace("things"));
    }

    @Test
    void namesOnlyAsksForLess() {
        database.createCollection("a");

        Document reply = database.runCommand(new Document("listCollections", 1).append("nameOnly", true));

        assertThat(reply.get("cursor", Document.class).getList("firstBatch", Document.class))
                .containsExactly(new Document("name", "a").append("type", "collection"));
    }

    @Test
    void aTopologyThatDriversUnderstand() {
        Document hello = database.runCommand(new Document("hello", 1));

        assertThat(hello.getBoolean("isWritablePrimary")).isTrue();
        assertThat(hello.getInteger("maxWireVersion")).isEqualTo(25);
        assertThat(hello.getInteger("maxBsonObjectSize")).isEqualTo(16 * 1024 * 1024);
        assertThat(hello.getInteger("maxMessageSizeBytes")).isEqualTo(48_000_000);
        assertThat(hello.getInteger("maxWriteBatchSize")).isEqualTo(100_000);
        assertThat(hello.getInteger("logicalSessionTimeoutMinutes")).isEqualTo(30);
        assertThat(hello.getString("msg")).isEqualTo(target.routed() ? "isdbgrid" : hello.getString("msg"));
    }
}
