package io.counterpoint.router.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.fake.FakeCluster;
import io.counterpoint.router.fake.FakeShard;
import io.counterpoint.router.rpc.ShardRequest;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of collections, against fake shards that fail at every step. */
class CollectionDdlTest {
    private static final String ROWS = "config." + DdlLocks.COLLECTION;

    private final FakeCluster cluster = new FakeCluster(3, 7);
    private final FakeCluster.Router router = cluster.router("r1:1");

    private BsonDocument run(String json) {
        return router.run("db", json);
    }

    private static boolean isOk(BsonDocument reply) {
        return reply.getNumber("ok").intValue() == 1;
    }

    private static int code(BsonDocument reply) {
        assertThat(isOk(reply)).as("%s", reply).isFalse();
        return reply.getInt32("code").getValue();
    }

    private static Predicate<ShardRequest> command(String name) {
        return request -> FakeShard.commandOf(request).equals(name);
    }

    private boolean exists(String namespace) {
        return cluster.shard(0).documents("config.collections").stream()
                .anyMatch(row -> row.getString("_id").getValue().equals(namespace));
    }

    private long shardsThatHave(String namespace) {
        return cluster.shards().stream().filter(shard -> shard.has(namespace)).count();
    }

    private int leftRows() {
        return cluster.shard(0).documents(ROWS).size();
    }

    private void waitForRecovery() {
        cluster.environment().timers().advance(60_000);
    }

    // ------------------------------------------------------------------ create

