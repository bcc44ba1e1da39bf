package io.counterpoint.router.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.projection.Projection;
import io.counterpoint.query.sort.SortPattern;
import io.counterpoint.router.fake.FakeShard;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.wire.cursor.Batch;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

class MergeCursorTest {
    private final List<FakeShard> fakes = List.of(new FakeShard("s1"), new FakeShard("s2"), new FakeShard("s3"));
    private final Shards shards = new Shards(fakes);

    private void put(int shard, int... values) {
        for (int value : values) {
            insert(
                    fakes.get(shard),
                    new BsonDocument("_id", new BsonInt32(value)).append("v", new BsonInt32(value % 5)));
        }
    }

    private static void insert(FakeShard shard, BsonDocument document) {
        RawDocument body = BsonBytes.raw(BsonDocument.parse("{insert: 'c'}"));
        ShardRequest request =
                new ShardRequest("db", body, "documents", List.of(BsonBytes.raw(document)), null, Long.MAX_VALUE);
        assertThat(shard.send(request).join().getInt32("n").getValue()).isEqualTo(1);
    }

    private MergeCursor open(String find, MergePlan plan) {
        RawDocument body = BsonBytes.raw(BsonDocument.parse(find));
        List<ShardCursor> cursors = fakes.stream()
                .map(shard -> ShardCursor.of(
                        shard.shard(), shard.send(ShardRequest.of("db", body)).join()))
                .toList();
        return new MergeCursor(shards, cursors, ClientSession.NONE, plan);
    }

    private static SortPattern byId(int direction) {
        return SortPattern.parse(new BsonDocument("_id", new BsonInt32(direction)));
    }

    private static List<Integer> ids(Batch batch) {
        return batch.documents().stream()
                .map(document -> document.getInt32("_id").getValue())
                .toList();
    }

    private static List<Integer> drain(MergeCursor cursor, int batchSize) {
        List<Integer> all = new ArrayList<>();
        Batch batch;
        do {
            batch = cursor.next(batchSize, Integer.MAX_VALUE).join();
            assertThat(batch.documents().size()).isLessThanOrEqualTo(batchSize);
            all.addAll(ids(batch));
        } while (!batch.last());
        return all;
    }

    @Test
    void keepsTheOrderOfTheShards() {
        put(0, 1, 6, 7);
        put(1, 2, 9);
        put(2, 3, 4, 5, 8);

        assertThat(drain(open("{find: 'c', sort: {_id: 1}, batchSize: 1}", MergePlan.sorted(byId(1))), 2))
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(drain(open("{find: 'c', sort: {_id: -1}, batchSize: 2}", MergePlan.sorted(byId(-1))), 4))
                .containsExactly(9, 8, 7, 6, 5, 4, 3, 2, 1);
    }

    @Test
    void withoutAnOrderGivesEverythingOnce() {
        put(0, 1, 2, 3);
        put(2, 4);

        assertThat(drain(open("{find: 'c', batchSize: 1}", MergePlan.UNSORTED), 3))
                .containsExactlyInAnyOrder(1, 2, 3, 4);
    }

    @Test
    void withoutAnOrderTheLeastIdAtHandComesNext() {
        put(0, 1, 6, 2);
        put(1, 3, 5);
        put(2, 4);

        assertThat(drain(open("{find: 'c'}", MergePlan.UNSORTED), 4)).containsExactly(1, 3, 4, 5, 6, 2);
    }

    @Test
    void skipsAndLimitsTheMergedResult() {
        put(0, 1, 4, 7);
        put(1, 2, 5, 8);
        put(2, 3, 6, 9);
        MergeCursor cursor = open("{find: 'c', sort: {_id: 1}, batchSize: 2}", new MergePlan(byId(1), 2, 4, null));

        assertThat(drain(cursor, 3)).containsExactly(3, 4, 5, 6);
    }

    @Test
    void projectsHereWhatShardsMustSendWhole() {
        put(0, 3, 1);
        Projection onlyValue = Projection.parse(
                BsonDocument.parse("{_id: 0, v: 1}"),
                Filter.parse(new BsonDocument(), QueryContext.plain()),
                QueryContext.plain());
        MergeCursor cursor = open("{find: 'c', sort: {_id: 1}}", new MergePlan(byId(1), 0, 0, onlyValue));

        assertThat(cursor.next(10, 1_000).join().documents())
                .hasSize(2)
                .allSatisfy(document -> assertThat(document.keySet()).containsExactly("v"));
    }

