package io.counterpoint.e2e.sequence;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import io.counterpoint.e2e.deployment.Clients;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.Parallel;
import io.counterpoint.e2e.deployment.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Section 1.2 of the contract: what a write does. */
@OnEveryTarget
final class WriteTest extends SequenceTest {
    private static final int OVERFLOW = 15;
    private static final int INT_MAX = Integer.MAX_VALUE;

    WriteTest(Target target) {
        super(target);
    }

    @Test
    void anInsertThatOmitsTheFieldStoresTheNextNumber() {
        create("id");

        insert(1);
        assertThat(id(1)).isEqualTo(1);
        assertThat(last()).isEqualTo(1);
        insert(2);
        assertThat(id(2)).isEqualTo(2);
        assertThat(last()).isEqualTo(2);
    }

    @Test
    void eachFieldOfAListCountsOnItsOwn() {
        create(List.of("id", "ticket"));

        things.insertOne(document(1));
        things.insertOne(document(2, "id", 100));
        things.insertOne(document(3));

        assertThat(List.of(id(1), id(2), id(3))).isEqualTo(List.of(1, 100, 101));
        assertThat(List.of(value(1, "ticket"), value(2, "ticket"), value(3, "ticket")))
                .isEqualTo(List.of(1, 2, 3));
    }

    @Test
    void numbersAreInt32WhileTheyFitAndInt64AfterThat() {
        create("id");
        setLast(INT_MAX - 1);

        insert(1, 2);

        assertThat(id(1)).isEqualTo(INT_MAX);
        assertThat(id(2)).isEqualTo(INT_MAX + 1L);
        assertThat(last()).isEqualTo(INT_MAX + 1L);
    }

    static Stream<Arguments> numbersThatMoveLast() {
        return Stream.of(
                arguments(50, 50L),
                arguments(1L << 40, 1L << 40),
                arguments(60.0, 60L),
                arguments(Decimal128.parse("70"), 70L),
                arguments(Decimal128.parse("7.0E+1"), 70L));
    }

    @ParameterizedTest
    @MethodSource("numbersThatMoveLast")
    void aHigherNumberIsKeptAsSentAndMovesLast(Object sent, long last) {
        create("id");

        things.insertOne(document(1, "id", sent));

        assertThat(id(1)).isEqualTo(sent);
        assertThat(last()).isEqualTo(last);
        insert(2);
        assertThat(((Number) Objects.requireNonNull(id(2))).longValue()).isEqualTo(last + 1);
    }

    @Test
    void aLowerNumberIsKeptAndMovesNothing() {
        create("id");
        things.insertOne(document(1, "id", 50));

        things.insertOne(document(2, "id", 20));

        assertThat(id(2)).isEqualTo(20);
        assertThat(last()).isEqualTo(50);
        insert(3);
        assertThat(id(3)).isEqualTo(51);
    }

    static Stream<Arguments> valuesThatMoveNothing() {
        return Stream.<@Nullable Object>of(
                        null,
                        "12",
                        7.5,
                        Decimal128.parse("7.5"),
                        0,
                        -5,
                        -5L,
                        0.0,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        1e300,
                        true,
                        new Document("a", 1))
                .map(value -> arguments(value));
    }

    @ParameterizedTest
    @MethodSource("valuesThatMoveNothing")
    void anyOtherValueIsKeptAndMovesNothing(@Nullable Object sent) {
        create("id");
        insert(1);

        things.insertOne(document(2, "id", sent));

        assertThat(id(2)).isEqualTo(sent);
        assertThat(last()).isEqualTo(1);
        insert(3);
        assertThat(id(3)).isEqualTo(2);
    }

    @Test
    void insertManyNumbersInTheOrderOfTheArray() {
        create("id");

        things.insertMany(List.of(document(1), document(2), document(3)));
        things.insertMany(List.of(document(4), document(5)), new InsertManyOptions().ordered(false));

        assertThat(List.of(id(1), id(2), id(3), id(4), id(5))).isEqualTo(List.of(1, 2, 3, 4, 5));
    }

