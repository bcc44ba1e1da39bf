package io.counterpoint.e2e.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.Cluster;
import io.counterpoint.query.aggregate.flow.StageEntry;
import io.counterpoint.query.aggregate.stage.Stages;
import io.counterpoint.testkit.pipeline.RandomPipelines;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * However documents lie on the shards, a pipeline through the router gives what it gives over all of them on one shard
 * without a router, up to the order where none is promised. Random documents lie on one to four shards.
 */
final class PipelineDistributionTest {
    private static final int SHARD_COUNT = 4;
    private static final int SEED_COUNT = 10;

    /** Stages that tell of processes, not of documents, and those that are refused. */
    private static final List<String> WITHOUT_DOCUMENTS =
            List.of("$changeStream", "$currentOp", "$listLocalSessions", "$listSearchIndexes", "$listSessions");

    /** Stages that have a test of their own here. */
    private static final List<String> ON_THEIR_OWN =
            List.of("$collStats", "$documents", "$indexStats", "$merge", "$out");

    private static Cluster cluster;
    private static MongoClient router;
    private static MongoClient shard;
    private static Place sharded;
    private static Place whole;

    /** A database with the collections that pipelines read. */
    private record Place(MongoDatabase database) {
        MongoCollection<BsonDocument> documents() {
            return database.getCollection("documents", BsonDocument.class);
        }

        MongoCollection<BsonDocument> collection(String name) {
            return database.getCollection(name, BsonDocument.class);
        }

        void fill(List<BsonDocument> documents, List<BsonDocument> foreign) {
            replace(documents(), documents);
            replace(collection(RandomPipelines.FOREIGN), foreign);
        }

        static void replace(MongoCollection<BsonDocument> collection, List<BsonDocument> documents) {
            collection.deleteMany(new Document());
            if (!documents.isEmpty()) {
                collection.insertMany(
                        documents.stream().map(BsonDocument::clone).toList());
            }
        }

        List<String> results(List<BsonDocument> pipeline) {
            return texts(documents().aggregate(pipeline));
        }
    }

    @BeforeAll
    static void start() {
        cluster = Cluster.up(SHARD_COUNT).start();
        router = cluster.connect();
        shard = Clients.connect(cluster.shardUris().get(0));
        sharded = new Place(router.getDatabase("distributed"));
        whole = new Place(shard.getDatabase("whole"));
        router.getDatabase("admin")
                .runCommand(new Document("shardCollection", "distributed.documents")
                        .append("key", new Document("d", "hashed")));
    }

    @AfterAll
    static void stop() {
        router.close();
        shard.close();
        cluster.close();
    }

    @TestFactory
    List<DynamicTest> distributionDoesNotMatter() {
        return new RandomPipelines(new SeededRandom(0))
                .stageNames().stream()
                        .map(stage -> DynamicTest.dynamicTest(stage, () -> check(stage)))
                        .toList();
    }

    private static void check(String stage) {
        Seeds.run(PipelineDistributionTest.class, SEED_COUNT, random -> {
            fill(random);
            RandomPipelines generator = new RandomPipelines(random);
            List<BsonDocument> pipeline = generator.pipelineWith(stage);
            List<String> expected = whole.results(pipeline);
            List<String> actual = sharded.results(pipeline);
            if (generator.isOrdered()) {
                assertThat(actual).as("%s", pipeline).isEqualTo(expected);
            } else {
                assertThat(actual).as("%s", pipeline).containsExactlyInAnyOrderElementsOf(expected);
            }
        });
    }

    private static void fill(SeededRandom random) {
        List<BsonDocument> documents = new RandomPipelines(random).documents();
        List<BsonDocument> foreign = new RandomPipelines(random).documents();
        sharded.fill(documents, foreign);
        whole.fill(documents, foreign);
    }

    @Test
    void outReplacesTheTargetAlike() {
        Seeds.run(PipelineDistributionTest.class, SEED_COUNT, random -> {
            fill(random);
            List<BsonDocument> pipeline =
                    stages("{$match: {a: {$ne: 3}}}, {$set: {n: {$add: ['$a', 1]}}}, {$out: 'out'}");
            for (Place place : List.of(sharded, whole)) {
                place.documents().aggregate(pipeline).toCollection();
            }
            assertThat(written(sharded, "out")).isEqualTo(written(whole, "out"));
        });
    }

    @Test
    void mergeChangesTheTargetAlike() {
        Seeds.run(PipelineDistributionTest.class, 2 * SEED_COUNT, random -> {
            fill(random);
            String matched = random.pick(
                    List.of("'replace'", "'merge'", "'keepExisting'", "[{$set: {b: {$add: ['$b', '$$new.b']}}}]"));
            // To keep what is there and to discard the rest would change nothing, and is refused.
            String unmatched =
                    matched.equals("'keepExisting'") ? "'insert'" : random.pick(List.of("'insert'", "'discard'"));
            List<BsonDocument> pipeline = stages("{$match: {a: {$ne: 3}}}, {$project: {a: 1, b: 1}}, {$merge: {into: '"
                    + RandomPipelines.FOREIGN + "', whenMatched: " + matched + ", whenNotMatched: " + unmatched
                    + "}}");
            for (Place place : List.of(sharded, whole)) {
                place.documents().aggregate(pipeline).toCollection();
            }
            assertThat(written(sharded, RandomPipelines.FOREIGN)).isEqualTo(written(whole, RandomPipelines.FOREIGN));
        });
    }

    @Test
    void documentsOfAPipelineAreTheSame() {
        List<BsonDocument> pipeline = stages("{$documents: [{a: 1}, {a: 2}]}, {$match: {a: {$gt: 1}}}");
        assertThat(texts(sharded.database().aggregate(pipeline, BsonDocument.class)))
                .isEqualTo(texts(whole.database().aggregate(pipeline, BsonDocument.class)));
    }

    @Test
    void statisticsAddUp() {
        fill(new SeededRandom(1));
        List<BsonDocument> counts = stages("{$collStats: {count: {}}}, {$group: {_id: null, n: {$sum: '$count'}}}");
        assertThat(sharded.results(counts)).isEqualTo(whole.results(counts));
        List<BsonDocument> indexes = stages("{$indexStats: {}}, {$group: {_id: '$name'}}, {$match: {_id: '_id_'}}");
        assertThat(sharded.results(indexes)).isEqualTo(whole.results(indexes));
    }

    @Test
    void everyStageIsLookedAt() {
        TreeSet<String> seen = new TreeSet<>(new RandomPipelines(new SeededRandom(0)).stageNames());
        seen.addAll(ON_THEIR_OWN);
        seen.addAll(WITHOUT_DOCUMENTS);
        assertThat(seen)
                .containsExactlyElementsOf(Stages.entries().stream()
                        .map(StageEntry::name)
                        .filter(name -> !name.startsWith("$_"))
                        .sorted()
                        .toList());
    }

    private static List<String> written(Place place, String collection) {
        return texts(place.collection(collection).find().sort(Sorts.ascending("_id")));
    }

    private static List<String> texts(Iterable<BsonDocument> documents) {
        List<String> texts = new ArrayList<>();
        documents.forEach(document -> texts.add(document.toJson()));
        return texts;
    }

    private static List<BsonDocument> stages(String json) {
        return BsonDocument.parse("{stages: [" + json + "]}").getArray("stages").stream()
                .map(stage -> stage.asDocument())
                .toList();
    }
}
