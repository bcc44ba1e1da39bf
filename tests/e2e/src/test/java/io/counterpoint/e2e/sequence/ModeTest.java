package io.counterpoint.e2e.sequence;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.counterpoint.e2e.deployment.Fields;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The modes beyond {@code per_shard}, on three shards behind a router. */
final class ModeTest extends TargetTest {
    private static final int BAD_VALUE = 2;
    private static final int NOT_SUPPORTED = 115;
    private static final int COUNT = 60;
    private static final long SAFE = (1L << 53) - 1;

    ModeTest() {
        super(Target.router());
    }

    private void create(String options) {
        database.runCommand(new Document("create", "things").append("autoincrement", List.of(declared(options))));
    }

    private void change(String options) {
        database.runCommand(new Document("collMod", "things").append("autoincrement", List.of(declared(options))));
    }

    private static Document declared(String options) {
        return Document.parse("{field: 'id', " + options + "}");
    }

    private void insert(int from, int to) {
        for (int i = from; i < to; i++) {
            things.insertOne(new Document("_id", i));
        }
    }

    private List<Long> numbersOn(MongoClient shard) {
        List<Long> numbers = new ArrayList<>();
        shard.getDatabase(database.getName())
                .getCollection("things")
                .find()
                .forEach(found -> numbers.add(Fields.number(found, "id")));
        return numbers;
    }

