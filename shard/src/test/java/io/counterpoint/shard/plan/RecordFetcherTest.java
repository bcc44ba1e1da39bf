package io.counterpoint.shard.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.MemoryStore;
import io.counterpoint.shard.storage.StoreBatch;
import io.counterpoint.testkit.seed.Seeds;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

/**
 * Goal: whatever the order in which records are asked for, each comes as a search for it would give it. Method: walks
 * with steps of any size over numbers of which some are missing, in both directions.
 */
class RecordFetcherTest {
    private static final int COLLECTION = 3;
    private static final int NUMBERS = 200;

    private final MemoryStore store = new MemoryStore();

    @Test
    void givesWhatASearchGives() {
        StoreBatch batch = store.newBatch();
        for (int other : new int[] {COLLECTION - 1, COLLECTION, COLLECTION + 1}) {
            for (long number = 1; number <= NUMBERS; number++) {
                if (other != COLLECTION || !isMissing(number)) {
                    batch.put(
                            ColumnFamily.DOCUMENTS,
                            Records.key(other, number),
                            BsonBytes.encode(new BsonDocument("n", new BsonInt64(other * 1_000L + number))));
                }
            }
        }
        store.write(batch);
        Seeds.run(RecordFetcherTest.class, 200, random -> {
            boolean reverse = random.nextInt(2) == 0;
            int stepMax = 1 + random.nextInt(12);
            try (RecordFetcher fetcher = new RecordFetcher(store, COLLECTION, reverse)) {
                long number = 1L + random.nextInt(NUMBERS);
                for (int i = 0; i < 300; i++) {
                    RawDocument document = fetcher.get(number);
                    if (isMissing(number)) {
                        assertThat(document).isNull();
                    } else {
                        assertThat(document)
                                .isEqualTo(new BsonDocument("n", new BsonInt64(COLLECTION * 1_000L + number)));
                    }
                    long step = random.nextInt(10) == 0 ? random.nextInt(NUMBERS) : random.nextInt(stepMax);
                    number = 1L + Math.floorMod(number - 1 + (reverse ? -step : step), NUMBERS);
                }
            }
        });
    }

    private static boolean isMissing(long number) {
        return number % 7 == 0 || number > NUMBERS - 3;
    }
}