    @Test
    void aBatchStopsAtItsBytesButAlwaysMovesOn() {
        put(0, 1, 2, 3);
        MergeCursor cursor = open("{find: 'c', sort: {_id: 1}}", MergePlan.sorted(byId(1)));
        int documentBytes = fakes.get(0).documents("db.c").get(0).byteLength();

        assertThat(ids(cursor.next(10, 2 * documentBytes).join())).containsExactly(1, 2);
        assertThat(ids(cursor.next(10, 1).join())).containsExactly(3);
    }

    @Test
    void asksNoShardForMoreThanIsNeeded() {
        put(0, 1, 3, 5, 7, 9, 11);
        put(1, 2, 4, 6, 8, 10, 12);
        MergeCursor cursor = open("{find: 'c', sort: {_id: 1}, batchSize: 3}", MergePlan.sorted(byId(1)));

        assertThat(ids(cursor.next(5, 100_000).join())).containsExactly(1, 2, 3, 4, 5);

        assertThat(fakes.get(0).commands()).doesNotContain("getMore").contains("find");
        assertThat(fakes.get(1).commands()).doesNotContain("getMore");
    }

    @Test
    void closingEndsTheCursorsOnTheShards() {
        put(0, 1, 2, 3);
        put(1, 4);
        MergeCursor cursor = open("{find: 'c', batchSize: 1}", MergePlan.UNSORTED);
        assertThat(fakes.get(0).openCursors()).isEqualTo(1);

        cursor.close();

        assertThat(fakes.get(0).openCursors()).isZero();
        assertThat(fakes.get(1).commands()).doesNotContain("killCursors");
    }

    @Test
    void fillsTheBatchFromMoreThanOneRound() {
        put(0, 1, 2, 3, 4, 5, 6);
        MergeCursor cursor = open("{find: 'c', sort: {_id: 1}, batchSize: 2}", MergePlan.sorted(byId(1)));

        assertThat(ids(cursor.next(5, 100_000).join())).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void failsWithTheShard() {
        put(0, 1, 2, 3);
        MergeCursor cursor = open("{find: 'c', sort: {_id: 1}, batchSize: 1}", MergePlan.sorted(byId(1)));
        fakes.get(0).setDown(true);

        assertThatThrownBy(() -> cursor.next(3, 100_000).join()).hasMessageContaining("s1");
    }

    @Test
    void anySplitOverShardsGivesTheUnshardedResult() {
        Seeds.run(MergeCursorTest.class, 200, random -> {
            List<FakeShard> own = List.of(new FakeShard("s1"), new FakeShard("s2"), new FakeShard("s3"));
            int count = random.nextInt(30);
            List<RawDocument> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                BsonDocument document =
                        new BsonDocument("_id", new BsonInt32(i)).append("v", new BsonInt32(random.nextInt(4)));
                insert(random.pick(own), document);
                all.add(BsonBytes.raw(document));
            }
            BsonDocument sort =
                    BsonDocument.parse(random.pick(List.of("{v: 1, _id: -1}", "{_id: 1}", "{v: -1, _id: 1}")));
            long skip = random.nextInt(5);
            long limit = random.nextInt(10);
            int batchSize = random.between(1, 6);
            SortPattern pattern = SortPattern.parse(sort);
            RawDocument body = BsonBytes.raw(BsonDocument.parse("{find: 'c', batchSize: " + random.between(1, 4) + "}")
                    .append("sort", sort));
            Shards ways = new Shards(own);
            MergeCursor cursor = new MergeCursor(
                    ways,
                    own.stream()
                            .map(shard -> ShardCursor.of(
                                    shard.shard(),
                                    shard.send(ShardRequest.of("db", body)).join()))
                            .toList(),
                    ClientSession.NONE,
                    new MergePlan(pattern, skip, limit, null));

            List<Integer> expected = all.stream()
                    .sorted(pattern.comparator())
                    .skip(skip)
                    .limit(limit == 0 ? Long.MAX_VALUE : limit)
                    .map(document -> document.getInt32("_id").getValue())
                    .toList();
            assertThat(drain(cursor, batchSize)).isEqualTo(expected);
        });
    }
}
