package io.counterpoint.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collations of operations, collections and indexes through the shard's commands. */
class CollationTest {
    private static final String WHOLE = "{locale: 'en', caseLevel: false, caseFirst: 'off', strength: 2,"
            + " numericOrdering: false, alternate: 'non-ignorable', maxVariable: 'punct', normalization: false,"
            + " backwards: false, version: '57.1'}";

    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @AfterEach
    void close() {
        shard.close();
    }

    private void plainCollection() {
        client.run("{create: 'c'}");
        fill();
    }

    private void collatedCollection() {
        client.run("{create: 'c', collation: {locale: 'en', strength: 2}}");
        fill();
    }

    private void fill() {
        client.run("{insert: 'c', documents: [{_id: 1, x: 'b'}, {_id: 2, x: 'A'}, {_id: 3, x: 'a'}, {_id: 4, x: 5}]}");
    }

    private List<Integer> ids(String command) {
        return client.run(command).getDocument("cursor").getArray("firstBatch").stream()
                .map(document -> document.asDocument().getNumber("_id").intValue())
                .toList();
    }

    private BsonDocument value(String command) {
        return client.run(command);
    }

    @Test
    void anOperationComparesByItsCollation() {
        plainCollection();

        assertThat(ids("{find: 'c', filter: {x: 'a'}}")).containsExactly(3);
        assertThat(ids("{find: 'c', filter: {x: 'a'}, collation: {locale: 'en', strength: 2}}"))
                .containsExactly(2, 3);
        assertThat(ids("{find: 'c', filter: {x: {$gte: 'a'}}, sort: {x: -1, _id: 1}, collation: {locale: 'en'}}"))
                .containsExactly(1, 2, 3);
        assertThat(value("{count: 'c', query: {x: 'A'}, collation: {locale: 'en', strength: 1}}"))
                .containsEntry("n", BsonDocument.parse("{n: 2}").get("n"));
        assertThat(value("{distinct: 'c', key: 'x', collation: {locale: 'en', strength: 2}}")
                        .getArray("values"))
                .hasSize(3);
        assertThat(ids("{aggregate: 'c', pipeline: [{$match: {x: 'a'}}], cursor: {},"
                        + " collation: {locale: 'en', strength: 2}}"))
                .containsExactly(2, 3);
    }

    @Test
    void anEmptyCollationSaysNothing() {
        collatedCollection();

        assertThat(ids("{find: 'c', filter: {x: 'a'}, collation: {}}")).containsExactly(2, 3);
    }

    @Test
    void writesCompareByTheirCollation() {
        plainCollection();
        String ci = "collation: {locale: 'en', strength: 2}";

        assertThat(value("{update: 'c', updates: [{q: {x: 'a'}, u: {$set: {y: 1}}, multi: true, " + ci + "}]}")
                        .getNumber("n")
                        .intValue())
                .isEqualTo(2);
        assertThat(value("{findAndModify: 'c', query: {x: 'B'}, update: {$set: {y: 2}}, new: true, " + ci + "}")
                        .getDocument("value")
                        .getNumber("y")
                        .intValue())
                .isEqualTo(2);
        assertThat(value("{delete: 'c', deletes: [{q: {x: 'B'}, limit: 1, " + ci + "}]}")
                        .getNumber("n")
                        .intValue())
                .isEqualTo(1);
        BsonDocument bulk = client.run(
                "admin",
                BsonDocument.parse("{bulkWrite: 1, nsInfo: [{ns: 'shop.c'}], ops:"
                        + " [{update: 0, filter: {x: 'a'}, updateMods: {$set: {z: 1}}, multi: true, " + ci + "},"
                        + " {delete: 0, filter: {x: 'a'}, multi: true}]}"));
        assertThat(bulk.getNumber("nMatched").intValue()).isEqualTo(2);
        assertThat(bulk.getNumber("nDeleted").intValue()).isEqualTo(1);
    }

