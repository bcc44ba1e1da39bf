package io.counterpoint.query.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/**
 * Random pipelines over random documents: running the halves of a split, or an optimized pipeline, or the rest after a
 * planner's prefix, equals running the whole.
 */
final class PipelineSplitPropertyTest {
    private static final int SEED_COUNT = 1_000;

    private final QueryContext query = QueryContext.plain();
    private final MemoryEnvironment environment = new MemoryEnvironment(query);

    @Test
    void splitEqualsWhole() {
        Seeds.run(PipelineSplitPropertyTest.class, SEED_COUNT, random -> {
            RandomPipelines generator = new RandomPipelines(random);
            List<BsonDocument> documents = generator.documents();
            Pipeline pipeline = Pipeline.parse(generator.pipeline(), query);
            List<BsonDocument> split = new ShardedRun(environment, query).run(pipeline, deal(documents, random));
            assertSame(split, run(pipeline, documents), pipeline, generator.isOrdered());
        });
    }

    @Test
    void optimizedEqualsWhole() {
        Seeds.run(PipelineSplitPropertyTest.class, SEED_COUNT, random -> {
            RandomPipelines generator = new RandomPipelines(random);
            List<BsonDocument> documents = generator.documents();
            Pipeline pipeline = Pipeline.parse(generator.pipeline(), query);
            assertSame(run(pipeline.optimized(), documents), run(pipeline, documents), pipeline, true);
        });
    }

    @Test
    void plannedPrefixAndRestEqualWhole() {
        Seeds.run(PipelineSplitPropertyTest.class, SEED_COUNT, random -> {
            RandomPipelines generator = new RandomPipelines(random);
            List<BsonDocument> documents = generator.documents();
            Pipeline pipeline = Pipeline.parse(generator.pipeline(), query);
            PipelinePrefix prefix = pipeline.prefix();
            List<BsonDocument> planned = documents.stream()
                    .filter(document ->
                            prefix.filter() == null || prefix.filter().matches(document))
                    .toList();
            List<BsonDocument> whole = run(pipeline, documents);
            assertSame(run(pipeline.after(prefix.stagesAfterFilter()), planned), whole, pipeline, true);
            if (prefix.sort() != null) {
                List<BsonDocument> sorted = planned.stream()
                        .sorted(prefix.sort().comparator())
                        .limit(prefix.limit().orElse(Long.MAX_VALUE))
                        .toList();
                assertSame(run(pipeline.after(prefix.stagesAfterSort()), sorted), whole, pipeline, true);
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
