package io.counterpoint.wire.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class CollectionLatenciesTest {
    private final CollectionLatencies latencies = new CollectionLatencies();

    @Test
    void addsUpByKind() {
        latencies.record("find", "shop", "orders", 2_000);
        latencies.record("aggregate", "shop", "orders", 3_000);
        latencies.record("update", "shop", "orders", 5_000);
        latencies.record("createIndexes", "shop", "orders", 7_000);
        assertThat(latencies.latencyStats("shop", "orders").toJson())
                .isEqualTo(BsonDocument.parse("{reads: {latency: {$numberLong: '5'}, ops: {$numberLong: '2'}},"
                                + " writes: {latency: {$numberLong: '5'}, ops: {$numberLong: '1'}},"
                                + " commands: {latency: {$numberLong: '7'}, ops: {$numberLong: '1'}},"
                                + " transactions: {latency: {$numberLong: '0'}, ops: {$numberLong: '0'}}}")
                        .toJson());
        BsonDocument total = latencies.totals((database, collection) -> true).getDocument("shop.orders");
        assertThat(total.getDocument("total").getInt64("time").getValue()).isEqualTo(17);
        assertThat(total.getDocument("queries").getInt64("count").getValue()).isEqualTo(1);
        assertThat(total.getDocument("commands").getInt64("count").getValue()).isEqualTo(2);
        assertThat(total.getDocument("writeLock").getInt64("count").getValue()).isEqualTo(2);
    }

    @Test
    void showsOnlyWhatIsThere() {
        latencies.record("find", "shop", "orders", 1);
        latencies.record("find", "shop", "gone", 1);
        assertThat(latencies.totals((database, collection) -> !collection.equals("gone")))
                .containsOnlyKeys("shop.orders");
        assertThat(latencies
                        .latencyStats("shop", "never")
                        .getDocument("reads")
                        .getInt64("ops")
                        .getValue())
                .isZero();
    }

    @Test
    void namesThatClientsMakeUpDoNotFillTheMemory() {
        for (int i = 0; i < 25_000; i++) {
            latencies.record("find", "d" + i % 7, "c" + i, 1);
        }
        assertThat(latencies.totals((database, collection) -> true)).hasSizeLessThanOrEqualTo(10_000);
    }
}
