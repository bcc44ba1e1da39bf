package io.counterpoint.e2e.restore;

import static io.counterpoint.e2e.restore.Restores.collection;
import static io.counterpoint.e2e.restore.Restores.counts;
import static io.counterpoint.e2e.restore.Restores.fixture;
import static io.counterpoint.e2e.restore.Restores.restore;
import static io.counterpoint.e2e.restore.Restores.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Sorts;
import io.counterpoint.e2e.deployment.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** One dump of each kind, written in the shapes that its program writes: values, keys, counters, the next numbers. */
final class FixtureTest {
    private static List<Document> rows(MongoCollection<Document> collection, String by) {
        List<Document> rows = collection.find().sort(Sorts.ascending(by)).into(new ArrayList<>());
        for (Document row : rows) {
            assertThat(row.remove("_id")).isInstanceOf(ObjectId.class);
        }
        return rows;
    }

    private static List<Document> uniqueIndexes(MongoCollection<Document> collection) {
        return collection.listIndexes().into(new ArrayList<>()).stream()
                .filter(index -> index.getBoolean("unique", false))
                .map(index -> index.get("key", Document.class))
                .toList();
    }

    private static Date date(String instant) {
        return Date.from(Instant.parse(instant));
    }

    @Test
    void postgresql() {
        succeeds(restore(fixture("postgresql.sql"), "--database", "pg"));
        MongoCollection<Document> orders = collection("pg", "orders");
        assertThat(rows(orders, "id"))
                .containsExactly(
                        new Document("id", 1)
                                .append("what", "tea\tcup")
                                .append("m", "ok")
                                .append("ts", date("2024-01-02T03:04:05.678Z"))
                                .append("price", Decimal128.parse("12.50"))
                                .append("tags", Arrays.asList("a", null, "b c"))
                                .append("j", new Document("a", 1).append("$b", Arrays.asList(1.5, null))),
                        new Document("id", 2)
                                .append("what", "'; DROP -- $$ \"")
                                .append("m", null)
                                .append("ts", null)
                                .append("price", null)
                                .append("tags", null)
                                .append("j", null));
        assertThat(uniqueIndexes(orders)).contains(new Document("id", 1), new Document("m", 1));
        assertThat(orders.listIndexes().into(new ArrayList<>()))
                .anySatisfy(
                        index -> assertThat(index.get("key")).isEqualTo(new Document("what", -1).append("price", 1)));
        counts("pg", "orders", "id", 42, new Document("what", "more"));
        counts("pg", "Odd", "key", 6, new Document("a b", "more"));
    }

    @Test
    void mysql() {
        succeeds(restore(fixture("mysql.sql"), "--database", "my"));
        assertThat(rows(collection("my", "t"), "id"))
                .containsExactly(
                        new Document("id", 0L)
                                .append("na`me", "a'b\\\n;(")
                                .append("b", false)
                                .append("bl", new Binary(new byte[] {'x', 0, '\'', 'y'}))
                                .append("e", "a")
                                .append("d", date("2024-01-02T03:04:05.678Z")),
                        new Document("id", 3_000_000_000L)
                                .append("na`me", null)
                                .append("b", false)
                                .append("bl", new Binary(new byte[] {'A', 'B'}))
                                .append("e", "b'c")
                                .append("d", date("2024-01-02T03:04:05Z")));
        counts("my", "t", "id", 41, new Document("e", "a"));
    }

    @Test
    void aCounterBelowTheHighestNumberIsRaisedOnlyWhenAsked() {
        var literal = restore(fixture("mysql.sql"), "--database", "literal");
        succeeds(literal);
        assertThat(literal.output()).contains("literal.t.id stands at 41", "3000000000", "--raise-counters");
        succeeds(restore(fixture("mysql.sql"), "--database", "raised", "--raise-counters"));
        counts("raised", "t", "id", 3_000_000_000L, new Document("e", "a"));
    }

    @Test
    void phpMyAdminTellsOfTheNumbersAtTheEnd() {
        var run = restore(fixture("phpmyadmin.sql"));
        succeeds(run);
        assertThat(rows(collection("site", "users"), "id"))
                .containsExactly(
                        new Document("id", 1)
                                .append("name", "Zoë")
                                .append("balance", "12345678901234567890123456789012345678.91"),
                        new Document("id", 5).append("name", "O'Hara").append("balance", Decimal128.parse("1.50")));
        assertThat(run.output()).contains("34 digits");
        Target.router().client().getDatabase("site").getCollection("users").dropIndex("name");
        counts("site", "users", "id", 7, new Document("name", "more"));
    }

    @Test
    void sqlite() {
        succeeds(restore(fixture("sqlite.sql"), "--database", "lite"));
        assertThat(rows(collection("lite", "t"), "id"))
                .containsExactly(
                        new Document("id", 1).append("name", "a'b").append("d e", 1.5),
                        new Document("id", 2).append("name", "x\ny").append("d e", Double.NEGATIVE_INFINITY),
                        new Document("id", 3)
                                .append("name", new Binary(new byte[] {'A', 'B'}))
                                .append("d e", null));
        counts("lite", "t", "id", 9, new Document("name", "more"));
        counts("lite", "u", "a", 0, new Document("b", "more"));
    }

    @Test
    void sqlServer() {
        succeeds(restore(fixture("sqlserver.sql")));
        assertThat(rows(collection("shop", "T"), "Id"))
                .containsExactly(
                        new Document("Id", 1)
                                .append("Na]me", "x\nGO\ny")
                                .append("P", Decimal128.parse("19.00"))
                                .append("D", date("2024-01-02T03:04:05.123Z")),
                        new Document("Id", 2)
                                .append("Na]me", null)
                                .append("P", null)
                                .append("D", null));
        counts("shop", "T", "Id", 17, new Document("P", null));
    }

    @Test
    void aDryRunWritesNothing() {
        var run = restore(fixture("postgresql.sql"), "--database", "dry", "--dry-run");
        succeeds(run);
        assertThat(run.output())
                .contains("public.orders -> dry.orders: 2 rows", "id integer autoincrement", "dry.orders.id: last 42");
        assertThat(Target.router().client().listDatabaseNames()).doesNotContain("dry");
    }

    @Test
    void whatIsThereStaysUnlessDropped() {
        collection("twice", "orders").insertOne(new Document("mine", 1));
        var refused = restore(fixture("postgresql.sql"), "--database", "twice");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.errors()).contains("twice.orders is there already", "--drop");
        assertThat(collection("twice", "orders").countDocuments()).isEqualTo(1);
        succeeds(restore(fixture("postgresql.sql"), "--database", "twice", "--drop"));
        assertThat(collection("twice", "orders").countDocuments()).isEqualTo(2);
    }
}
