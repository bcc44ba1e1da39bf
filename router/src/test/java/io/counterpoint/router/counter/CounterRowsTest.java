package io.counterpoint.router.counter;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.fake.FakeCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class CounterRowsTest {
    private final FakeCluster cluster = new FakeCluster(2, 3);
    private final FakeCluster.Router router = cluster.router("r1:1");

    private static List<RawDocument> rows(String... json) {
        return new ArrayList<>(
                Stream.of(json).map(BsonDocument::parse).map(BsonBytes::raw).toList());
    }

    private BsonDocument admin(String json) {
        return router.run("admin", json);
    }

    private static BsonArray batch(BsonDocument reply) {
        return reply.getDocument("cursor").getArray("firstBatch");
    }

    @Test
    void showsTheRowWithTheHighestLast() {
        List<RawDocument> shown = CounterRows.shown(List.of(
                rows("{_id: 'a', last: 3}", "{_id: 'b', last: {$numberLong: '9'}}"),
                rows("{_id: 'b', last: 8.5}", "{_id: 'a', last: 4.0}"),
                rows("{_id: 'c'}", "{_id: 'a', last: 2}")));

        assertThat(shown)
                .containsExactlyElementsOf(
                        rows("{_id: 'a', last: 4.0}", "{_id: 'b', last: {$numberLong: '9'}}", "{_id: 'c'}"));
    }

    @Test
    void aWriteThroughTheRouterGoesToEveryShardAndCountsAsOneRow() {
        BsonDocument inserted = admin("{insert: 'counters', documents: [{_id: 'a', last: 1}, {_id: 'b', last: 1}]}");
        BsonDocument updated = admin("{update: 'counters', updates: [{q: {_id: 'a'}, u: {$inc: {last: 4}}}]}");

        assertThat(inserted.getInt32("n").getValue()).isEqualTo(2);
        assertThat(updated.getInt32("n").getValue()).isEqualTo(1);
        assertThat(updated.getInt32("nModified").getValue()).isEqualTo(1);
        assertThat(cluster.shards())
                .allSatisfy(shard -> assertThat(shard.documents("admin.counters"))
                        .containsExactlyElementsOf(rows("{_id: 'a', last: 5}", "{_id: 'b', last: 1}")));
        assertThat(admin("{delete: 'counters', deletes: [{q: {_id: 'b'}, limit: 1}]}")
                        .getInt32("n")
                        .getValue())
                .isEqualTo(1);
    }

    @Test
    void aDuplicateIsOneErrorHoweverManyShardsReportIt() {
        admin("{insert: 'counters', documents: [{_id: 'a', last: 1}]}");

        BsonDocument reply = admin("{insert: 'counters', documents: [{_id: 'a', last: 1}]}");

        assertThat(reply.getArray("writeErrors")).hasSize(1);
        assertThat(reply.getInt32("n").getValue()).isZero();
    }

    @Test
    void aDocumentWithoutAnIdGetsTheSameOneEverywhere() {
        admin("{insert: 'counters', documents: [{x: 1}]}");

        assertThat(cluster.shard(0).documents("admin.counters"))
                .isEqualTo(cluster.shard(1).documents("admin.counters"));
    }

    @Test
    void readsFilterSortAndCutTheShownRows() {
        admin("{insert: 'counters', documents: [{_id: 'a', last: 1}, {_id: 'b', last: 5}, {_id: 'c', last: 3}]}");
        cluster.shard(1)
                .documents("admin.counters")
                .set(0, rows("{_id: 'a', last: 100}").get(0));

        assertThat(batch(admin("{find: 'counters', filter: {last: {$lt: 50}}, sort: {last: -1}}")))
                .containsExactlyElementsOf(rows("{_id: 'b', last: 5}", "{_id: 'c', last: 3}"));
        assertThat(batch(admin("{find: 'counters', sort: {last: -1}, skip: 1, limit: 1, projection: {_id: 0}}")))
                .containsExactlyElementsOf(rows("{last: 5}"));
        assertThat(batch(admin("{find: 'counters', filter: {_id: 'a'}}")))
                .containsExactlyElementsOf(rows("{_id: 'a', last: 100}"));
        assertThat(admin("{count: 'counters', query: {last: {$gt: 4}}}")
                        .getInt32("n")
                        .getValue())
                .isEqualTo(2);
        assertThat(admin("{distinct: 'counters', key: 'last', query: {_id: 'a'}}")
                        .getArray("values"))
                .isEqualTo(BsonArray.parse("[100]"));
    }

    @Test
    void aReadFailsWhileAShardIsAway() {
        cluster.shard(1).setDown(true);

        BsonDocument reply = admin("{find: 'counters'}");

        assertThat(reply.getInt32("code").getValue()).isEqualTo(6);
        assertThat(reply.getString("errmsg").getValue()).contains("s2");
    }
}
