package io.counterpoint.query.aggregate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.query.aggregate.flow.DocumentIterator;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

final class WriteBatchesTest {
    @Test
    void cutsByCount() {
        WriteBatches batches = new WriteBatches(DocumentIterator.over(documents(2_500, 1)));
        assertThat(batches.next()).hasSize(1_000);
        assertThat(batches.next()).hasSize(1_000);
        assertThat(batches.next()).hasSize(500);
        assertThat(batches.next()).isEmpty();
    }

    @Test
    void cutsBySizeAndLosesNothing() {
        List<BsonDocument> documents = documents(10, 5 * 1024 * 1024);
        WriteBatches batches = new WriteBatches(DocumentIterator.over(documents));
        List<BsonDocument> written = new ArrayList<>();
        int batchCount = 0;
        for (List<BsonDocument> batch = batches.next(); !batch.isEmpty(); batch = batches.next()) {
            assertThat(batch).hasSizeBetween(1, 2);
            written.addAll(batch);
            batchCount++;
        }
        assertThat(written).isEqualTo(documents);
        assertThat(batchCount).isEqualTo(5);
    }

    private static List<BsonDocument> documents(int count, int textLength) {
        BsonString text = new BsonString("x".repeat(textLength));
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            documents.add(new BsonDocument("_id", new BsonInt32(i)).append("s", text));
        }
        return documents;
    }
}
