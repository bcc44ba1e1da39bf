package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.RenameCollectionOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Views over a collection that is spread over all shards. */
@OnEveryTarget
final class ViewTest extends TargetTest {
    private static final int GRAPH_CONTAINS_CYCLE = 5;
    private static final int NAMESPACE_EXISTS = 48;
    private static final int COMMAND_NOT_SUPPORTED_ON_VIEW = 166;
    private static final int OPTION_NOT_SUPPORTED_ON_VIEW = 167;
    private static final int INVALID_PIPELINE_OPERATOR = 168;
    private static final String NO_COLLECTION = "is a view, not a collection";

    ViewTest(Target target) {
        super(target);
    }

    @BeforeEach
    void fill() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            documents.add(new Document("_id", i).append("n", i).append("even", i % 2 == 0));
        }
        things.insertMany(documents);
        database.createView("even", "things", List.of(Aggregates.match(Filters.eq("even", true))));
        database.createView("tens", "even", List.of(Aggregates.match(Filters.mod("n", 10, 0))));
    }

    private MongoCollection<Document> view(String name) {
        return database.getCollection(name);
    }

    @Test
    void listsViews() {
        Document listed =
                database.listCollections().filter(Filters.eq("name", "tens")).first();
        assertThat(listed)
                .isEqualTo(
                        Document.parse(
                                "{name: 'tens', type: 'view', options: {viewOn: 'even',"
                                        + " pipeline: [{$match: {n: {$mod: [{$numberLong: '10'}, {$numberLong: '0'}]}}}]}, info: {readOnly: true}}"));
        assertThat(database.listCollectionNames()).containsExactlyInAnyOrder("things", "even", "tens");
    }

    @Test
    void readsThrough() {
        assertThat(view("tens")
                        .find(Filters.gte("n", 10))
                        .sort(Sorts.descending("n"))
                        .limit(2))
                .extracting(document -> document.getInteger("_id"))
                .containsExactly(30, 20);
        assertThat(view("even").find().batchSize(3)).hasSize(20);
        assertThat(view("tens").countDocuments()).isEqualTo(4);
        assertThat(view("even").estimatedDocumentCount()).isEqualTo(20);
        assertThat(view("tens").distinct("n", Integer.class)).containsExactly(0, 10, 20, 30);
        assertThat(view("even").aggregate(List.of(Aggregates.group(null, Accumulators.sum("n", "$n")))))
                .containsExactly(Document.parse("{_id: null, n: 380}"));
        assertRefused(
                INVALID_PIPELINE_OPERATOR,
                () -> view("even").find().showRecordId(true).first());
    }

    @Test
    void isJoined() {
        assertThat(things.aggregate(List.of(
                        Aggregates.match(Filters.eq("n", 20)),
                        Aggregates.lookup("tens", "n", "n", "found"),
                        Aggregates.unionWith("tens", List.of(Aggregates.match(Filters.eq("n", 30)))),
                        Aggregates.sort(Sorts.ascending("n")))))
                .containsExactly(
                        Document.parse("{_id: 20, n: 20, even: true, found: [{_id: 20, n: 20, even: true}]}"),
                        Document.parse("{_id: 30, n: 30, even: true}"));
        assertThat(view("tens")
                        .aggregate(List.of(
                                Aggregates.match(Filters.eq("n", 10)),
                                Aggregates.graphLookup("even", "$n", "none", "n", "found"))))
                .extracting(
                        document -> document.getList("found", Document.class).size())
                .containsExactly(1);
    }

    @Test
    void readsInTransactions() {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            things.insertOne(session, new Document("_id", 100).append("n", 100).append("even", true));
            assertThat(view("tens").countDocuments(session)).isEqualTo(5);
            assertThat(view("tens").countDocuments()).isEqualTo(4);
            session.abortTransaction();
        }
    }

    @Test
    void refusesWrites() {
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW, NO_COLLECTION, () -> view("even").insertOne(new Document()));
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                NO_COLLECTION,
                () -> view("even").updateMany(Filters.empty(), Updates.set("a", 1)));
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW, NO_COLLECTION, () -> view("even").deleteOne(Filters.eq("_id", 2)));
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                NO_COLLECTION,
                () -> view("even").findOneAndDelete(Filters.eq("_id", 2)));
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                NO_COLLECTION,
                () -> things.aggregate(List.of(Aggregates.out("even"))).toCollection());
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                NO_COLLECTION,
                () -> things.aggregate(List.of(Aggregates.merge("even"))).toCollection());
        assertThat(things.countDocuments()).isEqualTo(40);
    }

    @Test
    void refusesWhatOnlyCollectionsHave() {
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                "Cannot create indexes on a view",
                () -> view("even").createIndex(Indexes.ascending("n")));
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                "Cannot drop indexes on view",
                () -> view("even").dropIndexes());
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                NO_COLLECTION,
                () -> view("even").listIndexes().first());
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                NO_COLLECTION,
                () -> database.runCommand(Document.parse("{collStats: 'even'}")));
        String name = database.getName();
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                "cannot rename view: " + name + ".even",
                () -> view("even").renameCollection(new MongoNamespace(name, "odd")));
        assertRefused(
                NAMESPACE_EXISTS,
                "a view already exists with that name: " + name + ".even",
                () -> things.renameCollection(
                        new MongoNamespace(name, "even"), new RenameCollectionOptions().dropTarget(true)));
    }

    @Test
    void refusesDefinitionsThatAreNone() {
        assertRefused(
                OPTION_NOT_SUPPORTED_ON_VIEW,
                "because it writes to disk",
                () -> database.createView("bad", "things", List.of(Aggregates.out("x"))));
        assertRefused(GRAPH_CONTAINS_CYCLE, "View cycle detected", () -> database.createView("bad", "bad", List.of()));
        assertRefused(NAMESPACE_EXISTS, () -> database.createView("things", "even", List.of()));
        assertRefused(NAMESPACE_EXISTS, () -> database.createView("even", "things", List.of()));
        assertThat(database.listCollectionNames()).doesNotContain("bad");
    }

    @Test
    void isChangedAndDropped() {
        database.runCommand(Document.parse("{collMod: 'even', viewOn: 'things', pipeline: [{$match: {even: false}}]}"));
        assertThat(view("tens").countDocuments()).isZero();
        assertThat(view("even").countDocuments()).isEqualTo(20);
        assertRefused(
                GRAPH_CONTAINS_CYCLE,
                () -> database.runCommand(Document.parse("{collMod: 'even', viewOn: 'tens', pipeline: []}")));

        view("even").drop();
        assertThat(view("even").find()).isEmpty();
        assertThat(view("tens").find()).isEmpty();
        view("even").insertOne(new Document("_id", 1).append("n", 50));
        assertThat(view("tens").find())
                .extracting(document -> document.get("n"))
                .containsExactly(50);
    }

    @Test
    void explainsThePipeline() {
        Document explained = database.runCommand(
                Document.parse("{explain: {find: 'tens', filter: {n: 10}}, verbosity: 'queryPlanner'}"));
        assertThat(explained.toJson()).contains(database.getName() + ".things", "$mod");
        assertRefused(
                COMMAND_NOT_SUPPORTED_ON_VIEW,
                () -> database.runCommand(Document.parse("{explain: {delete: 'tens', deletes: [{q: {}, limit: 1}]}}")));
    }
}