    private List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        target.shards().forEach(shard -> numbers.addAll(numbersOn(shard)));
        return numbers;
    }

    private Document command(String name) {
        return new Document(name, namespace("things") + ".id");
    }

    private List<Document> askShards(Document command) {
        Document reply = client.getDatabase("admin").runCommand(command);
        return reply.getList("shards", Document.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mode: 'strided', step: 3",
                "mode: 'strided', start: 100, increment: 10",
                "mode: 'range_encoded'",
                "mode: 'bit_reversed'",
                "mode: 'scattered'",
                "mode: 'snowflake'",
                "mode: 'snowflake', randomStart: true"
            })
    void numbersAreUniqueOverAllShards(String options) {
        create(options);
        insert(0, COUNT);

        assertThat(numbers()).hasSize(COUNT).doesNotHaveDuplicates().allMatch(number -> number > 0);
        assertThat(target.shards()).allMatch(shard -> !numbersOn(shard).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mode: 'range_encoded', bits: 40",
                "mode: 'bit_reversed', jsSafe: true",
                "mode: 'scattered', rangeBits: 54",
                "mode: 'snowflake', jsSafe: true"
            })
    void caseH2NumbersStayWithin53Bits(String options) {
        create(options);
        insert(0, COUNT);

        assertThat(numbers()).doesNotHaveDuplicates().allMatch(number -> number > 0 && number <= SAFE);
    }

    @Test
    void stridedShardsOwnAResidueClassEach() {
        create("mode: 'strided', step: 4");
        insert(0, COUNT);

        Set<Long> classes = new HashSet<>();
        for (MongoClient shard : target.shards()) {
            List<Long> numbers = numbersOn(shard);
            long residue = (numbers.get(0) - 1) % 4;
            classes.add(residue);
            for (int i = 0; i < numbers.size(); i++) {
                assertThat(numbers.get(i)).isEqualTo(1 + residue + 4L * i);
            }
        }
        assertThat(classes).containsExactlyInAnyOrder(0L, 1L, 2L);
    }

    @Test
    void aStepThatLeavesNoRoomIsRefusedWhereItLacks() {
        create("mode: 'strided', step: 2");
        int refused = 0;
        for (int i = 0; i < COUNT; i++) {
            try {
                things.insertOne(new Document("_id", i));
            } catch (com.mongodb.MongoWriteException failure) {
                assertThat(failure.getCode()).isEqualTo(BAD_VALUE);
                refused++;
            }
        }
        assertThat(refused).isPositive().isLessThan(COUNT);
        assertThat(numbers()).doesNotHaveDuplicates();
    }

    @Test
    void caseB16AnExplicitNumberMovesAStridedCounterToItsNextOwnOne() {
        create("mode: 'strided', step: 5");
        things.insertOne(new Document("_id", "x").append("id", 42));
        insert(0, COUNT);

        for (MongoClient shard : target.shards()) {
            List<Long> numbers = numbersOn(shard);
            assertThat(numbers).doesNotHaveDuplicates();
            if (numbers.get(0) == 42) {
                assertThat(numbers.get(1)).isBetween(43L, 47L);
            }
        }
    }

    @Test
    void caseG2AnotherStepNeverReusesANumber() {
        create("mode: 'strided', step: 3");
        insert(0, COUNT);
        long highest = numbers().stream().mapToLong(number -> number).max().orElseThrow();

        change("mode: 'strided', step: 4");
        insert(COUNT, 2 * COUNT);

        List<Long> numbers = numbers();
        assertThat(numbers).hasSize(2 * COUNT).doesNotHaveDuplicates();
        assertThat(numbers.stream().filter(number -> number > highest)).hasSize(COUNT);
    }

    @Test
    void caseG3ModesCanBeChangedThereAndBack() {
        create("mode: 'per_shard'");
        insert(0, COUNT);
        long highest = numbers().stream().mapToLong(number -> number).max().orElseThrow();

        change("mode: 'strided', step: 3");
        insert(COUNT, 2 * COUNT);
        List<Long> strided =
                numbers().stream().filter(number -> number > highest).toList();
        assertThat(strided).hasSize(COUNT).doesNotHaveDuplicates();

        change("mode: 'per_shard'");
        insert(2 * COUNT, 3 * COUNT);
        for (MongoClient shard : target.shards()) {
            assertThat(numbersOn(shard)).doesNotHaveDuplicates();
        }
        for (Document of : askShards(command("sequenceStatus"))) {
            assertThat(Fields.number(of, "last")).isGreaterThan(highest);
        }
    }

    @Test
    void caseG5ExplainTellsTheShardOfANumber() {
        create("mode: 'range_encoded'");
        insert(0, COUNT);
        for (MongoClient shard : target.shards()) {
            long value = numbersOn(shard).get(1);
            Document told = client.getDatabase("admin")
                    .runCommand(command("sequenceExplain").append("value", value));
            assertThat(told.getLong("local")).isEqualTo(2);
            List<Document> here = told.getList("shards", Document.class).stream()
                    .filter(of -> of.getBoolean("generatedHere"))
                    .toList();
            assertThat(here).hasSize(1);
            assertThat(here.get(0).getBoolean("stored")).isTrue();
        }
    }

    @Test
    void caseA4ExplicitNumbersCanBeIgnoredOrRejected() {
        create("mode: 'per_shard', onExplicit: 'ignore'");
        MongoClient shard = target.shards().get(0);
        things.insertOne(new Document("_id", "x").append("id", 1));
        assertThat(askShards(command("sequenceStatus"))).allMatch(of -> Fields.number(of, "last") == 0);
        things.drop();

        create("mode: 'per_shard', onExplicit: 'reject'");
        assertRefused(BAD_VALUE, () -> things.insertOne(new Document("_id", "x").append("id", 1)));
        things.insertOne(new Document("_id", "x"));
        assertRefused(BAD_VALUE, () -> things.updateOne(Filters.eq("_id", "x"), Updates.set("id", 7)));
        assertThat(shard).isNotNull();
    }

    @Test
    void rangesEndAndCycle() {
        create("mode: 'per_shard', start: 5, increment: 5, max: 10");
        database.runCommand(new Document("create", "wheel")
                .append("shardKey", new Document("home", "hashed"))
                .append("autoincrement", List.of(declared("min: 3, max: 5, cycle: true"))));
        int refused = 0;
        for (int i = 0; i < COUNT; i++) {
            try {
                things.insertOne(new Document("_id", i));
            } catch (com.mongodb.MongoWriteException failure) {
                assertThat(failure.getMessage()).contains("end of its range at 10");
                refused++;
            }
        }
        assertThat(refused).isEqualTo(COUNT - 6);
        List<Long> turns = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Document turn = new Document("home", 1).append("n", i);
            database.getCollection("wheel").insertOne(turn);
            Document stored = database.getCollection("wheel").findOneAndDelete(Filters.eq("_id", turn.get("_id")));
            turns.add(Fields.number(stored, "id"));
        }
        assertThat(turns).containsExactly(3L, 4L, 5L, 3L, 4L);
    }

    @Test
    void caseA5SyncRaisesEveryShardAndNeverLowers() {
        create("mode: 'per_shard'");
        insert(0, COUNT);
        List<Document> before = askShards(command("sequenceStatus"));
        client.getDatabase("admin")
                .getCollection("counters")
                .updateOne(Filters.eq("_id", namespace("things") + ".id"), Updates.set("last", 1));

        assertThat(askShards(command("sequenceSync").append("dryRun", true))).allMatch(of -> of.getBoolean("changed"));
        assertThat(askShards(command("sequenceStatus"))).allMatch(of -> Fields.number(of, "last") == 1);
        askShards(command("sequenceSync"));
        assertThat(askShards(command("sequenceStatus"))).isEqualTo(before);
        assertThat(askShards(command("sequenceSync"))).noneMatch(of -> of.getBoolean("changed"));
    }

    @Test
    void caseD5SetTellsOldAndNewAndRefusesToGoBelowWhatIsStored() {
        create("mode: 'per_shard'");
        insert(0, COUNT);
        List<Document> before = askShards(command("sequenceStatus"));

        assertRefused(BAD_VALUE, () -> askShards(command("sequenceSet").append("value", 1)));
        assertThat(askShards(command("sequenceStatus"))).isEqualTo(before);

        List<Document> set =
                askShards(command("sequenceSet").append("value", 1_000).append("isCalled", false));
        assertThat(set).hasSize(3).allMatch(of -> Fields.number(of, "last") == 999);
        insert(COUNT, 2 * COUNT);
        assertThat(numbers()).contains(1_000L).doesNotContain(999L);
        assertThat(askShards(command("sequenceSet").append("value", 1).append("force", true)))
                .allMatch(of -> Fields.number(of, "last") == 1 && Fields.number(of, "stored") >= 1_000);
    }

    @Test
    void theRowNamesItsModeAndCanBeEdited() {
        create("mode: 'strided', step: 3");
        Document row = client.getDatabase("admin")
                .getCollection("counters")
                .find(Filters.eq("_id", namespace("things") + ".id"))
                .first();
        assertThat(row).isNotNull();
        assertThat(new ArrayList<>(row.keySet())).containsExactly("_id", "collection", "field", "last", "mode");
        client.getDatabase("admin")
                .getCollection("counters")
                .updateOne(Filters.eq("_id", row.get("_id")), Updates.set("last", 300));
        insert(0, COUNT);
        assertThat(numbers()).doesNotHaveDuplicates().allMatch(number -> number > 300);
    }

    @Test
    void caseI3LowRateSnowflakesAreSkewedUnlessTheyStartAtRandom() throws InterruptedException {
        assertThat(lowRateResidues("mode: 'snowflake'")).containsExactly(0L);
        things.drop();
        assertThat(lowRateResidues("mode: 'snowflake', randomStart: true")).hasSizeGreaterThan(1);
    }

    private Set<Long> lowRateResidues(String options) throws InterruptedException {
        create(options);
        Set<Long> residues = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            things.insertOne(new Document("_id", i));
            Thread.sleep(2);
        }
        numbers().forEach(number -> residues.add(number % 4));
        return residues;
    }

    @ParameterizedTest
    @ValueSource(strings = {"mode: 'block'", "mode: 'central'", "mode: 'gapless'", "scope: ['customer']"})
    void whatIsNotThereIsRefusedByName(String options) {
        assertRefused(NOT_SUPPORTED, () -> create(options));
        assertThat(database.listCollectionNames().into(new ArrayList<>())).isEmpty();
    }
}
