package io.counterpoint.cluster.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.cluster.key.ShardKeyPattern;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitialChunksTest {
    private static ShardKeyPattern pattern(String json) {
        return ShardKeyPattern.parse(BsonDocument.parse(json));
    }

    @Test
    void splitPointsAreThoseOfTheServer() {
        assertThat(InitialChunks.splitPoints(1)).isEmpty();
        assertThat(InitialChunks.splitPoints(2)).containsExactly(0L);
        assertThat(InitialChunks.splitPoints(4)).containsExactly(-4611686018427387902L, 0L, 4611686018427387902L);
        assertThat(InitialChunks.splitPoints(6))
                .containsExactly(
                        -6148914691236517204L, -3074457345618258602L, 0L, 3074457345618258602L, 6148914691236517204L);
        assertThat(InitialChunks.splitPoints(3)).containsExactly(-3074457345618258602L, 3074457345618258602L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16})
    void everyShardGetsTwoChunksAndNoKeyIsLeftOut(int shardCount) {
        List<String> shards = IntStream.range(0, shardCount)
                .mapToObj(i -> String.format("shard%02d", i))
                .toList();

        List<Chunk> chunks = InitialChunks.cut(ShardKeyPattern.HASHED_ID, shards, shards.get(0));

        Map<String, Long> counts = chunks.stream().collect(Collectors.groupingBy(Chunk::shard, Collectors.counting()));
        assertThat(counts.keySet()).containsExactlyInAnyOrderElementsOf(shards);
        assertThat(counts.values()).allMatch(count -> count == 2);
        assertThat(RoutingTable.of(ShardKeyPattern.HASHED_ID, chunks).shards()).isEqualTo(shards);
        assertThat(chunks.stream().map(Chunk::version)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aRangedKeyStaysWholeOnThePrimary() {
        List<Chunk> chunks = InitialChunks.cut(pattern("{a: 1, b: 'hashed'}"), List.of("s1", "s2"), "s2");

        assertThat(chunks)
                .singleElement()
                .satisfies(chunk -> assertThat(chunk.shard()).isEqualTo("s2"));
    }

    @Test
    void aCompoundKeyThatLeadsWithAHashIsCut() {
        ShardKeyPattern pattern = pattern("{a: 'hashed', b: 1}");

        List<Chunk> chunks = InitialChunks.cut(pattern, List.of("s1", "s2"), "s1");

        assertThat(chunks).hasSize(4);
        assertThat(pattern.bound(chunks.get(2).min()))
                .isEqualTo(BsonDocument.parse("{a: {$numberLong: '0'}, b: {$minKey: 1}}"));
        assertThat(RoutingTable.of(pattern, chunks).chunks()).hasSize(4);
    }
}