    @Test
    void statementsTakeTheCollectionsCollation() {
        collatedCollection();

        assertThat(ids("{find: 'c', filter: {x: 'a'}}")).containsExactly(2, 3);
        assertThat(ids("{find: 'c', filter: {x: 'a'}, collation: {locale: 'simple'}}"))
                .containsExactly(3);
        assertThat(value("{update: 'c', updates: [{q: {x: 'B'}, u: {$set: {y: 1}}},"
                                + " {q: {x: 'B'}, u: {$set: {y: 1}}, collation: {locale: 'simple'}}]}")
                        .getNumber("n")
                        .intValue())
                .isEqualTo(1);
        assertThat(value("{delete: 'c', deletes: [{q: {x: 'B'}, limit: 0}]}")
                        .getNumber("n")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void optionsAndIndexesShowTheWholeCollation() {
        client.run("{create: 'c', collation: {locale: 'en', strength: 2}}");
        client.run("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}, {key: {y: 1}, name: 'y_1',"
                + " collation: {locale: 'simple'}}, {key: {z: 1}, name: 'z_1', collation: {locale: 'fr'}}]}");

        BsonDocument whole = BsonDocument.parse(WHOLE);
        BsonDocument collection = client.run("{listCollections: 1}")
                .getDocument("cursor")
                .getArray("firstBatch")
                .get(0)
                .asDocument();
        assertThat(collection.getDocument("options").get("collation")).isEqualTo(whole);
        assertThat(collection.getDocument("idIndex").get("collation")).isEqualTo(whole);
        List<BsonValue> indexes = List.copyOf(
                client.run("{listIndexes: 'c'}").getDocument("cursor").getArray("firstBatch"));
        assertThat(indexes)
                .extracting(index -> index.asDocument().get("collation"))
                .satisfies(collations -> {
                    assertThat(collations.get(0)).isEqualTo(whole);
                    assertThat(collations.get(1)).isEqualTo(whole);
                    assertThat(collations.get(2)).isNull();
                    assertThat(collations
                                    .get(3)
                                    .asDocument()
                                    .getString("locale")
                                    .getValue())
                            .isEqualTo("fr");
                });
    }

    @Test
    void everythingIsThereAfterARestart() {
        collatedCollection();
        client.run("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}]}");

        shard.restart();

        ShardFixture.Peer again = shard.client();
        assertThat(again.run("{find: 'c', filter: {x: 'a'}, hint: 'x_1'}")
                        .getDocument("cursor")
                        .getArray("firstBatch"))
                .hasSize(2);
        assertThat(again.run("{validate: 'c'}").getBoolean("valid").getValue()).isTrue();
    }

    @Test
    void aUniqueIndexKnowsTextsByItsCollation() {
        plainCollection();
        client.run("{create: 'u'}");
        client.run("{createIndexes: 'u', indexes: [{key: {x: 1}, name: 'x_1', unique: true,"
                + " collation: {locale: 'en', strength: 2}}]}");
        client.run("{insert: 'u', documents: [{_id: 1, x: 'a'}]}");

        BsonDocument reply =
                client.run("{insert: 'u', documents: [{_id: 2, x: 'A'}, {_id: 3, x: 'b'}], ordered: false}");

        BsonDocument error = reply.getArray("writeErrors").get(0).asDocument();
        assertThat(error.getNumber("code").intValue()).isEqualTo(11000);
        assertThat(error.getString("errmsg").getValue())
                .isEqualTo("E11000 duplicate key error collection: shop.u index: x_1 collation: { locale: \"en\","
                        + " caseLevel: false, caseFirst: \"off\", strength: 2, numericOrdering: false, alternate:"
                        + " \"non-ignorable\", maxVariable: \"punct\", normalization: false, backwards: false, version:"
                        + " \"57.1\" } dup key: { x: \"0x2b0105\" }");
        assertThat(reply.getNumber("n").intValue()).isEqualTo(1);
    }

    @Test
    void theIndexOnIdHasTheCollectionsCollation() {
        client.run("{create: 'c', collation: {locale: 'en', strength: 2}}");
        client.run("{insert: 'c', documents: [{_id: 'a'}]}");

        assertThat(client.run("{insert: 'c', documents: [{_id: 'A'}]}").getArray("writeErrors"))
                .hasSize(1);
        assertThat(client.run("{find: 'c', filter: {_id: 'A'}}")
                        .getDocument("cursor")
                        .getArray("firstBatch"))
                .containsExactly(BsonDocument.parse("{_id: 'a'}"));
        assertThat(client.refused("{createIndexes: 'c', indexes: [{key: {_id: 1}, name: '_id_',"
                                + " collation: {locale: 'simple'}}]}")
                        .getString("errmsg")
                        .getValue())
                .startsWith("The _id index must have the same collation as the collection.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {x: 'a'}           | {locale: 'en', strength: 2} | IXSCAN
            {x: {$gt: 'a'}}    | {locale: 'en', strength: 2} | IXSCAN
            {x: {$in: ['a']}}  | {locale: 'en', strength: 2} | IXSCAN
            {x: 5}             | {locale: 'simple'}          | IXSCAN
            {x: 'a'}           | {locale: 'simple'}          | COLLSCAN
            {x: 'a'}           | {locale: 'en'}              | COLLSCAN
            {x: {y: 'a'}}      | {locale: 'en'}              | COLLSCAN
            {x: {$regex: '^a'}} | {locale: 'en', strength: 2} | COLLSCAN
            """)
    void anIndexServesTextsOfItsCollation(String filter, String collation, String stage) {
        plainCollection();
        client.run(
                "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', collation: {locale: 'en', strength: 2}}]}");

        BsonDocument plan = client.run("{explain: {find: 'c', filter: " + filter + ", collation: " + collation + "}}")
                .getDocument("queryPlanner")
                .getDocument("winningPlan");

        BsonDocument source = plan.containsKey("inputStage") ? plan.getDocument("inputStage") : plan;
        assertThat(source.getString("stage").getValue()).isEqualTo(stage);
    }

    @Test
    void explainShowsCollationsAndSortKeys() {
        plainCollection();
        client.run(
                "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', collation: {locale: 'en', strength: 2}}]}");

        BsonDocument planner = client.run(
                        "{explain: {find: 'c', filter: {x: 'a'}, collation: {locale: 'en', strength: 2}}}")
                .getDocument("queryPlanner");

        assertThat(planner.get("collation")).isEqualTo(BsonDocument.parse(WHOLE));
        BsonDocument scan = planner.getDocument("winningPlan").getDocument("inputStage");
        assertThat(scan.get("collation")).isEqualTo(BsonDocument.parse(WHOLE));
        assertThat(scan.getDocument("indexBounds").toJson())
                .isEqualTo("{\"x\": [\"[CollationKey(0x2b0105), CollationKey(0x2b0105)]\"]}");
    }

    @Test
    void aSortNeedsNoMemoryOnlyInTheIndexsCollation() {
        plainCollection();
        client.run(
                "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', collation: {locale: 'en', strength: 2}}]}");

        assertThat(stage("{find: 'c', sort: {x: 1}, collation: {locale: 'en', strength: 2}}"))
                .isEqualTo("FETCH");
        assertThat(stage("{find: 'c', sort: {x: 1}}")).isEqualTo("SORT");
        assertThat(ids("{find: 'c', sort: {x: 1}, hint: 'x_1'}")).containsExactly(4, 2, 3, 1);
    }

    private String stage(String find) {
        return client.run("{explain: " + find + "}")
                .getDocument("queryPlanner")
                .getDocument("winningPlan")
                .getString("stage")
                .getValue();
    }

    @Test
    void indexesOfOneKeyMayDifferInCollation() {
        plainCollection();
        client.run("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}, {key: {x: 1}, name: 'x_en',"
                + " collation: {locale: 'en'}}]}");

        assertThat(client.refused("{find: 'c', hint: {x: 1}}")
                        .getString("errmsg")
                        .getValue())
                .contains("Hint matched multiple indexes");
        assertThat(client.refused(
                                "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', collation: {locale: 'en'}}]}")
                        .getNumber("code")
                        .intValue())
                .isEqualTo(86);
        assertThat(client.refused("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'again', collation:"
                                + " {locale: 'en'}}]}")
                        .getNumber("code")
                        .intValue())
                .isEqualTo(85);
    }

    @Test
    void aPartialIndexSelectsByItsCollation() {
        plainCollection();
        client.run("{createIndexes: 'c', indexes: [{key: {_id: 1, x: 1}, name: 'p', partialFilterExpression: {x: 'A'},"
                + " collation: {locale: 'en', strength: 2}}]}");

        assertThat(ids("{find: 'c', filter: {x: 'A'}, hint: 'p', collation: {locale: 'en', strength: 2}}"))
                .containsExactly(2, 3);
        assertThat(ids("{find: 'c', filter: {x: 'A'}, hint: 'p', collation: {locale: 'en'}}"))
                .as("the index has both, the filter wants one")
                .containsExactly(2);
        assertThat(ids("{find: 'c', hint: 'p'}")).as("what is in the index").containsExactly(2, 3);
    }

    @Test
    void validatorsCompareByTheCollectionsCollation() {
        client.run("{create: 'c', collation: {locale: 'en', strength: 2}, validator: {x: {$in: ['a', 'b']}}}");

        assertThat(client.run("{insert: 'c', documents: [{x: 'A'}]}").containsKey("writeErrors"))
                .isFalse();
        assertThat(client.run("{insert: 'c', documents: [{x: 'C'}]}").getArray("writeErrors"))
                .hasSize(1);
    }

    @Test
    void createIsRepeatableWithTheSameCollationOnly() {
        client.run("{create: 'c', collation: {locale: 'en', strength: 2}}");

        client.run("{create: 'c', collation: " + WHOLE + "}");
        assertThat(client.refused("{create: 'c'}").getNumber("code").intValue()).isEqualTo(48);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{create: 'd', collation: {}}", "{create: 'd', collation: {locale: 'xx'}}"})
    void createRefusesWhatIsNoCollation(String command) {
        assertThat(client.refused(command).getNumber("code").intValue()).isEqualTo(2);
    }

    @Test
    void aJoinComparesByTheCollationOfTheOperation() {
        plainCollection();
        client.run("{create: 'o', collation: {locale: 'en', strength: 2}}");
        client.run("{insert: 'o', documents: [{_id: 1, y: 'B'}]}");
        String pipeline = "pipeline: [{$match: {_id: 1}}, {$lookup: {from: 'o', localField: 'x', foreignField: 'y',"
                + " as: 'o'}}, {$match: {'o.y': 'B'}}], cursor: {}";

        assertThat(ids("{aggregate: 'c', " + pipeline + "}")).isEmpty();
        assertThat(ids("{aggregate: 'c', " + pipeline + ", collation: {locale: 'en', strength: 2}}"))
                .containsExactly(1);
    }

    @Test
    void aViewIsReadUnderItsCollationOnly() {
        collatedCollection();
        client.run(
                "{create: 'ci', viewOn: 'c', pipeline: [{$match: {x: 'a'}}], collation: {locale: 'en', strength: 2}}");
        client.run("{create: 'plain', viewOn: 'c', pipeline: [{$match: {x: 'a'}}]}");

        assertThat(ids("{find: 'ci'}")).containsExactly(2, 3);
        assertThat(ids("{find: 'plain'}")).containsExactly(3);
        assertThat(client.run("{count: 'ci', query: {x: 'A'}}").getNumber("n").intValue())
                .isEqualTo(2);
        assertThat(client.run("{distinct: 'ci', key: 'x'}").getArray("values")).hasSize(1);
        assertThat(ids("{find: 'ci', collation: {locale: 'en', strength: 2}}")).hasSize(2);
        assertThat(client.refused("{find: 'ci', collation: {locale: 'en'}}")
                        .getString("errmsg")
                        .getValue())
                .isEqualTo("Cannot override a view's default collation");
        assertThat(client.refused("{create: 'on', viewOn: 'ci', pipeline: []}")
                        .getString("errmsg")
                        .getValue())
                .isEqualTo("View shop.on has a collation that does not match the collation of view shop.ci");
        assertThat(client.refused("{aggregate: 'plain', pipeline: [{$lookup: {from: 'ci', localField: 'x',"
                                + " foreignField: 'x', as: 'o'}}], cursor: {}}")
                        .getNumber("code")
                        .intValue())
                .isEqualTo(167);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {locale: 'en', strength: 2} | {count: 'c', query: {x: 'a'}, hint: 'x_1'}                  | 2
            {locale: 'simple'}          | {count: 'c', query: {x: 'a'}, hint: 'x_1'}                  | 1
            {locale: 'simple'}          | {count: 'c', query: {x: {$gt: 'a'}}}                        | 1
            {locale: 'en'}              | {count: 'c', query: {x: {$gt: 'a'}}}                        | 2
            {locale: 'en', strength: 2} | {count: 'c', query: {x: {$gt: 'a'}}}                        | 1
            {locale: 'simple'}          | {count: 'c', query: {x: {$gte: 5, $ne: 'a'}}}               | 1
            {locale: 'simple'}          | {count: 'c', query: {$and: [{x: {$gte: 5}}, {x: 'a'}]}}     | 0
            {locale: 'simple'}          | {count: 'c', query: {$or: [{x: 'a'}, {x: 'b'}]}}            | 2
            {locale: 'en', strength: 2} | {count: 'c', query: {$or: [{x: 'a'}, {x: 'b'}]}}            | 3
            """)
    void countsByAnIndexAreThoseOfTheRequest(String collation, String count, int expected) {
        plainCollection();
        client.run(
                "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', collation: {locale: 'en', strength: 2}}]}");
        BsonDocument command = BsonDocument.parse(count).append("collation", BsonDocument.parse(collation));

        assertThat(client.run("shop", command).getNumber("n").intValue()).isEqualTo(expected);
    }

    @Test
    void distinctValuesAreThoseOfTheRequest() {
        plainCollection();
        client.run(
                "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', collation: {locale: 'en', strength: 2}}]}");

        assertThat(client.run("{distinct: 'c', key: 'x'}").getArray("values")).hasSize(4);
        assertThat(client.run("{distinct: 'c', key: 'x', collation: {locale: 'en', strength: 2}}")
                        .getArray("values"))
                .hasSize(3);
    }

    @Test
    void limitsOfKeysAreTextsOfTheIndex() {
        plainCollection();
        client.run(
                "{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1', collation: {locale: 'en', strength: 2}}]}");

        assertThat(
                        ids(
                                "{find: 'c', min: {x: 'A'}, max: {x: 'B'}, hint: 'x_1', collation: {locale: 'en', strength: 2}}"))
                .containsExactly(2, 3);
        assertThat(ids("{find: 'c', min: {x: 5}, max: {x: 6}, hint: 'x_1'}")).containsExactly(4);
        assertThat(client.refused("{find: 'c', min: {x: 'A'}, max: {x: 'B'}, hint: 'x_1'}")
                        .getNumber("code")
                        .intValue())
                .isEqualTo(51174);
    }

    @Test
    void aWildcardIndexFilesTextsByItsCollation() {
        plainCollection();
        client.run(
                "{createIndexes: 'c', indexes: [{key: {'$**': 1}, name: 'w', collation: {locale: 'en', strength: 2}}]}");

        assertThat(ids("{find: 'c', filter: {x: 'a'}, hint: 'w', collation: {locale: 'en', strength: 2}}"))
                .containsExactly(2, 3);
        assertThat(stage("{find: 'c', filter: {x: 'a'}}")).isEqualTo("COLLSCAN");
    }

    @Test
    void aMergeNeedsAnIndexOfItsCollation() {
        plainCollection();
        client.run("{create: 't'}");
        client.run("{createIndexes: 't', indexes: [{key: {x: 1}, name: 'x_1', unique: true}]}");
        client.run("{insert: 't', documents: [{_id: 9, x: 'B'}]}");
        String pipeline = "pipeline: [{$match: {_id: 1}}, {$project: {_id: 0}}, {$merge: {into: 't', on: 'x'}}],"
                + " cursor: {}, collation: {locale: 'en', strength: 2}";

        assertThat(client.refused("{aggregate: 'c', " + pipeline + "}")
                        .getNumber("code")
                        .intValue())
                .isEqualTo(51183);
        client.run("{createIndexes: 't', indexes: [{key: {x: 1}, name: 'x_en', unique: true, collation: {locale: 'en',"
                + " strength: 2}}]}");
        client.run("{aggregate: 'c', " + pipeline + "}");
        assertThat(client.run("{find: 't'}").getDocument("cursor").getArray("firstBatch"))
                .containsExactly(BsonDocument.parse("{_id: 9, x: 'b'}"));
    }
}
