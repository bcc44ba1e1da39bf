package io.counterpoint.shard.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.shard.command.ShardFixture;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@code autoincrement} on one shard, sentence by sentence, as a client sees it. */
class AutoincrementTest {
    private static final String ROW = "shop.orders.id";

    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();

    @BeforeEach
    void createOrders() {
        client.run("{create: 'orders', autoincrement: 'id'}");
    }

    @AfterEach
    void close() {
        client.validate("shop", "orders");
        client.validate("admin", "counters");
        shard.close();
    }

    private BsonDocument insert(String document) {
        return client.run("{insert: 'orders', documents: [" + document + "]}");
    }

    private BsonDocument insertFails(String document) {
        BsonDocument reply = insert(document);
        assertThat(reply.getInt32("n").getValue()).isZero();
        return reply.getArray("writeErrors").get(0).asDocument();
    }

    private void setLast(String last) {
        BsonDocument reply = client.admin(
                "{update: 'counters', updates: [{q: {_id: '" + ROW + "'}, u: {$set: {last: " + last + "}}}]}");
        assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
    }

    private @Nullable BsonValue number(int id) {
        return client.all("orders").stream()
                .filter(document -> new BsonInt32(id).equals(document.get("_id")))
                .findFirst()
                .orElseThrow()
                .get("id");
    }

    private static BsonInt32 int32(int value) {
        return new BsonInt32(value);
    }

