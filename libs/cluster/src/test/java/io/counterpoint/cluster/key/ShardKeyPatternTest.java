package io.counterpoint.cluster.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.key.HashedKey;
import io.counterpoint.bson.raw.BsonBytes;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardKeyPatternTest {
    private static final ShardKeyPattern COMPOUND = pattern("{'a.b': 1, c: 'hashed'}");

    private static ShardKeyPattern pattern(String json) {
        return ShardKeyPattern.parse(BsonDocument.parse(json));
    }

    private static BsonDocument raw(String json) {
        return BsonBytes.raw(BsonDocument.parse(json));
    }

    @Test
    void readsRangedHashedAndCompoundKeys() {
        assertThat(pattern("{_id: 'hashed'}")).isEqualTo(ShardKeyPattern.HASHED_ID);
        assertThat(pattern("{a: 1.0}").fields()).containsExactly(new ShardKeyField("a", false));
        assertThat(COMPOUND.fields()).containsExactly(new ShardKeyField("a.b", false), new ShardKeyField("c", true));
        assertThat(COMPOUND.leadsWithHash()).isFalse();
        assertThat(COMPOUND.toDocument()).isEqualTo(BsonDocument.parse("{'a.b': 1, c: 'hashed'}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{a: -1}",
                "{a: 'text'}",
                "{a: 'hashed', b: 'hashed'}",
                "{'a..b': 1}",
                "{'': 1}",
                "{'$a': 1}",
                "{a: {b: 1}}"
            })
    void refusesWhatIsNoShardKey(String json) {
        assertThatThrownBy(() -> pattern(json))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_VALUE));
    }

    @Test
    void takesTheKeyFromADocument() {
        ShardKey key = COMPOUND.keyOf(raw("{c: 1, a: {x: 0, b: 'v'}}"));

        assertThat(key.values()).containsExactly(new BsonString("v"), new BsonInt64(5902408780260971510L));
        assertThat(ShardKeyPattern.HASHED_ID.keyOf(raw("{x: 3, _id: 1}")).values())
                .containsExactly(new BsonInt64(5902408780260971510L));
        assertThat(ShardKeyPattern.HASHED_ID
                        .keyOf(BsonDocument.parse("{_id: 1}"))
                        .values())
                .containsExactly(new BsonInt64(5902408780260971510L));
    }

    @Test
    void aMissingFieldCountsAsNull() {
        BsonInt64 hashOfNull = new BsonInt64(HashedKey.hash(BsonNull.VALUE));

        assertThat(COMPOUND.keyOf(raw("{a: 5}")).values()).containsExactly(BsonNull.VALUE, hashOfNull);
        assertThat(ShardKeyPattern.HASHED_ID.keyOf(raw("{}")).values()).containsExactly(hashOfNull);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a: {b: [1]}, c: 1}", "{a: [{b: 1}], c: 1}", "{a: {b: 1}, c: []}"})
    void refusesArraysInTheKey(String json) {
        assertThatThrownBy(() -> COMPOUND.keyOf(raw(json)))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SHARD_KEY_NOT_FOUND));
        assertThatThrownBy(() -> ShardKeyPattern.HASHED_ID.keyOf(raw("{_id: [1]}")))
                .isInstanceOf(CommandException.class);
    }

    @Test
    void equalitiesOfAFilterFixTheKey() {
        ShardKey expected = COMPOUND.keyOf(raw("{a: {b: 2}, c: 1}"));

        assertThat(COMPOUND.keyFixedBy(raw("{'a.b': 2, c: 1, d: {$gt: 3}}"))).isEqualTo(expected);
        assertThat(COMPOUND.keyFixedBy(raw("{'a.b': {$eq: 2}, $and: [{d: 1}, {c: 1.0}]}")))
                .isEqualTo(expected);
        assertThat(COMPOUND.keyFixedBy(raw("{'a.b': null, c: null}"))).isEqualTo(COMPOUND.keyOf(raw("{}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'a.b': 2}",
                "{'a.b': 2, c: {$gt: 1}}",
                "{'a.b': /x/, c: 1}",
                "{'a.b': [2], c: 1}",
                "{$or: [{'a.b': 2, c: 1}]}",
                "{'a.b': 2, c: {$in: [1]}}"
            })
    void otherFiltersLeaveTheKeyOpen(String json) {
        assertThat(COMPOUND.keyFixedBy(raw(json))).isNull();
    }

    @Test
    void aBoundOfAChunkCanBeReadBack() {
        ShardKey key = COMPOUND.keyOfValues(List.of(new BsonInt32(7), new BsonString("x")));

        assertThat(COMPOUND.keyOfBound(COMPOUND.bound(key))).isEqualTo(key);
        assertThat(COMPOUND.bound(COMPOUND.least()))
                .isEqualTo(BsonDocument.parse("{'a.b': {$minKey: 1}, c: {$minKey: 1}}"));
        assertThatThrownBy(() -> COMPOUND.keyOfBound(BsonDocument.parse("{c: 1}")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keysOrderAsBsonDoesAndEqualAcrossNumericTypes() {
        ShardKeyPattern ranged = pattern("{a: 1, b: 1}");
        ShardKey small = ranged.keyOf(raw("{a: 1, b: 'z'}"));
        ShardKey large = ranged.keyOf(raw("{a: 2.5, b: 'a'}"));
        ShardKey same = ranged.keyOf(raw("{a: 1.0, b: 'z'}"));

        assertThat(small).isLessThan(large).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(ranged.least()).isLessThan(small);
        assertThat(ranged.greatest()).isGreaterThan(large);
    }

    @Test
    void knowsWhichPathsItTouches() {
        assertThat(COMPOUND.touches("a")).isTrue();
        assertThat(COMPOUND.touches("a.b.x")).isTrue();
        assertThat(COMPOUND.touches("a.bc")).isFalse();
        assertThat(COMPOUND.touches("d")).isFalse();
    }
}
