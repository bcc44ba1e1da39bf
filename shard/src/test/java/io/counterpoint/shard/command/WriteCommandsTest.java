package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.collection.RoutingVersion;
import io.counterpoint.shard.loop.FaultyStore;
import io.counterpoint.shard.storage.MemoryStore;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** insert, update, delete and findAndModify, as clients and routers send them. */
class WriteCommandsTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @AfterEach
    void close() {
        shard.close();
    }

    private static BsonDocument json(String json) {
        return BsonDocument.parse(json);
    }

    private static BsonDocument error(BsonDocument reply, int position) {
        return reply.getArray("writeErrors").get(position).asDocument();
    }

    private static String ids(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> "{_id: " + i + "}").collect(Collectors.joining(","));
    }

    @Test
    void anInsertMakesItsCollectionAndGivesIds() {
        client.run("{insert: 'a', documents: [{x: 1}, {x: 2, _id: 7}]}");
        List<BsonDocument> documents = client.all("a");
        assertThat(documents.get(0)).isEqualTo(json("{_id: 7, x: 2}"));
        assertThat(documents.get(0).getFirstKey()).isEqualTo("_id");
        assertThat(documents.get(1).get("_id")).isInstanceOf(BsonObjectId.class);
        assertThat(documents.get(1).getFirstKey()).isEqualTo("_id");
    }

    @Test
    void anOrderedInsertStopsAtTheFirstError() {
        BsonDocument reply = client.run("{insert: 'a', documents: [{_id: 1}, {_id: 1}, {_id: 2}]}");
        assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
        assertThat(reply.getArray("writeErrors")).hasSize(1);
        assertThat(error(reply, 0).getInt32("index").getValue()).isEqualTo(1);
        assertThat(client.all("a")).hasSize(1);
        reply = client.run("{insert: 'a', documents: [{_id: 1}, {_id: 2}, {_id: 1}], ordered: false}");
        assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
        assertThat(reply.getArray("writeErrors")).hasSize(2);
        client.validate("shop", "a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {_id: [1]} | 53 | The '_id' value cannot be of type array
                    {_id: {$regularExpression: {pattern: 'a', options: ''}}} | 53 | The '_id' value cannot be of type regex
                    {_id: {$undefined: true}} | 53 | The '_id' value cannot be of type undefined
                    """)
    void aDocumentThatCannotBeStoredIsOneWriteErrorAmongOthers(String document, int code, String text) {
        BsonDocument reply =
                client.run("{insert: 'a', documents: [{_id: 1}, " + document + ", {_id: 2}], ordered: false}");
        assertThat(reply.getInt32("n").getValue()).isEqualTo(2);
        assertThat(error(reply, 0).getInt32("index").getValue()).isEqualTo(1);
        assertThat(error(reply, 0).getInt32("code").getValue()).isEqualTo(code);
        assertThat(error(reply, 0).getString("errmsg").getValue()).isEqualTo(text);
    }

    @Test
    void aDocumentThatIsTooLargeIsOneWriteError() {
        BsonDocument large =
                new BsonDocument("_id", new BsonInt32(2)).append("text", new BsonString("x".repeat(16 * 1024 * 1024)));
        BsonDocument insert = json("{insert: 'a', documents: [{_id: 1}]}");
        insert.getArray("documents").add(large);
        BsonDocument reply = client.run("shop", insert);
        assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
        assertThat(error(reply, 0).getInt32("code").getValue()).isEqualTo(2);
        client.run("{update: 'a', updates: [{q: {_id: 1}, u: {$set: {half: '" + "y".repeat(9_000_000) + "'}}}]}");
        BsonDocument update = client.run("{update: 'a', updates: [{q: {_id: 1}, u: [{$set: {other: '$half'}}]}]}");
        assertThat(error(update, 0).getInt32("code").getValue()).isEqualTo(17419);
        assertThat(client.all("a").get(0).containsKey("other")).isFalse();
    }

    private static BsonDocument nested(int levels) {
        BsonDocument document = new BsonDocument();
        for (int level = 2; level <= levels; level++) {
            document = new BsonDocument("a", document);
        }
        return document;
    }

    @Test
    void documentsMayBeAHundredLevelsDeep() {
        BsonDocument insert = json("{insert: 'a', documents: []}");
        insert.getArray("documents").add(nested(100).append("_id", new BsonInt32(1)));
        assertThat(client.run("shop", insert).get("n")).isEqualTo(new BsonInt32(1));
        insert.getArray("documents").set(0, nested(101).append("_id", new BsonInt32(2)));
        BsonDocument tooDeep = error(client.run("shop", insert), 0);
        assertThat(tooDeep.get("code")).isEqualTo(new BsonInt32(15));
        assertThat(tooDeep.getString("errmsg").getValue())
                .isEqualTo("cannot insert document because it exceeds 100 levels of nesting");
        BsonDocument update = json("{update: 'a', updates: [{q: {_id: 1}}]}");
        BsonDocument statement = update.getArray("updates").get(0).asDocument();
        statement.append("u", new BsonDocument("$set", new BsonDocument("b", nested(99))));
        assertThat(client.run("shop", update).get("nModified")).isEqualTo(new BsonInt32(1));
        statement.append("u", new BsonDocument("$set", new BsonDocument("b", nested(100))));
        tooDeep = error(client.run("shop", update), 0);
        assertThat(tooDeep.get("code")).isEqualTo(new BsonInt32(15));
        assertThat(tooDeep.getString("errmsg").getValue())
                .isEqualTo("Document exceeds maximum nested object depth: 100");
        client.validate("shop", "a");
        assertThat(client.all("a")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {insert: 'a', documents: []} | 16 | Write batch sizes must be between 1 and 100000. Got 0 operations.
                    {insert: 'a'} | 40414 | BSON field 'insert.documents' is missing but a required field
                    {insert: 'a', documents: [1]} | 14 | BSON field 'insert.documents.0' is the wrong type 'int', expected type 'object'
                    {insert: 'a', documents: {}} | 14 | BSON field 'insert.documents' is the wrong type 'object', expected type 'array'
                    {insert: 1, documents: [{}]} | 73 | collection name has invalid type int
                    {insert: '', documents: [{}]} | 73 | Invalid
                    {insert: 'a$b', documents: [{}]} | 73 | Invalid collection name
                    {insert: 'a', documents: [{}], x: 1} | 40415 | BSON field 'insert.x' is an unknown field.
                    {insert: 'a', documents: [{}], ordered: 'yes'} | 14 | BSON field 'insert.ordered' is the wrong type 'string'
                    {insert: 'a', documents: [{}], stage: {$numberLong: '1'}} | 40415 | BSON field 'insert.stage' is an unknown field.
                    {update: 'a', updates: []} | 16 | Write batch sizes
                    {update: 'a', updates: [{q: {}}]} | 40414 | BSON field 'update.updates.0.u' is missing but a required field
                    {update: 'a', updates: [{u: {}}]} | 40414 | BSON field 'update.updates.0.q' is missing but a required field
                    {update: 'a', updates: [{q: {}, u: {}, x: 1}]} | 40415 | BSON field 'update.updates.0.x' is an unknown field.
                    {update: 'a', updates: [{q: {}, u: {}, multi: 'x'}]} | 14 | BSON field 'update.updates.0.multi' is the wrong type 'string'
                    {delete: 'a', deletes: [{q: {}}]} | 40414 | BSON field 'delete.deletes.0.limit' is missing but a required field
                    {delete: 'a', deletes: [{limit: 1}]} | 40414 | BSON field 'delete.deletes.0.q' is missing but a required field
                    {delete: 'a', deletes: [{q: {}, limit: 0, x: 1}]} | 40415 | BSON field 'delete.deletes.0.x' is an unknown field.
                    {findAndModify: 'a', query: {}} | 9 | Either an update or remove=true must be specified
                    {findAndModify: 'a', remove: true, update: {}} | 9 | Cannot specify both an update and remove=true
                    {findAndModify: 'a', remove: true, upsert: true} | 9 | Cannot specify both upsert=true and remove=true
                    {findAndModify: 'a', remove: true, new: true} | 9 | Cannot specify both new=true and remove=true
                    {insert: 'a', documents: [{}], writeConcern: {w: 2}} | 100 | Not enough data-bearing nodes
                    {insert: 'a', documents: [{}], writeConcern: {w: 'here'}} | 79 | No write concern mode named 'here' found in replica set configuration
                    {insert: 'a', documents: [{}], writeConcern: {w: -1}} | 9 | w has to be a non-negative number
                    """)
    void malformedCommandsDoNothing(String command, int code, String text) {
        BsonDocument reply = client.refused(command);
        assertThat(reply.getInt32("code").getValue()).as(reply.toString()).isEqualTo(code);
        assertThat(reply.getString("errmsg").getValue()).contains(text);
        assertThat(shard.stored("shop.a")).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {q: {$bad: 1}, u: {x: 1}} | 2
                    {q: {}, u: {$bad: {x: 1}}} | 9
                    {q: {}, u: {x: 1}, multi: true} | 9
                    {q: {}, u: {x: 1}, multi: true, sort: {x: 1}} | 9
                    {q: {}, u: {$set: {x: 1}}, collation: {locale: 'xx'}} | 2
                    {q: {}, u: {$set: {x: 1}}, c: {a: 1}} | 51198
                    {q: {}, u: {$set: {x: 1}}, hint: 'none'} | 2
                    """)
    void anUpdateThatCannotBeCarriedOutIsOneWriteError(String statement, int code) {
        client.run("{insert: 'a', documents: [{_id: 1}]}");
        BsonDocument reply =
                client.run("{update: 'a', updates: [{q: {_id: 1}, u: {$set: {good: 1}}}, " + statement + "]}");
        assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
        assertThat(error(reply, 0).getInt32("index").getValue()).isEqualTo(1);
        assertThat(error(reply, 0).getInt32("code").getValue())
                .as(reply.toString())
                .isEqualTo(code);
        assertThat(client.all("a")).containsExactly(json("{_id: 1, good: 1}"));
    }

    @Test
    void aDeleteWithAnotherLimitIsOneWriteError() {
        BsonDocument reply = client.run("{delete: 'a', deletes: [{q: {}, limit: 2}]}");
        assertThat(error(reply, 0).getInt32("code").getValue()).isEqualTo(9);
        assertThat(error(reply, 0).getString("errmsg").getValue())
                .isEqualTo("The limit field in delete objects must be 0 or 1. Got 2");
    }

    @Test
    void repliesOfUpdates() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 1}, {_id: 2, x: 1}, {_id: 3, x: 2}]}");
        assertThat(client.run("{update: 'a', updates: [{q: {x: 1}, u: {$set: {y: 1}}, multi: true}]}"))
                .isEqualTo(json("{n: 2, nModified: 2, ok: 1.0}"));
        assertThat(client.run("{update: 'a', updates: [{q: {x: 1}, u: {$set: {y: 1}}, multi: true}]}"))
                .isEqualTo(json("{n: 2, nModified: 0, ok: 1.0}"));
        assertThat(client.run("{update: 'a', updates: [{q: {x: 9}, u: {$set: {y: 1}}}]}"))
                .isEqualTo(json("{n: 0, nModified: 0, ok: 1.0}"));
        assertThat(client.run("{update: 'a', updates: [{q: {x: 1}, u: {$set: {y: 2}}, sort: {_id: -1}}]}"))
                .isEqualTo(json("{n: 1, nModified: 1, ok: 1.0}"));
        assertThat(client.all("a").get(1)).isEqualTo(json("{_id: 2, x: 1, y: 2}"));
        assertThat(client.run("{update: 'a', updates: [{q: {_id: 1}, u: {$set: {x: 5}}},"
                        + " {q: {_id: 9}, u: {$set: {x: 5}}, upsert: true}]}"))
                .isEqualTo(json("{n: 2, nModified: 1, upserted: [{index: 1, _id: 9}], ok: 1.0}"));
        assertThat(client.run("{delete: 'a', deletes: [{q: {x: 5}, limit: 1}, {q: {}, limit: 0}]}"))
                .isEqualTo(json("{n: 4, ok: 1.0}"));
    }

    @Test
    void aStatementThatFailsHalfwayLeavesNothing() {
        client.run("{createIndexes: 'a', indexes: [{key: {k: 1}, name: 'k', unique: true}]}");
        client.run("{insert: 'a', documents: [{_id: 1, k: 1}, {_id: 2, k: 2}, {_id: 3, k: 3}]}");
        BsonDocument reply = client.run(
                "{update: 'a', updates: [{q: {_id: {$gte: 2}}, u: {$set: {k: 7}}, multi: true}], ordered: false}");
        assertThat(error(reply, 0).getInt32("code").getValue()).isEqualTo(11000);
        assertThat(client.all("a"))
                .containsExactly(json("{_id: 1, k: 1}"), json("{_id: 2, k: 2}"), json("{_id: 3, k: 3}"));
        client.validate("shop", "a");
    }

    @Test
    void anIndexForgetsTheArraysOfAStatementThatWasTakenBack() {
        client.run("{createIndexes: 'a', indexes: [{key: {k: 1}, name: 'k', unique: true}, {key: {t: 1}, name: 't'}]}");
        client.run("{insert: 'a', documents: [{_id: 1, k: 1}, {_id: 2, k: 2}]}");
        client.run("{update: 'a', updates: [{q: {}, u: {$set: {t: [1, 2], k: 7}}, multi: true}]}");
        assertThat(shard.index("shop.a", "t").multikeyFields()).isZero();
        client.run("{insert: 'a', documents: [{_id: 3, k: 3, t: [1, 9]}]}");
        shard.restart();
        assertThat(shard.index("shop.a", "t").multikeyFields()).isNotZero();
        assertThat(ShardFixture.documents(client.run("{find: 'a', filter: {t: {$gte: 5, $lte: 1}}, hint: 't'}")))
                .hasSize(1);
    }

    @Test
    void anUpsertThatFailsMakesNoCollection() {
        BsonDocument reply = client.run(
                "{update: 'a', updates: [{q: {_id: 1}, u: {$set: {_id: 2}}, upsert: true}], ordered: false}");
        assertThat(reply.getArray("writeErrors")).hasSize(1);
        assertThat(ShardFixture.documents(client.run("{listCollections: 1}"))).isEmpty();
        client.run("{insert: 'a', documents: [{_id: 1}]}");
        shard.restart();
        assertThat(client.all("a")).hasSize(1);
    }

    @Test
    void anInsertThatFailsMakesItsCollectionAllTheSame() {
        BsonDocument reply = client.run("{insert: 'a', documents: [{_id: [1]}]}");
        assertThat(reply.getArray("writeErrors")).hasSize(1);
        assertThat(shard.stored("shop.a")).isNotNull();
    }

    @Test
    void anIndexThatOnceHeldAnArraySaysSoForEver() {
        client.run("{createIndexes: 'a', indexes: [{key: {t: 1}, name: 't'}]}");
        client.run("{insert: 'a', documents: [{_id: 1, t: [1, 2]}]}");
        client.run("{delete: 'a', deletes: [{q: {}, limit: 0}]}");
        assertThat(shard.index("shop.a", "t").multikeyFields()).isNotZero();
    }

    @Test
    void onlyWhoAsksForItIsAnsweredBeforeTheSync() {
        FaultyStore store = new FaultyStore(new MemoryStore());
        try (ShardFixture fixture = ShardFixture.over(store, 1)) {
            for (String concern : List.of("{w: 1, j: false}", "{w: 0}", "{w: 0, j: false}")) {
                int before = store.syncs();
                fixture.client().run("{insert: 'a', documents: [{}], writeConcern: " + concern + "}");
                assertThat(store.syncs()).as(concern).isEqualTo(before);
            }
            for (String concern : List.of("{w: 1}", "{}", "{j: true}", "{w: 'majority'}", "{j: false}")) {
                int before = store.syncs();
                fixture.client().run("{insert: 'a', documents: [{}], writeConcern: " + concern + "}");
                assertThat(store.syncs()).as(concern).isEqualTo(before + 1);
            }
        }
    }

    @Test
    void anUpdateDoesNotComeAcrossWhatItStored() {
        client.run("{createIndexes: 'a', indexes: [{key: {x: 1}, name: 'x'}]}");
        client.run("{insert: 'a', documents: ["
                + IntStream.range(0, 200)
                        .mapToObj(i -> "{_id: " + i + ", x: " + i + "}")
                        .collect(Collectors.joining(","))
                + "]}");
        assertThat(client.run("{update: 'a', updates: [{q: {x: {$gte: 0}}, u: {$inc: {x: 50}}, multi: true}]}"))
                .isEqualTo(json("{n: 200, nModified: 200, ok: 1.0}"));
        assertThat(client.all("a"))
                .allSatisfy(document -> assertThat(document.getInt32("x").getValue())
                        .isEqualTo(document.getInt32("_id").getValue() + 50));
        client.validate("shop", "a");
    }

    @Test
    void repliesOfFindAndModify() {
        client.run("{insert: 'a', documents: [{_id: 1, x: 1}, {_id: 2, x: 2}]}");
        assertThat(client.run("{findAndModify: 'a', query: {x: 1}, update: {$inc: {x: 1}}}"))
                .isEqualTo(json("{lastErrorObject: {n: 1, updatedExisting: true}, value: {_id: 1, x: 1}, ok: 1.0}"));
        assertThat(
                        client.run(
                                "{findAndModify: 'a', sort: {_id: -1}, update: {$inc: {x: 1}}, new: true, fields: {x: 1, _id: 0}}"))
                .isEqualTo(json("{lastErrorObject: {n: 1, updatedExisting: true}, value: {x: 3}, ok: 1.0}"));
        assertThat(client.run("{findAndModify: 'a', query: {x: 99}, update: {$inc: {x: 1}}}"))
                .isEqualTo(json("{lastErrorObject: {n: 0, updatedExisting: false}, value: null, ok: 1.0}"));
        assertThat(client.run("{findandmodify: 'a', query: {_id: 5}, update: {$set: {x: 5}}, upsert: true, new: true}"))
                .isEqualTo(
                        json(
                                "{lastErrorObject: {n: 1, updatedExisting: false, upserted: 5}, value: {_id: 5, x: 5}, ok: 1.0}"));
        assertThat(client.run("{findAndModify: 'a', query: {_id: 6}, update: {$set: {x: 5}}, upsert: true}"))
                .isEqualTo(
                        json("{lastErrorObject: {n: 1, updatedExisting: false, upserted: 6}, value: null, ok: 1.0}"));
        assertThat(client.run("{findAndModify: 'a', query: {_id: 5}, remove: true}"))
                .isEqualTo(json("{lastErrorObject: {n: 1}, value: {_id: 5, x: 5}, ok: 1.0}"));
        assertThat(client.run("{findAndModify: 'a', query: {_id: 5}, remove: true}"))
                .isEqualTo(json("{lastErrorObject: {n: 0}, value: null, ok: 1.0}"));
        client.validate("shop", "a");
    }

    @Test
    void findAndModifyThatMeetsADuplicateIsRefused() {
        client.run("{createIndexes: 'a', indexes: [{key: {k: 1}, name: 'k', unique: true}]}");
        client.run("{insert: 'a', documents: [{_id: 1, k: 1}, {_id: 2, k: 2}]}");
        BsonDocument reply = client.refused("{findAndModify: 'a', query: {_id: 1}, update: {$set: {k: 2}}}");
        assertThat(reply.getInt32("code").getValue()).isEqualTo(11000);
        assertThat(reply.getDocument("keyValue")).isEqualTo(json("{k: 2}"));
        client.validate("shop", "a");
    }

    @Test
    void theDocumentThatMergeSuppliesIsStoredWhenNoneMatches() {
        client.run("{insert: 'target', documents: [{_id: 1, x: 1}]}");
        client.run("{insert: 'source', documents: [{_id: 1, x: 10}, {_id: 2, x: 20}]}");
        client.run("{aggregate: 'source', pipeline: [{$merge: {into: 'target',"
                + " whenMatched: [{$set: {x: {$add: ['$x', '$$new.x']}}}], whenNotMatched: 'insert'}}], cursor: {}}");
        assertThat(client.all("target")).containsExactly(json("{_id: 1, x: 11}"), json("{_id: 2, x: 20}"));
    }

    @Test
    void aRouterThatBelievesOtherwiseIsToldSoAndNothingIsDone() {
        ShardFixture.Peer router = shard.router();
        UUID uuid = new UUID(0x4000, 7);
        router.run("shop", json("{_shardCreate: 'a'}").append("uuid", new BsonBinary(uuid)));
        List<String> commands = List.of(
                "{insert: 'a', documents: [{_id: 1}]}",
                "{update: 'a', updates: [{q: {_id: 1}, u: {x: 1}, upsert: true}]}",
                "{delete: 'a', deletes: [{q: {}, limit: 0}]}",
                "{findAndModify: 'a', query: {_id: 1}, update: {x: 1}, upsert: true}",
                "{find: 'a'}",
                "{count: 'a'}",
                "{distinct: 'a', key: 'x'}",
                "{aggregate: 'a', pipeline: [], cursor: {}}",
                "{listIndexes: 'a'}");
        for (String command : commands) {
            BsonDocument sent = json(command).append("$db", new BsonString("shop"));
            for (RoutingVersion wrong : List.of(new RoutingVersion(null), new RoutingVersion(new UUID(0x4000, 8)))) {
                BsonDocument reply = router.send(sent, wrong).join();
                assertThat(reply.getInt32("code", new BsonInt32(0)).getValue())
                        .as(command)
                        .isEqualTo(13388);
                assertThat(reply.get("actualUuid")).as(command).isEqualTo(new BsonBinary(uuid));
            }
            BsonDocument reply = router.send(sent, new RoutingVersion(uuid)).join();
            assertThat(reply.getNumber("ok").intValue())
                    .as("%s: %s", command, reply)
                    .isEqualTo(1);
        }
        BsonDocument gone = router.send(
                        json("{insert: 'none', documents: [{}], $db: 'shop'}"), new RoutingVersion(uuid))
                .join();
        assertThat(gone.getInt32("code").getValue()).isEqualTo(13388);
        assertThat(gone.get("actualUuid")).isEqualTo(BsonNull.VALUE);
    }

    @Test
    void aRouterThatKnowsThereIsNoCollectionGetsNoneMade() {
        ShardFixture.Peer router = shard.router();
        BsonDocument reply = router.send(json("{insert: 'a', documents: [{}], $db: 'shop'}"), new RoutingVersion(null))
                .join();
        assertThat(reply.getInt32("code").getValue()).isEqualTo(26);
        assertThat(shard.stored("shop.a")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{w: 1}",
                "{w: 'majority'}",
                "{w: 0}",
                "{w: 1, j: false}",
                "{j: true}",
                "{w: 'majority', wtimeout: 5}"
            })
    void writeConcernsOfOneCopyAreTaken(String concern) {
        assertThat(client.run("{insert: 'a', documents: [{}], writeConcern: " + concern + "}")
                        .get("n"))
                .isEqualTo(new BsonInt32(1));
    }

    @Test
    void aBatchOfTheLargestSizeIsTakenAndOneMoreIsNot() {
        BsonDocument insert = json("{insert: 'a', documents: [" + ids(1, 1) + "]}");
        for (int i = 2; i <= 100_000; i++) {
            insert.getArray("documents").add(new BsonDocument("_id", new BsonInt32(i)));
        }
        insert.getArray("documents").add(new BsonDocument("_id", new BsonInt32(0)));
        BsonDocument reply = client.reply("shop", insert);
        assertThat(reply.getInt32("code").getValue()).isEqualTo(16);
        assertThat(shard.stored("shop.a")).isNull();
        insert.getArray("documents").remove(100_000);
        assertThat(client.run("shop", insert).getInt32("n").getValue()).isEqualTo(100_000);
    }

    @Test
    void anUpsertUsesTheIdThatARouterChose() {
        ShardFixture.Peer router = shard.router();
        router.run("{update: 'a', updates: [{q: {x: 1}, u: {$set: {y: 1}}, upsert: true,"
                + " upsertId: {$oid: '0123456789abcdef01234567'}}]}");
        router.run("{findAndModify: 'a', query: {x: 2}, update: {$set: {y: 1}}, upsert: true,"
                + " upsertId: {$oid: '0123456789abcdef01234568'}}");
        assertThat(client.all("a"))
                .containsExactly(
                        json("{_id: {$oid: '0123456789abcdef01234567'}, x: 1, y: 1}"),
                        json("{_id: {$oid: '0123456789abcdef01234568'}, x: 2, y: 1}"));
    }

    /** Found by ShardModelTest, seed 33699755575635008. */
    @Test
    void aRefusedUpdateDoesNotHideTheHighestKeyOfAUniqueIndex() {
        client.run("{createIndexes: 'u', indexes: [{key: {k: 1}, name: 'k', unique: true}]}");
        client.run("{insert: 'u', documents: [{_id: 1, k: 24}, {_id: 2, k: 21}]}");
        shard.restart();
        assertThat(client.run("{update: 'u', updates: [{q: {_id: 1}, u: {$set: {k: 21}}}]}")
                        .getArray("writeErrors"))
                .hasSize(1);
        assertThat(client.run("{insert: 'u', documents: [{_id: 3, k: 24}]}").getArray("writeErrors", new BsonArray()))
                .hasSize(1);
        client.validate("shop", "u");
    }
}
