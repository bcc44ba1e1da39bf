package io.counterpoint.query.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.CollatedCases;
import io.counterpoint.query.QueryContext;
import io.counterpoint.testkit.golden.GoldenFiles;
import io.counterpoint.testkit.seed.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * The cases of {@code golden/stage}: a {@code pipeline} over the documents of {@code input}, other collections in
 * {@code collections}. The result is what comes out, or with {@code target} what that collection holds afterwards.
 *
 * <p>Each case also runs split over three shards and must give the same documents, in any order; {@code "sharded": "why
 * not"} excepts a case whose result depends on the order of its input.
 */
final class StageGoldenTest {
    private static final int SHARD_COUNT = 3;

    @TestFactory
    List<DynamicNode> golden() {
        return GoldenFiles.tests("stage", StageGoldenTest::run);
    }

    private static BsonValue run(BsonDocument input) {
        QueryContext query = CollatedCases.context(
                new QueryContext(input.getDocument("let", new BsonDocument()), 1_704_164_645_678L, new SeededRandom(1)),
                input);
        BsonArray stages = input.getArray("pipeline");
        Pipeline pipeline = Pipeline.parse(stages, query);
        List<BsonDocument> documents = new ArrayList<>();
        input.getArray("input", new BsonArray()).forEach(document -> documents.add(document.asDocument()));

        MemoryEnvironment whole = environment(input, query);
        whole.collection("c").addAll(documents);
        List<BsonDocument> results = ShardedRun.drain(pipeline.run(whole.scan("c"), whole.context("c")));
        assertThat(whole.openCount()).as("iterators left open").isZero();

        MemoryEnvironment optimized = environment(input, query);
        optimized.collection("c").addAll(documents);
        List<BsonDocument> optimizedResults =
                ShardedRun.drain(pipeline.optimized().run(optimized.scan("c"), optimized.context("c")));
        if (!input.containsKey("random")) {
            assertThat(optimizedResults).as("optimized").isEqualTo(results);
        }

        if (!input.containsKey("sharded")) {
            MemoryEnvironment sharded = environment(input, query);
            sharded.collection("c").addAll(documents);
            List<BsonDocument> shardedResults = new ShardedRun(sharded, query).run(pipeline, deal(documents));
            assertThat(texts(shardedResults)).as("over shards").containsExactlyInAnyOrderElementsOf(texts(results));
            assertThat(sharded.openCount()).as("iterators left open").isZero();
        }
        List<BsonDocument> shown = input.containsKey("target")
                ? whole.collection(input.getString("target").getValue())
                : results;
        return new BsonArray(shown.stream().map(BsonBytes::tree).toList());
    }

    private static MemoryEnvironment environment(BsonDocument input, QueryContext query) {
        MemoryEnvironment environment = new MemoryEnvironment(query);
        input.getDocument("collections", new BsonDocument())
                .forEach((name, documents) -> documents
                        .asArray()
                        .forEach(document -> environment.collection(name).add(document.asDocument())));
        return environment;
    }

    private static List<List<BsonDocument>> deal(List<BsonDocument> documents) {
        List<List<BsonDocument>> shards = new ArrayList<>();
        for (int i = 0; i < SHARD_COUNT; i++) {
            shards.add(new ArrayList<>());
        }
        for (int i = 0; i < documents.size(); i++) {
            shards.get(i * 7 % SHARD_COUNT).add(documents.get(i));
        }
        return shards;
    }

    private static List<String> texts(List<BsonDocument> documents) {
        return documents.stream()
                .map(document -> BsonBytes.tree(document).toJson())
                .toList();
    }
}
