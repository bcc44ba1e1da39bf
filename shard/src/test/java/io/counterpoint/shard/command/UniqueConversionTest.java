package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code collMod} with {@code prepareUnique} and {@code unique}. */
class UniqueConversionTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @BeforeEach
    void store() {
        client.run("{createIndexes: 'c', indexes: [{key: {x: -1}, name: 'x'}]}");
        client.run("{insert: 'c', documents: [{_id: 1, x: 1}, {_id: 2, x: 1.0}, {_id: 3, x: [2, 3]}, {_id: 4, x: 3},"
                + " {_id: 5, x: 4}]}");
    }

    @AfterEach
    void close() {
        shard.close();
    }

    private void prepare() {
        assertThat(client.run("{collMod: 'c', index: {name: 'x', prepareUnique: true}}"))
                .isEqualTo(BsonDocument.parse("{prepareUnique_old: false, prepareUnique_new: true, ok: 1.0}"));
    }

    private boolean isDuplicate(String command) {
        BsonDocument reply = client.run(command);
        boolean refused = reply.containsKey("writeErrors");
        if (refused) {
            assertThat(reply.getArray("writeErrors").get(0).asDocument().get("code"))
                    .isEqualTo(new BsonInt32(11000));
        }
        return refused;
    }

    @Test
    void newDuplicatesAreRefusedAndOldOnesStay() {
        prepare();
        assertThat(isDuplicate("{insert: 'c', documents: [{_id: 6, x: 1}]}")).isTrue();
        assertThat(isDuplicate("{insert: 'c', documents: [{_id: 6, x: [7, 3]}]}"))
                .isTrue();
        assertThat(isDuplicate("{insert: 'c', documents: [{_id: 6, x: 6}]}")).isFalse();
        assertThat(isDuplicate("{update: 'c', updates: [{q: {_id: 6}, u: {$set: {x: 4}}}]}"))
                .isTrue();
        assertThat(isDuplicate("{update: 'c', updates: [{q: {_id: 1}, u: {$set: {y: 4}}}]}"))
                .isFalse();
        client.validate("shop", "c");
        assertThat(ShardFixture.documents(client.run("{listIndexes: 'c'}")))
                .contains(BsonDocument.parse("{v: 2, key: {x: -1}, name: 'x', prepareUnique: true}"));
    }

    @Test
    void documentsThatShareAKeyAreNamed() {
        prepare();
        BsonDocument reply = client.refused("{collMod: 'c', index: {keyPattern: {x: -1}, unique: true}}");
        assertThat(reply.get("code")).isEqualTo(new BsonInt32(359));
        assertThat(reply.getString("codeName").getValue()).isEqualTo("CannotConvertIndexToUnique");
        assertThat(reply.get("violations"))
                .isEqualTo(BsonDocument.parse("{v: [{ids: [3, 4]}, {ids: [1, 2]}]}")
                        .get("v"));
        assertThat(shard.index("shop.c", "x").unique()).isFalse();
    }

    @Test
    void aConvertedIndexIsUnique() {
        prepare();
        client.run("{delete: 'c', deletes: [{q: {_id: {$in: [2, 4]}}, limit: 0}]}");
        assertThat(client.run("{collMod: 'c', index: {name: 'x', unique: true}}"))
                .isEqualTo(BsonDocument.parse("{unique_new: true, ok: 1.0}"));
        assertThat(client.run("{collMod: 'c', index: {name: 'x', unique: true}}"))
                .isEqualTo(BsonDocument.parse("{ok: 1.0}"));
        assertThat(ShardFixture.documents(client.run("{listIndexes: 'c'}")))
                .contains(BsonDocument.parse("{v: 2, key: {x: -1}, name: 'x', unique: true}"));
        assertThat(isDuplicate("{insert: 'c', documents: [{_id: 6, x: 3}]}")).isTrue();
        assertThat(ShardFixture.documents(client.run("{find: 'c', filter: {x: {$gte: 3}}, hint: 'x'}")))
                .hasSize(2);
        client.validate("shop", "c");
        shard.restart();
        client.validate("shop", "c");
    }

    @Test
    void aTrialChangesNothing() {
        prepare();
        client.run("{delete: 'c', deletes: [{q: {_id: {$in: [2, 4]}}, limit: 0}]}");
        int number = shard.index("shop.c", "x").id();
        ShardFixture.Peer router = shard.router();
        BsonDocument command =
                BsonDocument.parse("{_shardCollMod: 'c', index: {name: 'x', unique: true}, checkOnly: true}");
        router.run("shop", command);
        assertThat(shard.index("shop.c", "x").id()).isEqualTo(number);
        client.validate("shop", "c");
        command.remove("checkOnly");
        router.run("shop", command);
        assertThat(shard.index("shop.c", "x").unique()).isTrue();
        client.validate("shop", "c");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            {name: 'x', unique: true}                        | 72 | Cannot make index unique with 'prepareUnique=false'. Run collMod to set it first.
            {name: 'x', unique: false}                       | 2  | Cannot make index non-unique
            {name: 'x', prepareUnique: true, hidden: true}   | 72 | prepareUnique cannot be combined with any other modification.
            """)
    void refuses(String index, int code, String text) {
        BsonDocument reply = client.refused("{collMod: 'c', index: " + index + "}");
        assertThat(reply.getString("errmsg").getValue()).isEqualTo(text);
        assertThat(reply.get("code")).isEqualTo(new BsonInt32(code));
    }
}
