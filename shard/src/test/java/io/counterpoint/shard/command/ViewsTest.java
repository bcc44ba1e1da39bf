package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Views: made, listed, read by every command that reads, refused by every other. */
class ViewsTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @BeforeEach
    void fill() {
        client.run("{insert: 'books', documents: [{_id: 1, a: 'x', n: 3, tags: ['p', 'q']},"
                + " {_id: 2, a: 'y', n: 5, tags: ['q', 'r']}, {_id: 3, a: 'x', n: 7, sold: true}]}");
        client.run("{create: 'open', viewOn: 'books', pipeline: [{$match: {sold: {$exists: false}}}]}");
        client.run("{create: 'doubled', viewOn: 'open', pipeline: [{$addFields: {n: {$multiply: ['$n', 2]}}}]}");
    }

    @AfterEach
    void close() {
        shard.close();
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    private List<BsonDocument> documents(String command) {
        return ShardFixture.documents(client.run(command));
    }

    private void refused(String command, int code, String text) {
        BsonDocument reply = client.refused(command);
        assertThat(reply.get("code")).as(command).isEqualTo(new BsonInt32(code));
        assertThat(reply.get("errmsg")).as(command).isEqualTo(new BsonString(text));
    }

    @Test
    void isListedAsAView() {
        assertThat(documents("{listCollections: 1, filter: {name: 'open'}}"))
                .containsExactly(json("{name: 'open', type: 'view', options: {viewOn: 'books', pipeline:"
                        + " [{$match: {sold: {$exists: false}}}]}, info: {readOnly: true}}"));
        assertThat(documents("{listCollections: 1, nameOnly: true, filter: {type: 'collection'}}"))
                .containsExactly(json("{name: 'books', type: 'collection'}"));
        BsonDocument statistics = client.run("{dbStats: 1}");
        assertThat(statistics.getNumber("collections").intValue()).isEqualTo(1);
        assertThat(statistics.getNumber("views").intValue()).isEqualTo(2);
    }

    @Test
    void survivesARestart() {
        shard.restart();
        assertThat(ShardFixture.documents(shard.client().run("{find: 'doubled', filter: {_id: 2}}")))
                .containsExactly(json("{_id: 2, a: 'y', n: 10, tags: ['q', 'r']}"));
    }

    @Test
    void isRead() {
        assertThat(documents("{find: 'doubled', filter: {n: {$gt: 1}}, sort: {n: -1}, projection: {n: 1}}"))
                .containsExactly(json("{_id: 2, n: 10}"), json("{_id: 1, n: 6}"));
        assertThat(documents("{find: 'doubled', sort: {_id: 1}, skip: 1, limit: 1, projection: {_id: 1}}"))
                .containsExactly(json("{_id: 2}"));
        assertThat(client.run("{count: 'doubled', query: {n: 6}}").get("n")).isEqualTo(new BsonInt32(1));
        assertThat(client.run("{count: 'open'}").get("n")).isEqualTo(new BsonInt32(2));
        assertThat(client.run("{count: 'open', query: {n: 99}}").get("n")).isEqualTo(new BsonInt32(0));
        assertThat(client.run("{distinct: 'open', key: 'tags'}").getArray("values"))
                .containsExactly(new BsonString("p"), new BsonString("q"), new BsonString("r"));
        assertThat(documents("{aggregate: 'doubled', pipeline: [{$group: {_id: null, n: {$sum: '$n'}}}], cursor: {}}"))
                .containsExactly(json("{_id: null, n: 16}"));
    }

    @Test
    void cursorsGoByTheNameOfTheView() {
        BsonDocument cursor = client.run("{find: 'open', batchSize: 1}").getDocument("cursor");
        assertThat(cursor.getString("ns").getValue()).isEqualTo("shop.open");
        BsonDocument more = client.run(new BsonDocument("getMore", cursor.get("id"))
                .append("collection", new BsonString("open"))
                .toJson());
        assertThat(more.getDocument("cursor").getArray("nextBatch")).hasSize(1);
    }

    @Test
    void isJoined() {
        assertThat(documents(
                        "{aggregate: 'books', pipeline: [{$match: {_id: 3}}, {$lookup: {from: 'doubled', localField:"
                                + " 'a', foreignField: 'a', as: 'same'}}, {$project: {same: '$same.n'}}], cursor: {}}"))
                .containsExactly(json("{_id: 3, same: [6]}"));
        assertThat(documents("{aggregate: 'open', pipeline: [{$unionWith: 'doubled'}, {$count: 'n'}], cursor: {}}"))
                .containsExactly(json("{n: 4}"));
        assertThat(documents("{aggregate: 'books', pipeline: [{$match: {_id: 1}}, {$graphLookup: {from: 'open',"
                        + " startWith: '$_id', connectFromField: 'none', connectToField: '_id', as: 'found'}},"
                        + " {$project: {n: '$found.n'}}], cursor: {}}"))
                .containsExactly(json("{_id: 1, n: [3]}"));
    }

    @Test
    void isReadInATransaction() {
        String transaction =
                "lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAQ==', subType: '04'}}}, txnNumber: {$numberLong: '1'},"
                        + " autocommit: false";
        client.run("{insert: 'books', documents: [{_id: 9, n: 1}], startTransaction: true, " + transaction + "}");
        assertThat(documents("{find: 'doubled', filter: {_id: 9}, " + transaction + "}"))
                .containsExactly(json("{_id: 9, n: 2}"));
        client.admin("{abortTransaction: 1, " + transaction + "}");
        assertThat(documents("{find: 'doubled', filter: {_id: 9}}")).isEmpty();
    }

    @Test
    void isExplainedAsItsPipeline() {
        BsonDocument find = client.run("{explain: {find: 'open', filter: {n: 5}}, verbosity: 'queryPlanner'}");
        assertThat(find.getDocument("queryPlanner").getString("namespace").getValue())
                .isEqualTo("shop.books");
        assertThat(find.toJson()).contains("sold");
        assertThat(client.run("{explain: {count: 'open'}}").toJson()).contains("shop.books");
    }

    @Test
    void refusesOptionsThatPipelinesDoNotHave() {
        refused("{find: 'open', min: {a: 1}, hint: {a: 1}}", 168, "Option min not supported in aggregation.");
        refused("{find: 'open', tailable: true}", 168, "Tailable cursors are not supported in aggregation.");
        refused("{find: 'open', limit: 2, singleBatch: true}", 168, "Option singleBatch not supported in aggregation.");
        assertThat(documents("{find: 'open', limit: 1, singleBatch: true}")).hasSize(1);
    }

    @Test
    void refusesWrites() {
        String text = "Namespace shop.open is a view, not a collection";
        for (String write : List.of(
                "{insert: 'open', documents: [{a: 1}, {a: 2}]}",
                "{update: 'open', updates: [{q: {}, u: {$set: {a: 1}}}]}",
                "{update: 'open', updates: [{q: {a: 9}, u: {$set: {a: 1}}, upsert: true}]}",
                "{delete: 'open', deletes: [{q: {}, limit: 1}]}")) {
            assertThat(client.run(write).getArray("writeErrors"))
                    .as(write)
                    .containsExactly(new BsonDocument("index", new BsonInt32(0))
                            .append("code", new BsonInt32(166))
                            .append("errmsg", new BsonString(text)));
        }
        assertThat(client.run("{insert: 'open', documents: [{a: 1}, {a: 2}], ordered: false}")
                        .getArray("writeErrors"))
                .hasSize(2);
        refused("{findAndModify: 'open', query: {}, update: {$set: {a: 1}}}", 166, text);
        refused("{aggregate: 'books', pipeline: [{$out: 'open'}], cursor: {}}", 166, text);
        refused("{aggregate: 'books', pipeline: [{$merge: 'open'}], cursor: {}}", 166, text);
    }

    @Test
    void refusesCommandsOnCollections() {
        String text = "Namespace shop.open is a view, not a collection";
        refused("{listIndexes: 'open'}", 166, text);
        refused("{collStats: 'open'}", 166, text);
        refused("{validate: 'open'}", 166, text);
        refused("{createIndexes: 'open', indexes: [{key: {a: 1}, name: 'a'}]}", 166, "Cannot create indexes on a view");
        refused("{dropIndexes: 'open', index: '*'}", 166, "Cannot drop indexes on view shop.open");
        client.run("{create: 'other'}");
        assertThat(client.reply("admin", json("{renameCollection: 'shop.open', to: 'shop.new'}"))
                        .get("errmsg"))
                .isEqualTo(new BsonString("cannot rename view: shop.open"));
        assertThat(client.reply("admin", json("{renameCollection: 'shop.other', to: 'shop.open', dropTarget: true}"))
                        .get("errmsg"))
                .isEqualTo(new BsonString("a view already exists with that name: shop.open"));
    }

    @Test
    void refusesDefinitionsThatAreNone() {
        refused("{create: 'v', pipeline: []}", 72, "'pipeline' requires 'viewOn' to also be specified");
        refused("{create: 'v', viewOn: ''}", 2, "'viewOn' cannot be empty");
        refused("{create: 'v', viewOn: 'a$b'}", 73, "invalid name for 'viewOn': a$b");
        refused("{create: 'v', viewOn: 'books', validator: {a: 1}}", 72, "option not supported on a view: validator");
        refused(
                "{create: 'v', viewOn: 'books', pipeline: [{$out: 'x'}]}",
                167,
                "Invalid pipeline for view shop.v :: caused by :: The aggregation stage $out in location 0 of the"
                        + " pipeline cannot be used in the view definition of shop.v because it writes to disk");
        refused(
                "{create: 'v', viewOn: 'books', pipeline: [{$nope: 1}]}",
                40324,
                "Unrecognized pipeline stage name: '$nope'");
        refused("{create: 'open', viewOn: 'open'}", 48, "Collection shop.open already exists.");
        client.run("{create: 'open', viewOn: 'books', pipeline: [{$match: {sold: {$exists: false}}}]}");
        refused("{create: 'books', viewOn: 'open'}", 48, "Collection shop.books already exists.");
    }

    @Test
    void refusesCyclesAndDeepTowers() {
        refused("{create: 'self', viewOn: 'self'}", 5, "View cycle detected: shop.self => shop.self");
        refused(
                "{create: 'self', viewOn: 'books', pipeline: [{$lookup: {from: 'self', pipeline: [], as: 'x'}}]}",
                5,
                "View cycle detected: shop.self => shop.self");
        client.run("{create: 'late', viewOn: 'missing'}");
        refused(
                "{create: 'missing', viewOn: 'late'}",
                5,
                "View cycle detected: shop.missing => shop.late => shop.missing");
        client.run("{create: 'v1', viewOn: 'books'}");
        for (int i = 2; i <= 20; i++) {
            client.run("{create: 'v" + i + "', viewOn: 'v" + (i - 1) + "'}");
        }
        refused("{create: 'v21', viewOn: 'v20'}", 165, "View depth limit exceeded; maximum depth is 20");
        assertThat(client.run("{count: 'v19'}").get("n")).isEqualTo(new BsonInt32(3));
    }

    @Test
    void isChangedByCollMod() {
        client.run("{collMod: 'open', viewOn: 'books', pipeline: [{$match: {_id: 3}}]}");
        assertThat(client.run("{distinct: 'doubled', key: 'n'}").getArray("values"))
                .containsExactly(new BsonInt32(14));
        client.run("{collMod: 'open', pipeline: []}");
        assertThat(client.run("{count: 'open'}").get("n")).isEqualTo(new BsonInt32(3));
        refused("{collMod: 'open', validator: {a: 1}}", 72, "option not supported on a view: validator");
        refused("{collMod: 'books', viewOn: 'open', pipeline: []}", 72, "option only supported on a view: viewOn");
        refused(
                "{collMod: 'open', viewOn: 'doubled', pipeline: []}",
                5,
                "View cycle detected: shop.open => shop.doubled => shop.open");
    }

    @Test
    void isDropped() {
        assertThat(client.run("{drop: 'doubled'}")).isEqualTo(json("{ns: 'shop.doubled', ok: 1.0}"));
        assertThat(documents("{find: 'doubled'}")).isEmpty();
        client.run("{drop: 'books'}");
        assertThat(documents("{find: 'open'}")).isEmpty();
        client.run("{dropDatabase: 1}");
        assertThat(documents("{listCollections: 1}")).isEmpty();
    }
}