    @Test
    void bothKindsOfBulkWriteNumber() {
        create("id");

        things.bulkWrite(List.of(
                new InsertOneModel<>(document(1)),
                new UpdateOneModel<>(byN(2), Updates.set("x", 1), new UpdateOptions().upsert(true)),
                new InsertOneModel<>(document(3))));
        client.bulkWrite(List.of(
                ClientNamespacedWriteModel.insertOne(new MongoNamespace(namespace("things")), document(4)),
                ClientNamespacedWriteModel.insertOne(new MongoNamespace(namespace("things")), document(5))));

        assertThat(List.of(id(1), id(2), id(3), id(4), id(5))).isEqualTo(List.of(1, 2, 3, 4, 5));
    }

    @Test
    void upsertsThatInsertNumber() {
        create("id");

        things.updateOne(byN(1), Updates.set("x", 1), new UpdateOptions().upsert(true));
        things.replaceOne(byN(2), document(2), new ReplaceOptions().upsert(true));
        Document third = things.findOneAndUpdate(
                byN(3),
                Updates.set("x", 1),
                new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER));
        things.findOneAndReplace(byN(4), document(4), new FindOneAndReplaceOptions().upsert(true));
        things.updateOne(byN(5), List.of(Updates.set("x", 1)), new UpdateOptions().upsert(true));

