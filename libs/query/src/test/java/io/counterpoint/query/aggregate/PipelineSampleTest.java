package io.counterpoint.query.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.json.ExtendedJson;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.aggregate.flow.DocumentIterator;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

final class PipelineSampleTest {
    private static final int DOCUMENT_COUNT = 10;
    private static final int RUN_COUNT = 4_000;

    @Test
    void everyDocumentIsChosenAboutEquallyOften() {
        SeededRandom random = Seeds.random(PipelineSampleTest.class);
        QueryContext query = new QueryContext(new BsonDocument(), 0, random);
        Pipeline pipeline =
                Pipeline.parse(ExtendedJson.parseValue("[{$sample: {size: 3}}]").asArray(), query);
        MemoryEnvironment environment = new MemoryEnvironment(query);
        int[] chosen = new int[DOCUMENT_COUNT];
        for (int run = 0; run < RUN_COUNT; run++) {
            try (DocumentIterator results =
                    pipeline.run(DocumentIterator.over(documents()), environment.context("c"))) {
                int count = 0;
                while (results.hasNext()) {
                    chosen[results.next().getInt32("_id").getValue()]++;
                    count++;
                }
                assertThat(count).isEqualTo(3);
            }
        }
        // 1,200 on average with a standard deviation of 29: seven of them are out of reach.
        for (int count : chosen) {
            assertThat(count).isBetween(1_000, 1_400);
        }
    }

    private static List<BsonDocument> documents() {
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < DOCUMENT_COUNT; i++) {
            documents.add(new BsonDocument("_id", new BsonInt32(i)));
        }
        return documents;
    }
}
