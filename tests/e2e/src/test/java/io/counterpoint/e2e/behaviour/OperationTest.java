package io.counterpoint.e2e.behaviour;

import static io.counterpoint.e2e.deployment.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.counterpoint.e2e.deployment.OnEveryTarget;
import io.counterpoint.e2e.deployment.RawConnection;
import io.counterpoint.e2e.deployment.Target;
import io.counterpoint.e2e.deployment.TargetTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Running operations: shown, ended, limited in time. */
@OnEveryTarget
final class OperationTest extends TargetTest {
    private static final int BAD_VALUE = 2;
    private static final int MAX_TIME_MS_EXPIRED = 50;
    private static final int COMMAND_NOT_SUPPORTED = 115;
    private static final int INTERRUPTED = 11601;

    /** True of no document, after some milliseconds of counting for each. */
    private static final Bson SLOW = Document.parse("{$expr: {$lt: [{$reduce: {input: {$range: [0, 50000]},"
            + " initialValue: 0, in: {$add: ['$$value', 1]}}}, 0]}}");

    OperationTest(Target target) {
        super(target);
    }

    private MongoDatabase admin() {
        return client.getDatabase("admin");
    }

    private void fill() {
        fill(0);
    }

    private void fill(int firstId) {
        List<Document> documents = new ArrayList<>();
        for (int i = firstId; i < firstId + 2_000; i++) {
            documents.add(new Document("_id", i));
        }
        things.insertMany(documents);
    }

    private List<Document> running(String comment) {
        return admin().runCommand(new Document("currentOp", 1).append("command.comment", comment))
                .getList("inprog", Document.class);
    }

    @Test
    @Timeout(60)
    void aRunningFindIsShownAndEnded() throws InterruptedException {
        fill();
        String comment = "slow one of " + database.getName();
        CompletableFuture<Void> find = CompletableFuture.runAsync(() -> assertRefused(
                INTERRUPTED, () -> things.find(SLOW).comment(comment).first()));
        while (running(comment).isEmpty()) {
            assertThat(find).isNotDone();
            Thread.sleep(5);
        }
        Document shown = running(comment).get(0);
        assertThat(shown.getString("ns")).isEqualTo(things.getNamespace().getFullName());
        assertThat(shown.getString("op")).isEqualTo("query");
        assertThat(shown.getBoolean("active")).isTrue();
        while (!find.isDone()) {
            running(comment)
                    .forEach(operation ->
                            admin().runCommand(new Document("killOp", 1).append("op", operation.get("opid"))));
        }
        assertThat(find).succeedsWithin(10, TimeUnit.SECONDS);
        assertThat(running(comment)).isEmpty();
    }