    @Test
    void createWritesTheRowAndTheUniqueIndex() {
        assertThat(client.all("admin", "counters"))
                .containsExactly(
                        BsonDocument.parse("{_id: 'shop.orders.id', collection: 'shop.orders', field: 'id', last: 0}"));
        assertThat(client.all("admin", "counters").get(0).keySet())
                .containsExactly("_id", "collection", "field", "last");
        assertThat(ShardFixture.documents(client.run("{listIndexes: 'orders'}")))
                .contains(BsonDocument.parse("{v: 2, key: {id: 1}, name: 'id_1', unique: true}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "'a.b'", "'$a'", "'_id'", "[]", "['a', 'a']", "7", "[1]", "'a\\u0000b'"})
    void anythingElseThanNamesIsRefusedBeforeAnythingIsMade(String option) {
        client.refused("{create: 'other', autoincrement: " + option + "}");
        assertThat(shard.stored("shop.other")).isNull();
        assertThat(client.all("admin", "counters")).hasSize(1);
    }

    @Test
    void anIndexThatCoversExactlyTheFieldIsKeptAsItIs() {
        client.run("{create: 'plain'}");
        client.run("{createIndexes: 'plain', indexes: [{key: {no: 1}, name: 'mine'}]}");
        client.run("{collMod: 'plain', autoincrement: 'no'}");
        assertThat(ShardFixture.documents(client.run("{listIndexes: 'plain'}")))
                .extracting(index -> index.getString("name").getValue())
                .containsExactly("_id_", "mine");
    }

    @Test
    void anInsertThatOmitsTheFieldStoresTheNextNumber() {
        insert("{_id: 1}, {_id: 2}");
        insert("{_id: 3}");
        assertThat(List.of(number(1), number(2), number(3))).containsExactly(int32(1), int32(2), int32(3));
        assertThat(client.last(ROW)).isEqualTo(int32(3));
    }

    @Test
    void numbersAreInt32WhileTheyFitAndInt64AfterThat() {
        setLast("2147483646");
        insert("{_id: 1}, {_id: 2}, {_id: 3}");
        assertThat(number(1)).isEqualTo(int32(Integer.MAX_VALUE));
        assertThat(number(2)).isEqualTo(new BsonInt64(1L << 31));
        assertThat(number(3)).isEqualTo(new BsonInt64((1L << 31) + 1));
        assertThat(client.last(ROW)).isEqualTo(new BsonInt64((1L << 31) + 1));
        setLast("{$numberLong: '10'}");
        insert("{_id: 4}");
        assertThat(client.last(ROW)).isEqualTo(int32(11));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "{$numberLong: '7'}", "7.0", "{$numberDecimal: '7'}", "{$numberDecimal: '7.000'}"})
    void aHigherNumberOfAnyTypeMovesTheCounterUp(String seven) {
        insert("{_id: 1, id: " + seven + "}");
        assertThat(number(1)).isEqualTo(BsonDocument.parse("{v: " + seven + "}").get("v"));
        assertThat(client.last(ROW)).isEqualTo(int32(7));
        insert("{_id: 2}");
        assertThat(number(2)).isEqualTo(int32(8));
    }

    @Test
    void aLowerOrEqualNumberMovesNothing() {
        insert("{_id: 1, id: 10}, {_id: 2, id: 4}");
        assertThat(client.last(ROW)).isEqualTo(int32(10));
        insertFails("{_id: 3, id: 10}");
        assertThat(client.last(ROW)).isEqualTo(int32(10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "'7'",
                "7.5",
                "0",
                "-5",
                "{a: 1}",
                "true",
                "{$numberDecimal: '7.5'}",
                "{$numberDouble: 'NaN'}",
                "{$numberDouble: 'Infinity'}",
                "{$numberDecimal: '1E+40'}",
                "1e300",
                "[9]"
            })
    void anyOtherValueIsKeptAndMovesNothing(String value) {
        insert("{_id: 1, id: " + value + "}");
        assertThat(number(1)).isEqualTo(BsonDocument.parse("{v: " + value + "}").get("v"));
        assertThat(client.last(ROW)).isEqualTo(int32(0));
        insert("{_id: 2}");
        assertThat(number(2)).isEqualTo(int32(1));
    }

    @Test
    void everyPathThatStoresANewDocumentNumbersIt() {
        insert("{_id: 1}");
        client.run("{update: 'orders', updates: [{q: {_id: 2}, u: {$set: {a: 1}}, upsert: true}]}");
        client.run("{update: 'orders', updates: [{q: {_id: 3}, u: {a: 1}, upsert: true}]}");
        client.run("{update: 'orders', updates: [{q: {_id: 4}, u: [{$set: {a: 1}}], upsert: true}]}");
        client.run("{findAndModify: 'orders', query: {_id: 5}, update: {$set: {a: 1}}, upsert: true}");
        client.run("{findAndModify: 'orders', query: {_id: 6}, update: {a: 1}, upsert: true, new: true}");
        client.run("{insert: 'source', documents: [{_id: 7}, {_id: 8}]}");
        client.run("{aggregate: 'source', pipeline: [{$merge: 'orders'}], cursor: {}}");
        client.admin("{bulkWrite: 1, ops: [{insert: 0, document: {_id: 9}}, {update: 0, filter: {_id: 10},"
                + " updateMods: {$set: {a: 1}}, upsert: true}], nsInfo: [{ns: 'shop.orders'}]}");
        for (int id = 1; id <= 10; id++) {
            assertThat(number(id)).as("document %s", id).isEqualTo(int32(id));
        }
        assertThat(client.last(ROW)).isEqualTo(int32(10));
    }

    @Test
    void outNumbersItsDocumentsAnew() {
        insert("{_id: 1}, {_id: 2}, {_id: 3}");
        client.run("{insert: 'source', documents: [{_id: 7}, {_id: 8}]}");
        client.run("{aggregate: 'source', pipeline: [{$sort: {_id: 1}}, {$out: 'orders'}], cursor: {}}");
        assertThat(client.all("orders"))
                .containsExactly(BsonDocument.parse("{_id: 7, id: 1}"), BsonDocument.parse("{_id: 8, id: 2}"));
        assertThat(client.last(ROW)).isEqualTo(int32(2));
        assertThat(client.all("admin", "counters")).hasSize(1);
        insert("{_id: 9}");
        assertThat(number(9)).isEqualTo(int32(3));
    }

    @Test
    void anUpsertThatMatchesNumbersNothing() {
        insert("{_id: 1}");
        client.run("{update: 'orders', updates: [{q: {_id: 1}, u: {$set: {a: 1}}, upsert: true}]}");
        client.run("{findAndModify: 'orders', query: {_id: 1}, update: {$set: {a: 2}}, upsert: true}");
        assertThat(client.last(ROW)).isEqualTo(int32(1));
    }

    @Test
    void anUpsertTakesTheNumberOfItsFilterOrUpdate() {
        client.run("{update: 'orders', updates: [{q: {id: 5}, u: {$set: {_id: 1}}, upsert: true}]}");
        assertThat(number(1)).isEqualTo(int32(5));
        client.run("{update: 'orders', updates: [{q: {_id: 2}, u: {$setOnInsert: {id: 9}}, upsert: true}]}");
        assertThat(number(2)).isEqualTo(int32(9));
        assertThat(client.last(ROW)).isEqualTo(int32(9));
    }

    @Test
    void anUpdateThatRaisesTheFieldRaisesTheCounter() {
        insert("{_id: 1}, {_id: 2}");
        client.run("{update: 'orders', updates: [{q: {_id: 1}, u: {$set: {id: 40}}}]}");
        assertThat(client.last(ROW)).isEqualTo(int32(40));
        client.run("{update: 'orders', updates: [{q: {_id: 1}, u: {$inc: {id: 2}}}]}");
        assertThat(client.last(ROW)).isEqualTo(int32(42));
        client.run("{update: 'orders', updates: [{q: {_id: 1}, u: {id: 50}}]}");
        assertThat(client.last(ROW)).isEqualTo(int32(50));
        client.run("{findAndModify: 'orders', query: {_id: 1}, update: {$set: {id: 60}}}");
        assertThat(client.last(ROW)).isEqualTo(int32(60));
        client.run("{update: 'orders', updates: [{q: {_id: 1}, u: {$set: {id: 3}}}]}");
        assertThat(client.last(ROW)).isEqualTo(int32(60));
    }

    @Test
    void aReplacementWithoutTheFieldStoresNoNumber() {
        insert("{_id: 1}");
        client.run("{update: 'orders', updates: [{q: {_id: 1}, u: {a: 1}}]}");
        assertThat(client.all("orders")).containsExactly(BsonDocument.parse("{_id: 1, a: 1}"));
        assertThat(client.last(ROW)).isEqualTo(int32(1));
    }

    @Test
    void onlyOneDocumentMayLackItsNumber() {
        insert("{_id: 1}, {_id: 2}");
        client.run("{update: 'orders', updates: [{q: {_id: 1}, u: {a: 1}}]}");
        BsonDocument reply = client.run("{update: 'orders', updates: [{q: {_id: 2}, u: {a: 1}}]}");
        assertThat(reply.getArray("writeErrors")
                        .get(0)
                        .asDocument()
                        .getString("errmsg")
                        .getValue())
                .contains("dup key: { id: null }");
    }

    @Test
    void aWriteThatStoresNothingAdvancesNothing() {
        insert("{_id: 1}");
        BsonDocument error = insertFails("{_id: 1}");
        assertThat(error.getInt32("code").getValue()).isEqualTo(11000);
        assertThat(client.last(ROW)).isEqualTo(int32(1));
        insertFails("{_id: 1, id: 77}");
        assertThat(client.last(ROW)).isEqualTo(int32(1));
        client.run("{createIndexes: 'orders', indexes: [{key: {sku: 1}, name: 'sku', unique: true}]}");
        insert("{_id: 2, sku: 'a'}");
        BsonDocument reply =
                client.run("{insert: 'orders', documents: [{_id: 3, sku: 'a'}, {_id: 4, sku: 'b'}], ordered: false}");
        assertThat(reply.getInt32("n").getValue()).isEqualTo(1);
        assertThat(number(4)).isEqualTo(int32(3));
        client.reply("{findAndModify: 'orders', query: {_id: 9}, update: {$set: {sku: 'a'}}, upsert: true}");
        client.run("{update: 'orders', updates: [{q: {_id: 9}, u: {$set: {sku: 'a'}}, upsert: true}]}");
        assertThat(client.last(ROW)).isEqualTo(int32(3));
    }

    @Test
    void aFailedDocumentAdvancesNoneOfItsFields() {
        client.run("{create: 'two', autoincrement: ['a', 'b']}");
        client.run("{insert: 'two', documents: [{_id: 1}, {_id: 2, a: 10}]}");
        assertThat(client.all("two"))
                .containsExactly(
                        BsonDocument.parse("{_id: 1, a: 1, b: 1}"), BsonDocument.parse("{_id: 2, a: 10, b: 2}"));
        client.run("{insert: 'two', documents: [{_id: 3, a: 50, b: 1}]}");
        client.run("{insert: 'two', documents: [{_id: 1}]}");
        assertThat(client.last("shop.two.a")).isEqualTo(int32(10));
        assertThat(client.last("shop.two.b")).isEqualTo(int32(2));
    }

    @Test
    void aGeneratedNumberThatIsStoredAlreadyFailsAndNamesTheIndex() {
        insert("{_id: 1}, {_id: 2}");
        setLast("1");
        BsonDocument error = insertFails("{_id: 3}");
        assertThat(error.getInt32("code").getValue()).isEqualTo(11000);
        assertThat(error.getString("errmsg").getValue()).contains("shop.orders index: id_1 dup key: { id: 2 }");
        assertThat(error.getDocument("keyPattern")).isEqualTo(BsonDocument.parse("{id: 1}"));
        assertThat(error.getDocument("keyValue")).isEqualTo(BsonDocument.parse("{id: 2}"));
        assertThat(client.last(ROW)).isEqualTo(int32(1));
    }

    @Test
    void skipMovesOnToTheNextFreeNumber() {
        client.run("{create: 'skipping', autoincrement: [{field: 'no', onDuplicate: 'skip'}]}");
        client.run("{insert: 'skipping', documents: [{_id: 1, no: 2}, {_id: 2, no: 3.0}]}");
        client.admin("{update: 'counters', updates: [{q: {_id: 'shop.skipping.no'}, u: {$set: {last: 1}}}]}");
        client.run("{insert: 'skipping', documents: [{_id: 3}]}");
        assertThat(client.all("skipping").get(2).get("no")).isEqualTo(int32(4));
        assertThat(client.last("shop.skipping.no")).isEqualTo(int32(4));
    }

    @Test
    void skipGivesUpAfterAThousandSteps() {
        client.run("{create: 'skipping', autoincrement: [{field: 'no', onDuplicate: 'skip'}]}");
        StringBuilder documents = new StringBuilder();
        for (int i = 1; i <= 1001; i++) {
            documents.append(i == 1 ? "" : ",").append("{_id: ").append(i).append("}");
        }
        client.run("{insert: 'skipping', documents: [" + documents + "]}");
        client.admin("{update: 'counters', updates: [{q: {_id: 'shop.skipping.no'}, u: {$set: {last: 0}}}]}");
        BsonDocument reply = client.run("{insert: 'skipping', documents: [{_id: 0}]}");
        assertThat(reply.getArray("writeErrors")
                        .get(0)
                        .asDocument()
                        .getInt32("code")
                        .getValue())
                .isEqualTo(11000);
        assertThat(client.last("shop.skipping.no")).isEqualTo(int32(0));
        client.run("{delete: 'skipping', deletes: [{q: {no: 1001}, limit: 1}]}");
        client.run("{insert: 'skipping', documents: [{_id: 0}]}");
        assertThat(client.last("shop.skipping.no")).isEqualTo(int32(1001));
    }

    @Test
    void afterTheHighestNumberTheInsertIsRefused() {
        setLast("{$numberLong: '9223372036854775806'}");
        insert("{_id: 1}");
        assertThat(number(1)).isEqualTo(new BsonInt64(Long.MAX_VALUE));
        BsonDocument error = insertFails("{_id: 2}");
        assertThat(error.getString("errmsg").getValue()).contains(ROW);
        assertThat(client.all("orders")).hasSize(1);
        insert("{_id: 3, id: 5}");
        assertThat(client.last(ROW)).isEqualTo(new BsonInt64(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'ten'",
                "null",
                "7.5",
                "{$numberDecimal: '7.5'}",
                "[1]",
                "{a: 1}",
                "true",
                "{$numberDouble: 'NaN'}",
                "1e300",
                "{$date: {$numberLong: '5'}}"
            })
    void aLastThatIsNoWholeNumberRefusesTheInsertAndNamesTheRow(String last) {
        setLast(last);
        BsonDocument error = insertFails("{_id: 1}");
        assertThat(error.getString("errmsg").getValue()).contains(ROW);
        assertThat(client.all("orders")).isEmpty();
        setLast("10");
        insert("{_id: 1}");
        assertThat(number(1)).isEqualTo(int32(11));
    }

    @Test
    void aLastThatIsMissingRefusesTheInsert() {
        client.admin("{update: 'counters', updates: [{q: {_id: '" + ROW + "'}, u: {$unset: {last: 1}}}]}");
        assertThat(insertFails("{_id: 1}").getString("errmsg").getValue()).contains(ROW);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "{$numberLong: '10'}", "10.0", "{$numberDecimal: '10'}", "{$numberDecimal: '1E+1'}"})
    void theNextInsertObeysARowOfAnyNumericType(String ten) {
        insert("{_id: 1}");
        setLast(ten);
        insert("{_id: 2}");
        assertThat(number(2)).isEqualTo(int32(11));
        assertThat(client.last(ROW)).isEqualTo(int32(11));
    }

    @Test
    void theRowMayBeSetBackAndBelowZero() {
        setLast("-3");
        insert("{_id: 1}");
        assertThat(number(1)).isEqualTo(int32(-2));
        setLast("0");
        insert("{_id: 2}");
        assertThat(number(2)).isEqualTo(int32(1));
    }

    @Test
    void fieldsThatSomebodyAddedToTheRowAreKept() {
        client.admin("{update: 'counters', updates: [{q: {_id: '" + ROW + "'}, u: {$set: {note: 'mine'}}}]}");
        insert("{_id: 1}");
        setLast("{$numberLong: '2147483647'}");
        insert("{_id: 2}");
        assertThat(client.all("admin", "counters"))
                .containsExactly(BsonDocument.parse("{_id: 'shop.orders.id', collection: 'shop.orders', field: 'id',"
                        + " last: {$numberLong: '2147483648'}, note: 'mine'}"));
    }

    @Test
    void aReplacedRowIsObeyed() {
        client.admin("{update: 'counters', updates: [{q: {_id: '" + ROW + "'}, u: {last: 20}}]}");
        insert("{_id: 1}");
        assertThat(number(1)).isEqualTo(int32(21));
    }

    @Test
    void aDeletedRowComesBackAtTheHighestNumberStored() {
        insert("{_id: 1, id: 30}, {_id: 2, id: 7}, {_id: 3, id: 'x'}, {_id: 4, id: 99.5}");
        client.admin("{delete: 'counters', deletes: [{q: {_id: '" + ROW + "'}, limit: 1}]}");
        assertThat(client.last(ROW)).isNull();
        insert("{_id: 5}");
        assertThat(number(5)).isEqualTo(int32(31));
        assertThat(client.all("admin", "counters"))
                .containsExactly(BsonDocument.parse(
                        "{_id: 'shop.orders.id', collection: 'shop.orders', field: 'id', last: 31}"));
    }

    @Test
    void aRowThatSomebodyInsertsIsObeyed() {
        client.admin("{delete: 'counters', deletes: [{q: {_id: '" + ROW + "'}, limit: 1}]}");
        client.admin("{insert: 'counters', documents: [{_id: '" + ROW + "', last: 100}]}");
        insert("{_id: 1}");
        assertThat(number(1)).isEqualTo(int32(101));
    }

    @Test
    void findAndModifyOnTheRowIsObeyed() {
        client.admin("{findAndModify: 'counters', query: {_id: '" + ROW + "'}, update: {$inc: {last: 5}}}");
        insert("{_id: 1}");
        assertThat(number(1)).isEqualTo(int32(6));
        client.admin("{findAndModify: 'counters', query: {_id: '" + ROW + "'}, remove: true}");
        insert("{_id: 2}");
        assertThat(number(2)).isEqualTo(int32(7));
    }

    @Test
    void numbersAreReportedWhereAsked() {
        BsonDocument reply = client.run(
                "{insert: 'orders', documents: [{_id: 1}, {_id: 2, id: 9}, {_id: 3}], reportAutoincrement: true}");
        assertThat(reply.getArray("autoincrement"))
                .isEqualTo(BsonDocument.parse(
                                "{v: [{index: 0, field: 'id', value: 1}, {index: 2, field: 'id', value: 10}]}")
                        .get("v"));
        reply = client.run("{update: 'orders', updates: [{q: {_id: 1}, u: {$set: {a: 1}}, upsert: true},"
                + " {q: {_id: 4}, u: {$set: {a: 1}}, upsert: true}], reportAutoincrement: true}");
        assertThat(reply.getArray("autoincrement"))
                .isEqualTo(BsonDocument.parse("{v: [{index: 1, field: 'id', value: 11}]}")
                        .get("v"));
        reply = client.run("{findAndModify: 'orders', query: {_id: 5}, update: {$set: {a: 1}}, upsert: true,"
                + " reportAutoincrement: true}");
        assertThat(reply.getArray("autoincrement"))
                .isEqualTo(BsonDocument.parse("{v: [{index: 0, field: 'id', value: 12}]}")
                        .get("v"));
        assertThat(insert("{_id: 6}").containsKey("autoincrement")).isFalse();
    }

    @Test
    void aDocumentThatFailsReportsNoNumber() {
        BsonDocument reply = client.run("{insert: 'orders', documents: [{_id: 1}, {_id: 1}, {_id: 2}], ordered: false,"
                + " reportAutoincrement: true}");
        assertThat(reply.getArray("autoincrement"))
                .isEqualTo(BsonDocument.parse(
                                "{v: [{index: 0, field: 'id', value: 1}, {index: 2, field: 'id', value: 2}]}")
                        .get("v"));
    }

    @Test
    void dropAndCreateStartAtOneAgain() {
        insert("{_id: 1}, {_id: 2}");
        client.run("{drop: 'orders'}");
        assertThat(client.last(ROW)).isNull();
        createOrders();
        insert("{_id: 1}");
        assertThat(number(1)).isEqualTo(int32(1));
        client.run("{dropDatabase: 1}");
        assertThat(client.last(ROW)).isNull();
        createOrders();
        insert("{_id: 1}");
        assertThat(number(1)).isEqualTo(int32(1));
    }

    @Test
    void theRowMovesWithARenamedCollection() {
        insert("{_id: 1}, {_id: 2}");
        client.admin("{renameCollection: 'shop.orders', to: 'shop.sales'}");
        assertThat(client.all("admin", "counters"))
                .containsExactly(
                        BsonDocument.parse("{_id: 'shop.sales.id', collection: 'shop.sales', field: 'id', last: 2}"));
        client.run("{insert: 'sales', documents: [{_id: 3}]}");
        assertThat(client.last("shop.sales.id")).isEqualTo(int32(3));
        createOrders();
    }

    @Test
    void anAcknowledgedNumberSurvivesARestart() {
        insert("{_id: 1}, {_id: 2}");
        client.run("{delete: 'orders', deletes: [{q: {}, limit: 0}]}");
        shard.restart();
        insert("{_id: 3}");
        assertThat(number(3)).isEqualTo(int32(3));
    }
}
