package io.counterpoint.e2e.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import io.counterpoint.e2e.deployment.Fields;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Script;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * MongoDB's database tools, where a machine has them, and the commands that they send, everywhere. Source of the
 * latter: the tools' own sources ({@code mongodump}, {@code mongorestore}).
 */
@OnEveryTarget
final class MongoToolsTest extends TargetTest {
    private static final int DOCUMENTS = 300;
    private static final int DUPLICATE_KEY = 11_000;
    private static final int COMMAND_NOT_FOUND = 59;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    MongoToolsTest(Target target) {
        super(target);
    }

    @BeforeEach
    void fill() {
        database.runCommand(new Document("create", "orders").append("autoincrement", "id"));
        List<Document> orders = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            orders.add(new Document("n", i).append("what", "tea " + i));
        }
        orders().insertMany(orders);
        orders().createIndex(Indexes.descending("n"), new IndexOptions().name("byN"));
    }

    private MongoCollection<Document> orders() {
        return database.getCollection("orders");
    }

    private static void assumeTool(String name) {
        assumeThat(Script.isInstalled(name)).as("there is a program " + name).isTrue();
    }

    private void run(String... command) {
        List<String> whole = new ArrayList<>(List.of(command));
        whole.add(1, "--uri=" + target.uri());
        Script ran = Script.run(PATIENCE, folder, Map.of(), whole);
        assertThat(ran.status()).as("%s said: %s", whole, ran.printed()).isZero();
    }

    private void assertAllThere(MongoCollection<Document> copy) {
        assertThat(copy.find().into(new ArrayList<>()))
                .containsExactlyInAnyOrderElementsOf(orders().find().into(new ArrayList<>()));
    }

    @Test
    void dumpsAndRestoresAnArchive() {
        assumeTool("mongodump");
        assumeTool("mongorestore");
        String name = database.getName();
        String archive = "--archive=" + folder.resolve("dump.archive");
        run("mongodump", "--db=" + name, archive);
        run("mongorestore", archive, "--nsFrom=" + name + ".*", "--nsTo=" + name + "copy.*");
        assertCopied(client.getDatabase(name + "copy"));
    }

    @Test
    void dumpsAndRestoresAFolder() {
        assumeTool("mongodump");
        assumeTool("mongorestore");
        String name = database.getName();
        Path dump = folder.resolve("dump");
        run("mongodump", "--db=" + name, "--out=" + dump);
        run("mongorestore", "--nsFrom=" + name + ".*", "--nsTo=" + name + "copy.*", dump.toString());
        assertCopied(client.getDatabase(name + "copy"));
    }

    @Test
    void exportsAndImports() {
        assumeTool("mongoexport");
        assumeTool("mongoimport");
        Path file = folder.resolve("orders.json");
        run("mongoexport", "--db=" + database.getName(), "--collection=orders", "--out=" + file);
        run("mongoimport", "--db=" + database.getName(), "--collection=copy", "--file=" + file);
        assertAllThere(database.getCollection("copy"));
    }

    private void assertCopied(MongoDatabase copy) {
        MongoCollection<Document> copied = copy.getCollection("orders");
        assertAllThere(copied);
        assertThat(copied.listIndexes().into(new ArrayList<>()))
                .anySatisfy(index -> assertThat(index).containsEntry("name", "byN"));
        assertCountsOn(copied);
        copy.drop();
    }

    /** Every shard goes on behind its own highest number. */
    private void assertCountsOn(MongoCollection<Document> copied) {
        long before = copied.countDocuments();
        List<Document> more = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            more.add(new Document("more", i));
        }
        copied.insertMany(more);
        assertThat(copied.countDocuments()).isEqualTo(before + more.size());
        assertThat(copied.countDocuments(Filters.and(Filters.exists("more"), Filters.gt("id", 0))))
                .isEqualTo(more.size());
    }

    /** What {@code mongodump} asks for, and what {@code mongorestore} makes of it. */
    @Test
    void answersWhatTheToolsSend() {
        Document parameter = client.getDatabase("admin")
                .runCommand(new Document("getParameter", 1).append("featureCompatibilityVersion", 1));
        assertThat(parameter).containsKey("featureCompatibilityVersion");
        assertThat(client.listDatabaseNames().into(new ArrayList<>())).contains(database.getName());
        Document listed =
                database.listCollections().filter(Filters.eq("name", "orders")).first();
        assertThat(listed).isNotNull();
        List<Document> indexes = orders().listIndexes().into(new ArrayList<>());
        List<Document> dumped = database.runCommand(new Document("find", "orders")
                        .append("noCursorTimeout", true)
                        .append("batchSize", DOCUMENTS + 1))
                .get("cursor", Document.class)
                .getList("firstBatch", Document.class);
        assertThat(orders().estimatedDocumentCount()).isEqualTo(DOCUMENTS);

        MongoDatabase copy = client.getDatabase(database.getName() + "copy");
        Document create = new Document("create", "orders");
        create.putAll(listed.get("options", Document.class));
        copy.runCommand(create);
        copy.getCollection("orders")
                .insertMany(dumped, new InsertManyOptions().ordered(false).bypassDocumentValidation(true));
        for (Document index : indexes) {
            index.remove("v");
            index.append("ns", copy.getName() + ".orders");
        }
        copy.runCommand(new Document("createIndexes", "orders")
                .append("indexes", indexes)
                .append("ignoreUnknownIndexOptions", true));
        assertCopied(copy);
    }

    /** The rows of counters come with {@code admin}; those that are there already stay as they are. */
    @Test
    void counterRowsOfADumpDoNotMoveCountersBack() {
        MongoCollection<Document> counters = client.getDatabase("admin").getCollection("counters");
        String id = namespace("orders") + ".id";
        Document dumped = counters.find(Filters.eq("_id", id)).first();
        assertThat(dumped).isNotNull();
        orders().insertMany(List.of(new Document(), new Document(), new Document()));
        try {
            counters.insertMany(List.of(dumped), new InsertManyOptions().ordered(false));
            throw new AssertionError("the row was there already");
        } catch (MongoBulkWriteException duplicate) {
            assertThat(duplicate.getWriteErrors().get(0).getCode()).isEqualTo(DUPLICATE_KEY);
        }
        Document row = counters.find(Filters.eq("_id", id)).first();
        assertThat(Fields.number(row, "last")).isGreaterThanOrEqualTo(Fields.number(dumped, "last"));
        assertCountsOn(orders());
    }

    /** {@code --preserveUUID} and {@code --oplogReplay} need what a router of MongoDB does not have either. */
    @Test
    void refusesByNameWhatOnlyReplicaSetsHave() {
        try {
            client.getDatabase("admin").runCommand(new Document("applyOps", List.of()));
            throw new AssertionError("applyOps was answered");
        } catch (MongoCommandException refused) {
            assertThat(refused.getErrorCode()).isEqualTo(COMMAND_NOT_FOUND);
        }
    }
}
