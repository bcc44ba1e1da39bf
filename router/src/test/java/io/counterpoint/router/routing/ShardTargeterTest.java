package io.counterpoint.router.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.cluster.chunk.Chunk;
import io.counterpoint.cluster.chunk.InitialChunks;
import io.counterpoint.cluster.chunk.RoutingTable;
import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.cluster.version.ChunkVersion;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.testkit.seed.SeededRandom;
import io.counterpoint.testkit.seed.Seeds;
import java.util.List;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTargeterTest {
    private static final List<String> SHARDS = List.of("s1", "s2", "s3");
    private static final ShardKeyPattern RANGED = ShardKeyPattern.parse(BsonDocument.parse("{a: 1, b: 1}"));

    private static CollectionRouting routing(ShardKeyPattern pattern, List<Chunk> chunks) {
        return CollectionRouting.of(
                new Namespace("db", "c"),
                new UUID(1, 2),
                RoutingTable.of(pattern, chunks),
                false,
                false,
                Collation.SIMPLE);
    }

    private static CollectionRouting hashed() {
        return routing(ShardKeyPattern.HASHED_ID, InitialChunks.cut(ShardKeyPattern.HASHED_ID, SHARDS, SHARDS.get(0)));
    }

    /** s1 has a below 10, s2 from 10 to (20, 5), s3 the rest. */
    private static CollectionRouting ranged() {
        ShardKey ten = RANGED.keyOfBound(BsonDocument.parse("{a: 10, b: {$minKey: 1}}"));
        ShardKey twenty = RANGED.keyOfBound(BsonDocument.parse("{a: 20, b: 5}"));
        return routing(
                RANGED,
                List.of(
                        new Chunk(RANGED.least(), ten, "s1", ChunkVersion.INITIAL),
                        new Chunk(ten, twenty, "s2", ChunkVersion.INITIAL),
                        new Chunk(twenty, RANGED.greatest(), "s3", ChunkVersion.INITIAL)));
    }

    private static List<String> targets(CollectionRouting routing, String filter) {
        return ShardTargeter.shardsFor(routing, BsonBytes.raw(BsonDocument.parse(filter)), QueryContext.plain());
    }

    private static List<String> collatedTargets(CollectionRouting routing, String filter) {
        QueryContext context =
                QueryContext.plain().withCollation(Collation.parse(BsonDocument.parse("{locale: 'en', strength: 2}")));
        return ShardTargeter.shardsFor(routing, BsonBytes.raw(BsonDocument.parse(filter)), context);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{_id: 'x'}", "{_id: {$in: [1, 'x']}}", "{_id: {y: 'x'}}", "{_id: {$gte: 'a', $lt: 'b'}}"})
    void underACollationTextsMayBeAnywhere(String filter) {
        assertThat(collatedTargets(hashed(), filter)).isEqualTo(SHARDS);
    }

    @Test
    void underACollationOtherValuesAreWhereTheyAre() {
        assertThat(collatedTargets(hashed(), "{_id: 7}")).isEqualTo(targets(hashed(), "{_id: 7}"));
        assertThat(collatedTargets(ranged(), "{a: 10}")).containsExactly("s2");
        assertThat(collatedTargets(ranged(), "{a: 10, b: 'x'}")).containsExactly("s2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{x: 1}", "{_id: {$gt: 3}}", "{$or: [{_id: 1}, {x: 1}]}", "{_id: {$ne: 1}}"})
    void filtersThatLeaveTheHashOpenGoToAll(String filter) {
        assertThat(targets(hashed(), filter)).isEqualTo(SHARDS);
        assertThat(ShardTargeter.onlyShard(hashed(), BsonDocument.parse(filter), Collation.SIMPLE))
                .isNull();
    }

    @Test
    void anEqualityOnTheHashedFieldGoesToItsOwner() {
        String owner = hashed().table().shardOf(ShardKeyPattern.HASHED_ID.keyOf(BsonDocument.parse("{_id: 7}")));

        assertThat(targets(hashed(), "{_id: 7}")).containsExactly(owner);
        assertThat(targets(hashed(), "{_id: {$in: [7]}, x: {$gt: 1}}")).containsExactly(owner);
        assertThat(targets(hashed(), "{$and: [{x: 1}, {_id: {$eq: 7}}]}")).containsExactly(owner);
        assertThat(ShardTargeter.onlyShard(hashed(), BsonDocument.parse("{_id: 7}"), Collation.SIMPLE))
                .isEqualTo(owner);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: 3}                                | s1",
                "{a: 10}                               | s2",
                "{a: {$gt: 12, $lt: 18}}               | s2",
                "{a: {$lt: 10}}                        | s1,s2",
                "{a: {$gte: 10}}                       | s2,s3",
                "{a: 20}                               | s2,s3",
                "{a: 20, b: 4}                         | s2",
                "{a: 20, b: {$gte: 5}}                 | s3",
                "{a: {$in: [1, 30]}}                   | s1,s3",
                "{a: {$in: [1, 20]}, b: {$in: [7, 8]}} | s1,s3",
                "{$or: [{a: 1}, {a: 15}]}              | s1,s2",
                "{a: 'text'}                           | s3",
                "{b: 4}                                | s1,s2,s3"
            })
    void rangesGoToTheChunksTheyMeet(String filter, String shards) {
        assertThat(targets(ranged(), filter)).containsExactly(shards.split(","));
    }

    @Test
    void aFilterThatNothingMatchesGoesToOne() {
        assertThat(targets(ranged(), "{a: {$gt: 5, $lt: 3}}")).hasSize(1);
    }

    @Test
    void whatLiesOnOneShardNeedsNoLook() {
        CollectionRouting whole = routing(RANGED, List.of(InitialChunks.whole(RANGED, "s2")));

        assertThat(ShardTargeter.onlyShard(whole, new BsonDocument(), Collation.SIMPLE))
                .isEqualTo("s2");
        assertThat(targets(whole, "{a: {$gt: 1}}")).containsExactly("s2");
    }

    @Test
    void noMatchingDocumentIsEverOnAShardThatIsNotAsked() {
        Seeds.run(ShardTargeterTest.class, 2_000, random -> {
            CollectionRouting routing = random.nextBoolean() ? ranged() : hashed();
            BsonDocument document = new BsonDocument("_id", new BsonInt32(random.nextInt(40)))
                    .append("a", new BsonInt32(random.nextInt(40)))
                    .append("b", new BsonInt32(random.nextInt(10)));
            BsonDocument filter = filter(random, 2);
            if (Filter.parse(filter, QueryContext.plain()).matches(document)) {
                String owner = routing.table().shardOf(routing.pattern().keyOf(document));
                assertThat(ShardTargeter.shardsFor(routing, filter, QueryContext.plain()))
                        .as("%s for %s", filter, document)
                        .contains(owner);
            }
        });
    }

    private static BsonDocument filter(SeededRandom random, int depth) {
        String field = random.pick(List.of("_id", "a", "b"));
        int value = random.nextInt(40);
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> BsonDocument.parse("{" + field + ": " + value + "}");
            case 1 -> BsonDocument.parse("{" + field + ": {$gte: " + (value - 10) + "}}");
            case 2 -> BsonDocument.parse("{" + field + ": {$lt: " + value + "}}");
            case 3 -> BsonDocument.parse("{" + field + ": {$in: [" + value + ", " + random.nextInt(40) + "]}}");
            case 4 -> BsonDocument.parse("{" + field + ": {$ne: " + value + "}}");
            case 5 -> both("$and", random, depth);
            default -> both("$or", random, depth);
        };
    }

    private static BsonDocument both(String operator, SeededRandom random, int depth) {
        return BsonDocument.parse("{" + operator + ": ["
                + filter(random, depth - 1).toJson() + ", "
                + filter(random, depth - 1).toJson() + "]}");
    }
}