    @Test
    void createReachesEveryShardAndTheCatalog() {
        assertThat(isOk(run("{create: 'c'}"))).isTrue();

        assertThat(shardsThatHave("db.c")).isEqualTo(3);
        assertThat(router.routing("db.c").pattern()).isEqualTo(ShardKeyPattern.HASHED_ID);
        assertThat(router.routing("db.c").shards()).containsExactly("s1", "s2", "s3");
        assertThat(leftRows()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aRefusalOfOneShardLeavesNothingAnywhere(int failing) {
        cluster.shard(failing).refuse(command("_shardCreate"));

        assertThat(code(run("{create: 'c'}"))).isEqualTo(1);

        assertThat(shardsThatHave("db.c")).isZero();
        assertThat(exists("db.c")).isFalse();
        assertThat(leftRows()).isZero();
        cluster.shard(failing).refuse(request -> false);
        assertThat(isOk(run("{create: 'c'}"))).isTrue();
    }

    @Test
    void aShardThatIsAwayFailsTheCreateByName() {
        cluster.shard(2).setDown(true);

        BsonDocument reply = run("{create: 'c'}");

        assertThat(code(reply)).isEqualTo(6);
        assertThat(reply.getString("errmsg").getValue()).contains("s3");
        assertThat(exists("db.c")).isFalse();
    }

    @Test
    void aLostAnswerIsUndoneOnceTheShardIsBack() {
        FakeShard lossy = cluster.shard(1);
        lossy.loseAnswers(command("_shardCreate"));
        lossy.beforeEach(() -> lossy.setDown(lossy.has("db.c")));

        assertThat(code(run("{create: 'c'}"))).isEqualTo(6);
        assertThat(lossy.has("db.c")).isTrue();
        assertThat(leftRows()).isEqualTo(1);

        lossy.beforeEach(() -> {});
        lossy.loseAnswers(request -> false);
        lossy.setDown(false);
        waitForRecovery();

        assertThat(shardsThatHave("db.c")).isZero();
        assertThat(leftRows()).isZero();
    }

    @Test
    void theSameCreateAgainIsNoErrorButAnotherOneIs() {
        assertThat(isOk(run("{create: 'c', autoincrement: 'id'}"))).isTrue();

        assertThat(isOk(run("{create: 'c', autoincrement: ['id']}"))).isTrue();
        assertThat(code(run("{create: 'c'}"))).isEqualTo(48);
        assertThat(code(run("{create: 'c', autoincrement: 'id', shardKey: {a: 1}}")))
                .isEqualTo(48);
    }

    @Test
    void twoRoutersThatCreateTheSameAtOnceMakeOneCollection() {
        FakeCluster.Router other = cluster.router("r2:1");
        CompletableFuture<BsonDocument> one = router.start("db", BsonDocument.parse("{create: 'c'}"));
        CompletableFuture<BsonDocument> two = other.start("db", BsonDocument.parse("{create: 'c'}"));

        assertThat(isOk(cluster.await(one))).isTrue();
        assertThat(isOk(cluster.await(two))).isTrue();

        assertThat(cluster.shard(0).documents("config.collections")).hasSize(1);
        assertThat(cluster.shards().stream()
                        .flatMap(shard -> shard.commands().stream())
                        .filter("_shardCreate"::equals))
                .hasSize(3);
    }

    @Test
    void anAutoincrementFieldCannotBePartOfTheShardKey() {
        BsonDocument reply = run("{create: 'c', autoincrement: 'id', shardKey: {id: 'hashed'}}");

        assertThat(code(reply)).isEqualTo(72);
        assertThat(reply.getString("errmsg").getValue())
                .contains("autoincrement")
                .contains("shard key");
        assertThat(shardsThatHave("db.c")).isZero();
    }

    @Test
    void aRangedKeyStaysOnThePrimaryShardButExistsOnAll() {
        assertThat(isOk(run("{create: 'c', shardKey: {a: 1, b: 1}}"))).isTrue();

        assertThat(router.routing("db.c").shards()).hasSize(1);
        assertThat(shardsThatHave("db.c")).isEqualTo(3);
    }

    // ------------------------------------------------------------------ dead routers

    private BsonDocument leftBehind(DdlPhase phase, String owner, long untilMillis, BsonDocument intent) {
        BsonDocument row = BsonDocument.parse("{_id: 'db.c', operation: {$oid: '000000000000000000000001'},"
                + " kind: 'create', token: {$oid: '000000000000000000000002'},"
                + " life: {$oid: '000000000000000000000003'}, prepared: {}, others: []}");
        row.append("owner", new BsonString(owner));
        row.append("leaseUntil", new BsonDateTime(untilMillis));
        row.append("phase", new BsonString(phase.word()));
        row.append("intent", intent);
        return row;
    }

    private BsonDocument createIntent() {
        return BsonDocument.parse("{ns: 'db.c', uuid: {$uuid: '00000000-0000-0001-0000-000000000002'},"
                + " shards: ['s1', 's2', 's3'], options: {}, indexes: [], key: {_id: 'hashed'}, unique: false,"
                + " unsplittable: false, primary: 's1'}");
    }

    private void store(BsonDocument row) {
        CompletableFuture<Void> stored = router.catalog().store().config().insert(DdlLocks.COLLECTION, List.of(row));
        cluster.await(stored);
    }

    private void makeOnShards(int count) {
        BsonDocument intent = createIntent();
        for (int i = 0; i < count; i++) {
            cluster.shard(i).make("db.c", intent.getBinary("uuid").asUuid());
        }
    }

    @Test
    void whatADeadRouterPreparedIsUndone() {
        makeOnShards(2);
        store(leftBehind(DdlPhase.PREPARING, "dead:1", 0, createIntent()));

        assertThat(isOk(run("{create: 'c', shardKey: {a: 'hashed'}}"))).isTrue();

        assertThat(router.routing("db.c").uuid())
                .isNotEqualTo(createIntent().getBinary("uuid").asUuid());
        assertThat(shardsThatHave("db.c")).isEqualTo(3);
        assertThat(leftRows()).isZero();
    }

    @Test
    void whatADeadRouterDecidedIsFinished() {
        makeOnShards(3);
        store(leftBehind(DdlPhase.COMMITTING, "dead:1", 0, createIntent()));

        assertThat(isOk(run("{insert: 'c', documents: [{_id: 1}]}"))).isTrue();

        assertThat(router.routing("db.c").uuid())
                .isEqualTo(createIntent().getBinary("uuid").asUuid());
        assertThat(leftRows()).isZero();
    }

    @Test
    void aRouterThatStartsTakesUpWhatWasLeft() {
        makeOnShards(3);
        store(leftBehind(DdlPhase.COMMITTING, "dead:1", 0, createIntent()));

        cluster.await(router.ddl().recoverAll());

        assertThat(exists("db.c")).isTrue();
        assertThat(leftRows()).isZero();
    }

    @Test
    void aRouterThatStartsComesBackForWhatIsStillLeased() {
        makeOnShards(2);
        long now = cluster.environment().clock().millis();
        store(leftBehind(DdlPhase.PREPARING, "dead:1", now + 8_000, createIntent()));
        cluster.await(router.ddl().recoverAll());
        assertThat(leftRows()).isEqualTo(1);

        cluster.environment().timers().advance(20_000);

        assertThat(leftRows()).isZero();
        assertThat(shardsThatHave("db.c")).isZero();
    }

    @Test
    void aLeaseIsRespectedUntilItRunsOut() {
        long now = cluster.environment().clock().millis();
        store(leftBehind(DdlPhase.CHECKING, "alive:1", now + 3_000, new BsonDocument()));
        CompletableFuture<BsonDocument> create = router.start("db", BsonDocument.parse("{create: 'c'}"));

        cluster.environment().timers().advance(2_000);
        assertThat(create).isNotDone();
        cluster.environment().timers().advance(2_000);

        assertThat(create).isDone();
        assertThat(isOk(create.join())).isTrue();
    }

    @Test
    void anEarlierLifeOfThisRouterIsDeadAtOnce() {
        long now = cluster.environment().clock().millis();
        store(leftBehind(DdlPhase.CHECKING, "r1:1", now + 1_000_000, new BsonDocument()));

        assertThat(isOk(run("{create: 'c'}"))).isTrue();
    }

    @Test
    void aLockThatIsNotToBeHadIsBusy() {
        long now = cluster.environment().clock().millis();
        store(leftBehind(DdlPhase.CHECKING, "alive:1", now + 1_000_000, new BsonDocument()));

        assertThat(code(run("{create: 'c', maxTimeMS: 500}"))).isEqualTo(46);
    }

    @Test
    void aRouterThatLostItsRowStops() {
        FakeShard config = cluster.shard(0);
        boolean[] taken = new boolean[1];
        cluster.shard(2).beforeEach(() -> {
            if (!taken[0] && config.has(ROWS) && !config.documents(ROWS).isEmpty()) {
                taken[0] = true;
                BsonDocument stolen = config.documents(ROWS).get(0).toTree();
                stolen.put("token", new BsonObjectId(new ObjectId()));
                config.documents(ROWS).set(0, BsonBytes.raw(stolen));
            }
        });

        assertThat(code(run("{create: 'c'}"))).isEqualTo(24);
        assertThat(exists("db.c")).isFalse();
    }

    // ------------------------------------------------------------------ drop

    @Test
    void dropRemovesEverythingEverywhere() {
        run("{create: 'c'}");

        BsonDocument reply = run("{drop: 'c'}");

        assertThat(reply.getInt32("nIndexesWas").getValue()).isEqualTo(1);
        assertThat(reply.getString("ns").getValue()).isEqualTo("db.c");
        assertThat(shardsThatHave("db.c")).isZero();
        assertThat(exists("db.c")).isFalse();
        assertThat(cluster.shard(0).documents("config.chunks")).isEmpty();
        assertThat(run("{drop: 'c'}")).containsOnlyKeys("ok");
    }

    @Test
    void nothingIsDroppedWhileAShardIsAway() {
        run("{create: 'c'}");
        cluster.shard(1).setDown(true);

        assertThat(code(run("{drop: 'c'}"))).isEqualTo(6);

        assertThat(exists("db.c")).isTrue();
        assertThat(cluster.shard(0).has("db.c")).isTrue();
    }

    @Test
    void aDropThatWasDecidedIsFinishedOnceTheShardIsBack() {
        run("{create: 'c'}");
        FakeShard failing = cluster.shard(1);
        failing.refuse(command("_shardDrop"));

        assertThat(isOk(run("{drop: 'c'}"))).isFalse();
        assertThat(exists("db.c")).isFalse();
        assertThat(failing.has("db.c")).isTrue();
        failing.refuse(request -> false);
        waitForRecovery();

        assertThat(failing.has("db.c")).isFalse();
        assertThat(leftRows()).isZero();
        assertThat(isOk(run("{create: 'c'}"))).isTrue();
    }

    @Test
    void dropDatabaseDropsAllItsCollections() {
        run("{create: 'a'}");
        run("{create: 'b'}");
        router.run("db2", "{create: 'a'}");

        assertThat(run("{dropDatabase: 1}").getString("dropped").getValue()).isEqualTo("db");

        assertThat(shardsThatHave("db.a") + shardsThatHave("db.b")).isZero();
        assertThat(shardsThatHave("db2.a")).isEqualTo(3);
        assertThat(cluster.shard(0).documents("config.databases")).hasSize(1);
        assertThat(run("{dropDatabase: 1}")).containsOnlyKeys("ok");
    }

    @Test
    void dropDatabaseWaitsForChangesOfItsCollections() {
        run("{create: 'c'}");
        BsonDocument row = leftBehind(
                DdlPhase.CHECKING, "alive:1", cluster.environment().clock().millis() + 2_000, new BsonDocument());
        store(row);
        CompletableFuture<BsonDocument> drop = router.start("db", BsonDocument.parse("{dropDatabase: 1}"));

        cluster.environment().timers().advance(1_000);
        assertThat(drop).isNotDone();
        cluster.environment().timers().advance(5_000);

        assertThat(isOk(cluster.await(drop))).isTrue();
        assertThat(shardsThatHave("db.c")).isZero();
    }

    // ------------------------------------------------------------------ rename

    private BsonDocument rename(String options) {
        return router.run("admin", "{renameCollection: 'db.a', to: 'db.b'" + options + "}");
    }

    @Test
    void renameKeepsUuidAndDocuments() {
        run("{insert: 'a', documents: [{_id: 1}, {_id: 2}, {_id: 3}]}");
        CollectionRouting before = router.routing("db.a");

        assertThat(isOk(rename(""))).isTrue();

        assertThat(router.routing("db.b").uuid()).isEqualTo(before.uuid());
        assertThat(exists("db.a")).isFalse();
        assertThat(shardsThatHave("db.a")).isZero();
        assertThat(run("{count: 'b'}").getInt32("n").getValue()).isEqualTo(3);
    }

    @Test
    void aRenameThatOneShardRefusesIsTakenBack() {
        run("{create: 'a'}");
        cluster.shard(2)
                .refuse(request -> FakeShard.commandOf(request).equals("_shardRename")
                        && request.body().getString("to").getValue().equals("db.b"));

        assertThat(isOk(rename(""))).isFalse();

        assertThat(shardsThatHave("db.a")).isEqualTo(3);
        assertThat(shardsThatHave("db.b")).isZero();
        assertThat(exists("db.a")).isTrue();
        assertThat(leftRows()).isZero();
    }

    @Test
    void renamingOntoACollectionNeedsDropTarget() {
        run("{create: 'a'}");
        run("{insert: 'b', documents: [{_id: 7}]}");
        UUID renamed = router.routing("db.a").uuid();

        assertThat(code(rename(""))).isEqualTo(48);
        assertThat(isOk(rename(", dropTarget: true"))).isTrue();

        assertThat(router.routing("db.b").uuid()).isEqualTo(renamed);
        assertThat(run("{count: 'b'}").getInt32("n").getValue()).isZero();
        assertThat(cluster.shard(0).documents("config.chunks")).hasSize(6);
        assertThat(code(rename(""))).isEqualTo(26);
    }

    // ------------------------------------------------------------------ indexes

    @Test
    void anIndexIsBuiltOnEveryShardOrOnNone() {
        run("{create: 'c'}");
        String command = "{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1'}]}";
        cluster.shard(1).refuse(command("_shardCreateIndexes"));

        assertThat(isOk(run(command))).isFalse();
        assertThat(cluster.shards())
                .allSatisfy(shard -> assertThat(shard.indexNames("db.c")).containsExactly("_id_"));

        cluster.shard(1).refuse(request -> false);
        BsonDocument reply = run(command);
        assertThat(reply.getInt32("numIndexesBefore").getValue()).isEqualTo(1);
        assertThat(reply.getInt32("numIndexesAfter").getValue()).isEqualTo(2);
        assertThat(cluster.shards())
                .allSatisfy(shard -> assertThat(shard.indexNames("db.c")).containsExactly("_id_", "a_1"));
    }

    @Test
    void anIndexThatWasThereBeforeSurvivesAFailedBuild() {
        run("{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1'}]}");
        cluster.shard(1).refuse(command("_shardCreateIndexes"));

        run("{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1'}, {key: {b: 1}, name: 'b_1'}]}");

        assertThat(cluster.shards())
                .allSatisfy(shard -> assertThat(shard.indexNames("db.c")).containsExactly("_id_", "a_1"));
    }

    @Test
    void dropIndexesTakesNamesKeysAndAll() {
        run(
                "{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1'}, {key: {b: 1}, name: 'b_1'}, {key: {c: 1}, name: 'c_1'}]}");

        assertThat(run("{dropIndexes: 'c', index: {b: 1}}")
                        .getInt32("nIndexesWas")
                        .getValue())
                .isEqualTo(4);
        assertThat(run("{dropIndexes: 'c', index: ['a_1']}")
                        .getInt32("nIndexesWas")
                        .getValue())
                .isEqualTo(3);
        assertThat(code(run("{dropIndexes: 'c', index: 'a_1'}"))).isEqualTo(27);
        assertThat(code(run("{dropIndexes: 'c', index: '_id_'}"))).isEqualTo(72);
        assertThat(isOk(run("{dropIndexes: 'c', index: '*'}"))).isTrue();
        assertThat(cluster.shards())
                .allSatisfy(shard -> assertThat(shard.indexNames("db.c")).containsExactly("_id_"));
    }

    @Test
    void indexesComeBackWhenOneShardCannotDropThem() {
        run("{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1'}]}");
        cluster.shard(2).refuse(command("_shardDropIndexes"));

        assertThat(isOk(run("{dropIndexes: 'c', index: 'a_1'}"))).isFalse();

        assertThat(cluster.shards())
                .allSatisfy(shard -> assertThat(shard.indexNames("db.c")).containsExactly("_id_", "a_1"));
    }

    @Test
    void collModTriesEverywhereBeforeItDoesAnything() {
        run("{create: 'c'}");
        cluster.shard(2).refuse(command("_shardCollMod"));

        assertThat(isOk(run("{collMod: 'c', autoincrement: 'id'}"))).isFalse();

        assertThat(cluster.shards().stream()
                        .flatMap(shard -> shard.received().stream())
                        .filter(command("_shardCollMod"))
                        .map(request -> request.body().containsKey("checkOnly")))
                .containsOnly(true);
        cluster.shard(2).refuse(request -> false);
        assertThat(isOk(run("{collMod: 'c', autoincrement: 'id'}"))).isTrue();
    }

    // ------------------------------------------------------------------ shardCollection

    private BsonDocument shardCollection(String key) {
        return router.run("admin", "{shardCollection: 'db.c', key: " + key + "}");
    }

    @Test
    void shardCollectionMakesLeavesOrSpreadsAnew() {
        assertThat(isOk(shardCollection("{a: 'hashed'}"))).isTrue();
        CollectionRouting first = router.routing("db.c");
        assertThat(isOk(shardCollection("{a: 'hashed'}"))).isTrue();
        assertThat(router.routing("db.c").uuid()).isEqualTo(first.uuid());

        assertThat(isOk(shardCollection("{b: 'hashed'}"))).isTrue();

        assertThat(router.routing("db.c").pattern().toDocument()).isEqualTo(BsonDocument.parse("{b: 'hashed'}"));
        assertThat(router.routing("db.c").uuid()).isNotEqualTo(first.uuid());
        assertThat(cluster.shard(0).documents("config.chunks")).hasSize(6);
        assertThat(leftRows()).isZero();
    }

    @Test
    void aCollectionWithDocumentsKeepsItsKey() {
        run("{insert: 'c', documents: [{_id: 1, a: 1}]}");
        CollectionRouting before = router.routing("db.c");

        assertThat(code(shardCollection("{a: 'hashed'}"))).isEqualTo(20);

        assertThat(router.routing("db.c").uuid()).isEqualTo(before.uuid());
        assertThat(shardsThatHave("db.c")).isEqualTo(3);
        assertThat(run("{count: 'c'}")).containsEntry("n", new BsonInt32(1));
    }
}
