package io.counterpoint.query.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.testkit.pipeline.RandomPipelines;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Random pipelines over random documents: running the halves of a split, or an optimized pipeline, or the rest after a
 * planner's prefix, equals running the whole.
 */
final class PipelineSplitPropertyTest {
    private static final int SEED_COUNT = 1_000;
    private static final int SEED_COUNT_OF_STAGE = 200;

    private final QueryContext query = new QueryContext(new BsonDocument(), 0, new SeededRandom(1));
    private final MemoryEnvironment environment = new MemoryEnvironment(query);

    @Test
    void splitEqualsWhole() {
        Seeds.run(PipelineSplitPropertyTest.class, SEED_COUNT, random -> {
            RandomPipelines generator = generator(random);
            List<BsonDocument> documents = generator.documents();
            Pipeline pipeline = Pipeline.parse(generator.pipeline(), query);
            List<BsonDocument> split = new ShardedRun(environment, query).run(pipeline, deal(documents, random));
            assertSame(split, run(pipeline, documents), pipeline, generator.isOrdered());
        });
    }

    @TestFactory
    List<DynamicTest> splitEqualsWholeForEveryStage() {
        return new RandomPipelines(new SeededRandom(0))
                .stageNames().stream()
                        .map(stage -> DynamicTest.dynamicTest(stage, () -> splitEqualsWhole(stage)))
                        .toList();
    }

    private void splitEqualsWhole(String stage) {
        Seeds.run(PipelineSplitPropertyTest.class, SEED_COUNT_OF_STAGE, random -> {
            RandomPipelines generator = generator(random);
            List<BsonDocument> documents = generator.documents();
            Pipeline pipeline = Pipeline.parse(generator.pipelineWith(stage), query);
            List<BsonDocument> split = new ShardedRun(environment, query).run(pipeline, deal(documents, random));
            assertSame(split, run(pipeline, documents), pipeline, generator.isOrdered());
        });
    }

    /** With documents for joins to find. */
    private RandomPipelines generator(SeededRandom random) {
        List<BsonDocument> foreign = environment.collection(RandomPipelines.FOREIGN);
        foreign.clear();
        foreign.addAll(new RandomPipelines(random).documents());
        return new RandomPipelines(random);
    }

    @Test
    void optimizedEqualsWhole() {
        Seeds.run(PipelineSplitPropertyTest.class, SEED_COUNT, random -> {
            RandomPipelines generator = generator(random);
            List<BsonDocument> documents = generator.documents();
            Pipeline pipeline = Pipeline.parse(generator.pipeline(), query);
            assertSame(
                    run(pipeline.optimized(), documents), run(pipeline, documents), pipeline, repeatsOrder(pipeline));
        });
    }

    @Test
    void plannedPrefixAndRestEqualWhole() {
        Seeds.run(PipelineSplitPropertyTest.class, SEED_COUNT, random -> {
            RandomPipelines generator = generator(random);
            List<BsonDocument> documents = generator.documents();
            Pipeline pipeline = Pipeline.parse(generator.pipeline(), query);
            PipelinePrefix prefix = pipeline.prefix();
            List<BsonDocument> planned = documents.stream()
                    .filter(document ->
                            prefix.filter() == null || prefix.filter().matches(document))
                    .toList();
            List<BsonDocument> whole = run(pipeline, documents);
            assertSame(
                    run(pipeline.after(prefix.stagesAfterFilter()), planned), whole, pipeline, repeatsOrder(pipeline));
            if (prefix.sort() != null) {
                List<BsonDocument> sorted = planned.stream()
                        .sorted(prefix.sort().comparator())
                        .limit(prefix.limit().orElse(Long.MAX_VALUE))
                        .toList();
                assertSame(
                        run(pipeline.after(prefix.stagesAfterSort()), sorted), whole, pipeline, repeatsOrder(pipeline));
            }
        });
    }

    private List<BsonDocument> run(Pipeline pipeline, List<BsonDocument> documents) {
        return ShardedRun.drain(pipeline.run(DocumentIterator.over(documents), environment.context("c")));
    }

    private static List<List<BsonDocument>> deal(List<BsonDocument> documents, SeededRandom random) {
        List<List<BsonDocument>> shards = new ArrayList<>();
        for (int i = random.between(1, 4); i > 0; i--) {
            shards.add(new ArrayList<>());
        }
        for (BsonDocument document : documents) {
            random.pick(shards).add(document);
        }
        return shards;
    }

    /** Over the same documents in one place every stage but one gives the same order again, promised or not. */
    private static boolean repeatsOrder(Pipeline pipeline) {
        return pipeline.stages().stream().noneMatch(stage -> stage.name().equals("$sample"));
    }

    private static void assertSame(
            List<BsonDocument> actual, List<BsonDocument> expected, Pipeline pipeline, boolean ordered) {
        if (ordered) {
            assertThat(texts(actual)).as("%s", pipeline).isEqualTo(texts(expected));
        } else {
            assertThat(texts(actual)).as("%s", pipeline).containsExactlyInAnyOrderElementsOf(texts(expected));
        }
    }

    private static List<String> texts(List<BsonDocument> documents) {
        return documents.stream()
                .map(document -> BsonBytes.tree(document).toJson())
                .toList();
    }
}