    /** One shard or three: what nobody waits for ends, and not only where the client was connected. */
    @Test
    @Timeout(60)
    void whatAClientLeftBehindEnds() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            // More than can be looked at within the time of the test.
            fill(2_000 * i);
        }
        for (String comment : List.of("find", "aggregate", "count")) {
            String unique = comment + " of " + database.getName();
            Document command =
                    new Document(comment, "things").append("comment", unique).append("$db", database.getName());
            switch (comment) {
                case "find" -> command.append("filter", SLOW);
                case "count" -> command.append("query", SLOW);
                default ->
                    command.append("pipeline", List.of(new Document("$match", SLOW)))
                            .append("cursor", new Document());
            }
            try (RawConnection connection = RawConnection.to(target.uri())) {
                connection.send(connection.message(0, command.toBsonDocument()));
                while (running(unique).isEmpty()) {
                    Thread.sleep(5);
                }
            }
            while (!running(unique).isEmpty()) {
                Thread.sleep(20);
            }
        }
    }

    @Test
    void operationsAreTimedByCollection() {
        things.insertOne(new Document("_id", 1));
        things.find().first();
        Document times = admin().runCommand(Document.parse("{top: 1}"))
                .get("totals", Document.class)
                .get(things.getNamespace().getFullName(), Document.class);
        assertThat(times.get("insert", Document.class).getLong("count")).isEqualTo(1);
        assertThat(times.get("queries", Document.class).getLong("count")).isGreaterThanOrEqualTo(1);
        long reads = 0;
        for (Document stats : things.aggregate(List.of(Document.parse("{$collStats: {latencyStats: {}}}")))) {
            reads += stats.get("latencyStats", Document.class)
                    .get("reads", Document.class)
                    .getLong("ops");
        }
        assertThat(reads).isGreaterThanOrEqualTo(1);
    }

    @Test
    void usesOfAnIndexAreCounted() {
        things.createIndex(Document.parse("{a: 1}"));
        things.insertOne(new Document("_id", 1).append("a", 5));
        things.find(new Document("a", 5)).first();
        things.updateOne(new Document("a", 5), Document.parse("{$set: {b: 1}}"));
        long uses = 0;
        for (Document stats : things.aggregate(
                List.of(Document.parse("{$indexStats: {}}"), Document.parse("{$match: {name: 'a_1'}}")))) {
            Document accesses = stats.get("accesses", Document.class);
            uses += accesses.getLong("ops");
            assertThat(accesses.getDate("since").toInstant())
                    .isAfter(Instant.parse("2020-01-01T00:00:00Z"))
                    .isBefore(Instant.now().plusSeconds(60));
        }
        assertThat(uses).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aStageShowsThemToo() {
        assertThat(admin().aggregate(List.of(Document.parse("{$currentOp: {allUsers: true, truncateOps: false}}"))))
                .allSatisfy(operation -> assertThat(operation).containsKeys("opid", "ns", "microsecs_running"));
    }

    @Test
    void killOpDoesNotMindWhatIsNotThere() {
        assertThat(admin().runCommand(Document.parse("{killOp: 1, op: 2000000000}"))
                        .getString("info"))
                .isEqualTo("attempting to kill op");
        assertRefused(
                BAD_VALUE, () -> admin().runCommand(Document.parse("{killOp: 1, op: {$numberLong: '99999999999'}}")));
    }

    @Test
    void timeIsLimitedForEveryRead() {
        fill();
        assertRefused(
                MAX_TIME_MS_EXPIRED,
                () -> things.find(SLOW).maxTime(20, TimeUnit.MILLISECONDS).first());
        assertRefused(
                MAX_TIME_MS_EXPIRED,
                () -> things.distinct("_id", SLOW, Integer.class)
                        .maxTime(20, TimeUnit.MILLISECONDS)
                        .first());
        assertRefused(
                MAX_TIME_MS_EXPIRED,
                () -> things.aggregate(List.of(new Document("$match", SLOW)))
                        .maxTime(20, TimeUnit.MILLISECONDS)
                        .first());
        assertRefused(
                MAX_TIME_MS_EXPIRED,
                () -> database.runCommand(
                        new Document("count", "things").append("query", SLOW).append("maxTimeMS", 20)));
        assertRefused(
                MAX_TIME_MS_EXPIRED,
                () -> database.runCommand(new Document("update", "things")
                        .append(
                                "updates",
                                List.of(Document.parse("{u: {$set: {a: 1}}, multi: true}")
                                        .append("q", SLOW)))
                        .append("maxTimeMS", 20)));
    }

    @Test
    void timeBetweenBatchesDoesNotCount() throws InterruptedException {
        fill();
        try (var cursor =
                things.find().batchSize(10).maxTime(500, TimeUnit.MILLISECONDS).cursor()) {
            for (int i = 0; i < 10; i++) {
                cursor.next();
            }
            Thread.sleep(600);
            int rest = 0;
            while (cursor.hasNext()) {
                cursor.next();
                rest++;
            }
            assertThat(rest).isEqualTo(1_990);
        }
    }

    @Test
    void profileSaysWhatIsSlow() {
        assertThat(database.runCommand(Document.parse("{profile: -1}")))
                .containsEntry("was", 0)
                .containsEntry("slowms", 100);
        assertThat(database.runCommand(Document.parse("{profile: 0, slowms: 150}")))
                .containsEntry("slowms", 100);
        assertThat(database.runCommand(Document.parse("{profile: 0, slowms: 100}")))
                .containsEntry("slowms", 150);
        assertRefused(COMMAND_NOT_SUPPORTED, () -> database.runCommand(Document.parse("{profile: 2}")));
    }

    @Test
    void settingsAreShownAndSomeChanged() {
        Document changed = Document.parse("{setParameter: 1, cursorTimeoutMillis: {$numberLong: '700000'}}");
        assertThat(admin().runCommand(changed)).containsEntry("was", 600_000L);
        assertThat(admin().runCommand(Document.parse("{getParameter: '*'}")))
                .containsEntry("cursorTimeoutMillis", 700_000L);
        admin().runCommand(Document.parse("{setParameter: 1, cursorTimeoutMillis: 600000}"));
        assertRefused(
                20, () -> admin().runCommand(Document.parse("{setParameter: 1, featureCompatibilityVersion: '7.0'}")));
    }

    /** Also through a router, which has no such setting itself. */
    @Test
    void settingsOfShardsAreShownAndChanged() {
        assertThat(admin().runCommand(Document.parse("{setParameter: 1, ttlMonitorSleepSecs: 59}")))
                .containsEntry("was", 60);
        assertThat(admin().runCommand(Document.parse("{getParameter: 1, ttlMonitorSleepSecs: 1}")))
                .containsEntry("ttlMonitorSleepSecs", 59);
        admin().runCommand(Document.parse("{setParameter: 1, ttlMonitorSleepSecs: 60}"));
        assertRefused(
                72,
                "attempted to set unrecognized parameter [noSuchThing]",
                () -> admin().runCommand(Document.parse("{setParameter: 1, noSuchThing: 1}")));
        assertRefused(72, () -> admin().runCommand(Document.parse("{getParameter: 1, noSuchThing: 1}")));
    }

    @Test
    void tailableCursorsAreRefused() {
        things.insertOne(new Document());
        assertRefused(
                BAD_VALUE,
                "tailable cursor requested on non capped collection",
                () -> database.runCommand(Document.parse("{find: 'things', tailable: true}")));
        assertRefused(
                9,
                "Cannot set 'awaitData' without also setting 'tailable'",
                () -> database.runCommand(Document.parse("{find: 'things', awaitData: true}")));
    }
}