        assertThat(third).isNotNull();
        assertThat(third.get("id")).isEqualTo(3);
        assertThat(List.of(id(1), id(2), id(3), id(4), id(5))).isEqualTo(List.of(1, 2, 3, 4, 5));
        assertThat(last()).isEqualTo(5);
    }

    @Test
    @Disabled("$out and $merge come with the issue that widens aggregation")
    void outAndMergeNumber() {
        create("id");
        createPlain("source");
        database.getCollection("source").insertMany(List.of(document(1), document(2)));

        database.getCollection("source")
                .aggregate(List.of(new Document("$merge", new Document("into", "things"))))
                .toCollection();

        assertThat(ids()).containsExactly(1, 2);
    }

    @Test
    void anUpsertThatMatchesNumbersNothing() {
        create("id");
        insert(1);

        things.updateOne(byN(1), Updates.set("x", 1), new UpdateOptions().upsert(true));
        things.findOneAndUpdate(byN(1), Updates.inc("x", 1), new FindOneAndUpdateOptions().upsert(true));

        assertThat(id(1)).isEqualTo(1);
        assertThat(last()).isEqualTo(1);
    }

    @Test
    void aReplacementThatLosesTheFieldTakesNoNumber() {
        create("id");
        insert(1);

        things.replaceOne(byN(1), document(1).append("x", 1));

        assertThat(id(1)).isNull();
        assertThat(last()).isEqualTo(1);
    }

    @Test
    void anUpdateThatRaisesTheFieldRaisesLast() {
        create("id");
        insert(1, 2);

        things.updateOne(byN(1), Updates.set("id", 40));
        assertThat(last()).isEqualTo(40);
        things.updateOne(byN(2), Updates.inc("id", 100));
        assertThat(last()).isEqualTo(102);
        things.updateOne(byN(1), Updates.set("id", 3));
        assertThat(last()).isEqualTo(102);
        things.findOneAndUpdate(byN(1), Updates.set("id", 200L));
        assertThat(last()).isEqualTo(200);
        insert(3);
        assertThat(id(3)).isEqualTo(201);
    }

    @Test
    void aDuplicateKeyAdvancesNothingForAllFields() {
        create(List.of("id", "ticket"));
        things.insertOne(document(1).append("_id", "a"));

        assertRefused(DUPLICATE_KEY, () -> things.insertOne(document(2).append("_id", "a")));
        assertRefused(DUPLICATE_KEY, () -> things.insertOne(document(2, "id", 1)));

        assertThat(last("things", "id")).isEqualTo(1);
        assertThat(last("things", "ticket")).isEqualTo(1);
        things.insertOne(document(3));
        assertThat(id(3)).isEqualTo(2);
        assertThat(value(3, "ticket")).isEqualTo(2);
    }

    @Test
    void aDuplicateOnAnotherUniqueIndexAdvancesNothing() {
        create("id");
        things.createIndex(Indexes.ascending("home", "sku"), new IndexOptions().unique(true));
        things.insertOne(document(1, "sku", "x"));

        assertRefused(DUPLICATE_KEY, () -> things.insertOne(document(2, "sku", "x")));

        things.insertOne(document(3, "sku", "y"));
        assertThat(id(3)).isEqualTo(2);
    }

    @Test
    void aRefusedBatchAdvancesOnlyForWhatIsStored() {
        create("id");
        things.insertOne(document(0).append("_id", "taken"));

        assertThatThrownBy(() -> things.insertMany(
                        List.of(document(1), document(2), document(3).append("_id", "taken"), document(4))))
                .isInstanceOf(MongoException.class);

        assertThat(ids()).containsExactly(1, 2, 3);
        assertThat(last()).isEqualTo(3);
        assertThatThrownBy(() -> things.insertMany(
                        List.of(document(5), document(6).append("_id", "taken"), document(7)),
                        new InsertManyOptions().ordered(false)))
                .isInstanceOf(MongoException.class);
        assertThat(List.of(id(5), id(7))).isEqualTo(List.of(4, 5));
        assertThat(last()).isEqualTo(5);
    }

    @Test
    void aTransactionTakesItsNumberAtOnceAndAnAbortDoesNotGiveItBack() {
        create("id");
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            things.insertOne(session, document(1));
            insert(2);
            session.abortTransaction();
        }

        assertThat(id(2)).isEqualTo(2);
        insert(3);
        assertThat(id(3)).isEqualTo(3);
    }

    @Test
    void aRetriedWriteTakesNoSecondNumber() {
        create("id");
        Document insert = new Document("insert", "things")
                .append("documents", List.of(document(1).append("_id", "x")))
                .append("txnNumber", 1L)
                .append("reportAutoincrement", true);
        // A client of its own, whose session has not been used for other writes.
        try (MongoClient plain = Clients.connect(target.uri());
                ClientSession session = plain.startSession()) {
            MongoDatabase same = plain.getDatabase(database.getName());
            Document first = same.runCommand(session, insert);
            Document again = same.runCommand(session, insert);

            assertThat(first.getInteger("n")).isEqualTo(1);
            assertThat(again.getInteger("n")).isEqualTo(1);
            assertThat(again.get("writeErrors")).isNull();
            assertThat(again.get("autoincrement")).isEqualTo(first.get("autoincrement"));
        }
        assertThat(last()).isEqualTo(1);
        assertThat(ids()).containsExactly(1);
    }

    @Test
    void aGeneratedNumberThatIsTakenFailsAndLeavesLast() {
        create("id");
        things.insertMany(List.of(document(1), document(2), document(3)));
        setLast(1);

        assertRefused(DUPLICATE_KEY, "index: id_1 dup key: { id: 2 }", () -> things.insertOne(document(4)));

        assertThat(last()).isEqualTo(1);
        assertThat(ids()).containsExactly(1, 2, 3);
    }

    @Test
    void skipMovesOnToTheNextFreeNumber() {
        create(List.of(new Document("field", "id").append("onDuplicate", "skip")));
        things.insertMany(List.of(document(1), document(2), document(3)));
        setLast(0);

        insert(4);

        assertThat(id(4)).isEqualTo(4);
        assertThat(last()).isEqualTo(4);
    }

    @Test
    void skipGivesUpAfterAThousandSteps() {
        create(List.of(new Document("field", "id").append("onDuplicate", "skip")));
        things.insertMany(
                IntStream.rangeClosed(1, 1_001).mapToObj(SequenceTest::document).toList());
        setLast(0);

        assertRefused(DUPLICATE_KEY, () -> things.insertOne(document(5_000)));
        assertThat(last()).isZero();
        setLast(2);
        insert(5_000);
        assertThat(id(5_000)).isEqualTo(1_002);
    }

    @Test
    void atTheHighestNumberTheInsertIsRefused() {
        create("id");
        setLast(Long.MAX_VALUE - 1);
        insert(1);
        assertThat(id(1)).isEqualTo(Long.MAX_VALUE);

        MongoException refusal = assertRefused(OVERFLOW, () -> things.insertOne(document(2)));

        assertThat(refusal.getMessage()).contains(namespace("things") + ".id");
        assertThat(things.countDocuments()).isEqualTo(1);
        assertThat(last()).isEqualTo(Long.MAX_VALUE);
    }

    static Stream<Object> noWholeNumbers() {
        return Stream.of("12", 1.5, Double.NaN, Decimal128.parse("0.5"), new Document("a", 1), true);
    }

    @ParameterizedTest
    @MethodSource("noWholeNumbers")
    void aLastThatIsNoWholeNumberIsRefusedByTheInsert(Object last) {
        create("id");
        setLast(last);

        assertThatThrownBy(() -> things.insertOne(document(1)))
                .isInstanceOfSatisfying(
                        MongoException.class,
                        refusal -> assertThat(refusal.getMessage()).contains(namespace("things") + ".id"));

        assertThat(things.countDocuments()).isZero();
        setLast(4);
        insert(2);
        assertThat(id(2)).isEqualTo(5);
    }

    @Test
    void concurrentInsertsTakeEachNumberOnce() {
        create("id");
        int threads = 8;
        int each = 100;

        Parallel.run(threads, thread -> {
            for (int i = 0; i < each; i++) {
                things.insertOne(document(thread * each + i));
            }
        });

        List<Object> expected = new ArrayList<>();
        for (int i = 1; i <= threads * each; i++) {
            expected.add(i);
        }
        assertThat(ids()).isEqualTo(expected);
        assertThat(last()).isEqualTo(expected.size());
    }

    @Test
    void reportedNumbersAreThoseThatAreStored() {
        create(List.of("id", "ticket"));

        Document insert = database.runCommand(new Document("insert", "things")
                .append("documents", Arrays.asList(document(1), document(2, "id", 50), document(3)))
                .append("reportAutoincrement", true));
        Document update = database.runCommand(new Document("update", "things")
                .append(
                        "updates",
                        List.of(
                                new Document("q", new Document("home", 1).append("n", 1))
                                        .append("u", new Document("$set", new Document("x", 1)))
                                        .append("upsert", true),
                                new Document("q", new Document("home", 1).append("n", 4))
                                        .append("u", new Document("$set", new Document("x", 1)))
                                        .append("upsert", true)))
                .append("reportAutoincrement", true));
        Document findAndModify = database.runCommand(new Document("findAndModify", "things")
                .append("query", new Document("home", 1).append("n", 5))
                .append("update", new Document("$set", new Document("x", 1)))
                .append("upsert", true)
                .append("reportAutoincrement", true));

        assertThat(insert.getList("autoincrement", Document.class))
                .containsExactlyInAnyOrder(
                        taken(0, "id", 1),
                        taken(0, "ticket", 1),
                        taken(1, "ticket", 2),
                        taken(2, "id", 51),
                        taken(2, "ticket", 3));
        assertThat(update.getList("autoincrement", Document.class))
                .containsExactlyInAnyOrder(taken(1, "id", 52), taken(1, "ticket", 4));
        assertThat(findAndModify.getList("autoincrement", Document.class))
                .containsExactlyInAnyOrder(taken(0, "id", 53), taken(0, "ticket", 5));
        assertThat(things.countDocuments(Filters.eq("id", 53))).isEqualTo(1);
    }

    @Test
    void aReplyWithoutTheQuestionReportsNothing() {
        create("id");

        Document reply =
                database.runCommand(new Document("insert", "things").append("documents", List.of(document(1))));

        assertThat(reply).doesNotContainKey("autoincrement");
    }

    @Test
    void bulkWriteReportsItsNumbers() {
        create("id");

        Document reply = client.getDatabase("admin")
                .runCommand(new Document("bulkWrite", 1)
                        .append(
                                "ops",
                                List.of(
                                        new Document("insert", 0).append("document", document(1)),
                                        new Document("insert", 0).append("document", document(2))))
                        .append("nsInfo", List.of(new Document("ns", namespace("things"))))
                        .append("reportAutoincrement", true));

        assertThat(reply.getList("autoincrement", Document.class))
                .containsExactlyInAnyOrder(taken(0, "id", 1), taken(1, "id", 2));
    }

    private static Document taken(int index, String field, int value) {
        return new Document("index", index).append("field", field).append("value", value);
    }
}
