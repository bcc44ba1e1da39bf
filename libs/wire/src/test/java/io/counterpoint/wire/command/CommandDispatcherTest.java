package io.counterpoint.wire.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.testkit.fake.FakeEnvironment;
import io.counterpoint.wire.failpoint.FailPoints;
import io.counterpoint.wire.failpoint.FailedCommand;
import io.counterpoint.wire.session.SessionTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandDispatcherTest {
    private static final String SESSION = "lsid: {id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}";

    private final FakeEnvironment fake = FakeEnvironment.create(1);
    private final SessionTable sessions = new SessionTable(fake.clock(), fake.timers());

    /** What the command {@code run} does. */
    private final OperationTable operations = new OperationTable(fake.clock());

    private Supplier<CompletableFuture<BsonDocument>> behaviour =
            () -> CompletableFuture.completedFuture(new BsonDocument("n", new BsonInt32(1)));

    private final CommandTable table = new CommandTable(List.of(
            CommandEntry.command("run", "Does what the test wants.")
                    .fields("a", "documents")
                    .routerFields("stage")
                    .abilities(Ability.IN_TRANSACTION, Ability.RETRYABLE)
                    .handledBy(request -> behaviour.get()),
            CommandEntry.command("commitTransaction", "Ends a transaction.")
                    .abilities(Ability.IN_TRANSACTION, Ability.ADMIN_ONLY)
                    .handledBy(request -> behaviour.get()),
            CommandEntry.command("plain", "Knows neither transactions nor fields.")
                    .handledBy(request -> behaviour.get()),
            CommandEntry.command("inner", "For routers.")
                    .abilities(Ability.ROUTER_DOOR_ONLY)
                    .handledBy(request -> behaviour.get()),
            CommandEntry.command("Hello", "A name in any case.")
                    .aliases("isMaster")
                    .abilities(Ability.ANY_CASE, Ability.ANY_FIELDS)
                    .handledBy(request -> behaviour.get()),
            CommandEntry.command("aggregate", "Writes at times.")
                    .fields("out")
                    .abilities(Ability.READS, Ability.WRITES)
                    .writesWhen(request -> request.value("out") != null)
                    .handledBy(request -> behaviour.get()),
            CommandEntry.command("find", "Belongs to the stable API.").handledBy(request -> behaviour.get())));

    private final FailPoints failPoints = new FailPoints(fake.environment().timers());

    private CommandDispatcher dispatcher(@Nullable ClusterClock clusterClock) {
        return new CommandDispatcher(
                table, fake.clock(), fake.environment().metrics(), sessions, operations, failPoints, clusterClock);
    }

    @Test
    void aReadEndsWithTheConnectionThatAskedForIt() {
        behaviour = CompletableFuture::new;
        Connection peer = Connection.detached(Door.CLIENT);
        CompletableFuture<BsonDocument> reply = dispatcher(null)
                .dispatch(request("{find: 'things', $db: 'shop'}")
                        .connection(peer)
                        .build());
        assertThat(reply).isNotDone();

        peer.closed();

        assertThat(reply.join().get("code")).isEqualTo(new BsonInt32(11601));
        assertThat(operations.describe("host:1")).isEmpty();
    }

    @Test
    void whatMayWriteEndsByItself() {
        behaviour = CompletableFuture::new;
        Connection peer = Connection.detached(Door.CLIENT);
        CommandDispatcher dispatcher = dispatcher(null);
        CompletableFuture<BsonDocument> read = dispatcher.dispatch(
                request("{aggregate: 'a', $db: 'shop'}").connection(peer).build());
        CompletableFuture<BsonDocument> write = dispatcher.dispatch(request("{aggregate: 'a', out: 'b', $db: 'shop'}")
                .connection(peer)
                .build());

        peer.closed();

        assertThat(read).isDone();
        assertThat(write).isNotDone();
    }

    @Test
    void aReadThatIsKilledIsAnsweredAtOnce() {
        behaviour = CompletableFuture::new;
        CompletableFuture<BsonDocument> reply = dispatcher(null)
                .dispatch(request("{find: 'things', $db: 'shop', comment: 'c'}").build());
        BsonDocument shown = operations.describe("host:1").get(0);
        assertThat(shown.get("ns")).isEqualTo(new BsonString("shop.things"));
        assertThat(shown.get("op")).isEqualTo(new BsonString("query"));
        assertThat(shown.getDocument("command").get("comment")).isEqualTo(new BsonString("c"));
        assertThat(reply).isNotDone();

        operations.kill(shown.getInt32("opid").getValue());

        assertThat(reply.join().get("code")).isEqualTo(new BsonInt32(11601));
        assertThat(operations.describe("host:1")).isEmpty();
    }

    private static CommandRequest.Builder request(String json) {
        return CommandRequest.builder(BsonBytes.raw(BsonDocument.parse(json.replace("LSID", SESSION))));
    }

    private BsonDocument dispatch(String json) {
        return dispatch(request(json).build());
    }

    private BsonDocument dispatch(CommandRequest request) {
        return dispatcher(null).dispatch(request).join();
    }

    private static FailedCommand failed(String data) {
        return FailedCommand.of(BsonDocument.parse(data));
    }

    @Test
    void failsACommandAsOftenAsAsked() {
        failPoints.set(failed("{failCommands: ['run'], errorCode: 91}"), 1, 2);

        assertThat(dispatch("{run: 1, $db: 'd'}").getDouble("ok").getValue()).isOne();
        assertThat(dispatch("{find: 'things', $db: 'd'}").containsKey("code")).isFalse();
        for (int i = 0; i < 2; i++) {
            assertThat(dispatch("{run: 1, $db: 'd'}"))
                    .containsEntry("code", new BsonInt32(91))
                    .containsEntry("codeName", new BsonString("ShutdownInProgress"))
                    .doesNotContainKey("errorLabels");
        }
        assertThat(dispatch("{run: 1, $db: 'd'}").getDouble("ok").getValue()).isOne();
    }

    @Test
    void givesTheLabelsThatAreAskedForInPlaceOfItsOwn() {
        failPoints.set(failed("{failCommands: ['run'], errorCode: 91}"), 0, 1);
        String write = "{run: 1, LSID, txnNumber: {$numberLong: '1'}, $db: 'd'}";
        assertThat(dispatch(write).getArray("errorLabels")).containsExactly(new BsonString("RetryableWriteError"));

        failPoints.set(failed("{failCommands: ['run'], errorCode: 91, errorLabels: []}"), 0, 1);
        assertThat(dispatch(write)).doesNotContainKey("errorLabels");
    }

    @Test
    void addsAWriteConcernErrorToTheReplyOfACommandThatRan() {
        failPoints.set(failed("{failCommands: ['run'], writeConcernError: {code: 64, errmsg: 'slow'}}"), 0, 1);

        assertThat(dispatch("{run: 1, $db: 'd'}"))
                .isEqualTo(BsonDocument.parse("{n: 1, ok: 1.0, writeConcernError: {code: 64, errmsg: 'slow'}}"));
    }

    @Test
    void hangsUpWithoutRunningTheCommand() {
        behaviour = () -> {
            throw new AssertionError("must not run");
        };
        failPoints.set(failed("{failCommands: ['run'], closeConnection: true}"), 0, 1);

        CommandRequest request = request("{run: 1, $db: 'd'}").build();
        assertThat(dispatcher(null).answer(request).join().hangsUp()).isTrue();
    }

    @Test
    void makesACommandWait() {
        failPoints.set(failed("{failCommands: ['run'], blockConnection: true, blockTimeMS: 50}"), 0, 1);

        CompletableFuture<BsonDocument> reply =
                dispatcher(null).dispatch(request("{run: 1, $db: 'd'}").build());
        fake.timers().advance(49);
        assertThat(reply).isNotDone();
        fake.timers().advance(1);
        assertThat(reply.join()).containsKey("n");
    }

    @Test
    void leavesRoutersAlone() {
        failPoints.set(failed("{failAllCommands: true, errorCode: 91}"), 0, FailPoints.ALWAYS);

        assertThat(dispatch(request("{run: 1, $db: 'd'}")
                        .connection(Connection.detached(Door.ROUTER))
                        .build()))
                .doesNotContainKey("code");
    }

    @Test
    void appendsOkLast() {
        BsonDocument reply = dispatch("{run: 1, a: 2, $db: 'd'}");
        assertThat(reply).isEqualTo(BsonDocument.parse("{n: 1, ok: 1.0}"));
        assertThat(reply.keySet()).containsExactly("n", "ok");
    }

    @Test
    void leavesTheHandlersDocumentAlone() {
        RawDocument raw = BsonBytes.raw(BsonDocument.parse("{n: 1}"));
        behaviour = () -> CompletableFuture.completedFuture(raw);

        CommandReply reply =
                dispatcher(null).answer(request("{run: 1, $db: 'd'}").build()).join();

        assertThat(reply.body()).isSameAs(raw);
        assertThat(reply.document()).isEqualTo(BsonDocument.parse("{n: 1, ok: 1.0}"));
    }

    @Test
    void passesOnARefusalOfAnotherProcess() {
        BsonDocument refusal = BsonDocument.parse("{ok: 0.0, errmsg: 'no', code: 26, codeName: 'NamespaceNotFound'}");
        behaviour = () -> CompletableFuture.completedFuture(refusal);
        assertThat(dispatch("{run: 1, $db: 'd'}")).isEqualTo(refusal);
    }

    @Test
    void tellsItsTimeInSuccessAndRefusal() {
        ClusterClock time = new ClusterClock(fake.clock());
        CommandDispatcher timed = dispatcher(time);

        BsonDocument success =
                timed.dispatch(request("{run: 1, $db: 'd'}").build()).join();
        assertThat(success.keySet()).containsExactly("n", "ok", "$clusterTime", "operationTime");
        assertThat(success.getTimestamp("operationTime").getValue()).isEqualTo(time.latest());
        long tick = time.tick();
        BsonDocument refusal =
                timed.dispatch(request("{nothing: 1, $db: 'd'}").build()).join();
        assertThat(refusal.keySet())
                .containsExactly("ok", "errmsg", "code", "codeName", "$clusterTime", "operationTime");
        assertThat(refusal.getDocument("$clusterTime").getTimestamp("clusterTime"))
                .isEqualTo(new BsonTimestamp(tick));
        assertThat(refusal.getDocument("$clusterTime").getDocument("signature").keySet())
                .containsExactly("hash", "keyId");
    }

    @Test
    void learnsTheTimeOfClientsWithinReason() {
        ClusterClock time = new ClusterClock(fake.clock());
        CommandDispatcher timed = dispatcher(time);
        long ahead = time.latest() + 5;
        String heard = "{run: 1, $db: 'd', $clusterTime: {clusterTime: {$timestamp: {t: SECONDS, i: COUNT}}}}";

        timed.dispatch(request(heard.replace("SECONDS", "" + ClusterClock.seconds(ahead))
                                .replace("COUNT", "" + (int) ahead))
                        .build())
                .join();
        assertThat(time.latest()).isEqualTo(ahead);

        long unbelievable = ClusterClock.seconds(ahead) + 2 * ClusterClock.DRIFT_SECONDS_MAX;
        BsonDocument refusal = timed.dispatch(
                        request(heard.replace("SECONDS", "" + unbelievable).replace("COUNT", "1"))
                                .build())
                .join();
        assertThat(refusal).containsEntry("code", new BsonInt32(205));
        assertThat(time.latest()).isEqualTo(ahead);
    }

    @Test
    void refusesToReadAfterATimeThatNobodyCanHaveHeardOf() {
        ClusterClock time = new ClusterClock(fake.clock());
        long later = ClusterClock.seconds(time.latest()) + 1;

        BsonDocument refusal = dispatcher(time)
                .dispatch(request("{run: 1, $db: 'd', readConcern: {afterClusterTime: {$timestamp: {t: " + later
                                + ", i: 1}}}}")
                        .build())
                .join();

        assertThat(refusal).containsEntry("code", new BsonInt32(72));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {nothing: 1, $db: 'd'}                     | 59    | no such command: 'nothing'
                    {RUN: 1, $db: 'd'}                         | 59    | no such command: 'RUN'
                    {inner: 1, $db: 'd'}                       | 59    | no such command: 'inner'
                    {}                                         | 40571 | OP_MSG requests require a $db argument
                    {run: 1, foo: 1, $db: 'd'}                 | 40415 | BSON field 'run.foo' is an unknown field.
                    {run: 1, stage: 1, $db: 'd'}               | 40415 | BSON field 'run.stage' is an unknown field.
                    {commitTransaction: 1, $db: 'd'}           | 13    | commitTransaction may only be run against the admin database.
                    {run: 1, apiVersion: '1', apiStrict: true, $db: 'd'} | 323 | Provided apiStrict:true, but the command run is not in API Version 1
                    {plain: 1, LSID, txnNumber: 1, autocommit: false, $db: 'd'} | 263 | Cannot run 'plain' in a multi-document transaction.
                    {plain: 1, LSID, txnNumber: 1, $db: 'd'}   | 50768 | txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and plain is not a retryable write command.
                    """)
    void refuses(String json, int code, String text) {
        BsonDocument reply = dispatch(json);
        assertThat(reply.getDouble("ok").getValue()).isZero();
        assertThat(reply.getString("errmsg").getValue()).isEqualTo(text);
        assertThat(reply.getInt32("code").getValue()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {hello: 1, anything: 1, $db: 'd'}
                    {ISMASTER: 1, $db: 'd'}
                    {find: 1, apiVersion: '1', apiStrict: true, apiDeprecationErrors: true, $db: 'd'}
                    {run: 1, LSID, txnNumber: 1, $db: 'd'}
                    {run: 1, LSID, txnNumber: 1, autocommit: false, startTransaction: true, $db: 'd'}
                    {plain: 1, $readPreference: {mode: 'primary'}, comment: 'x', $clusterTime: {clusterTime: {$timestamp: {t: 1, i: 1}}}, maxTimeMS: 100, $db: 'd'}
                    """)
    void admits(String json) {
        assertThat(dispatch(json)).isEqualTo(BsonDocument.parse("{n: 1, ok: 1.0}"));
    }

    @Test
    void knowsMoreOnTheRouterDoor() {
        Connection router = Connection.detached(Door.ROUTER);
        for (String json : List.of("{inner: 1, $db: 'd'}", "{run: 1, stage: 1, $db: 'd'}")) {
            BsonDocument reply = dispatch(request(json).connection(router).build());
            assertThat(reply).isEqualTo(BsonDocument.parse("{n: 1, ok: 1.0}"));
        }
    }

    @Test
    void checksTheNamesOfSequencesToo() {
        RawDocument document = BsonBytes.raw(new BsonDocument());
        assertThat(dispatch(request("{run: 1, $db: 'd'}")
                        .sequences(Map.of("documents", List.of(document)))
                        .build()))
                .containsKey("n");
        assertThat(dispatch(request("{run: 1, $db: 'd'}")
                                .sequences(Map.of("foo", List.of(document)))
                                .build())
                        .getInt32("code")
                        .getValue())
                .isEqualTo(40415);
        assertThat(dispatch(request("{run: 1, documents: [], $db: 'd'}")
                                .sequences(Map.of("documents", List.of(document)))
                                .build())
                        .getInt32("code")
                        .getValue())
                .isEqualTo(40433);
    }

    @Test
    void answersHelpWithoutRunning() {
        behaviour = () -> {
            throw new AssertionError("ran");
        };
        assertThat(dispatch("{run: 1, help: true, $db: 'd'}"))
                .isEqualTo(BsonDocument.parse("{help: 'Does what the test wants.', ok: 1.0}"));
    }

    @Test
    void doesNotBeginWhatIsLateAlready() {
        CommandRequest late = request("{run: 1, maxTimeMS: 10, $db: 'd'}")
                .receivedNanos(fake.clock().nanos())
                .build();
        fake.timers().advance(11);
        assertThat(dispatch(late).getInt32("code").getValue()).isEqualTo(50);
    }

    @Test
    void turnsWhateverFailsIntoAReply() {
        CommandException refusal = new CommandException(
                ErrorCode.DUPLICATE_KEY, "dup", BsonDocument.parse("{keyValue: {a: 1}}"), List.of());
        String expected = "{ok: 0.0, errmsg: 'dup', code: 11000, codeName: 'DuplicateKey', keyValue: {a: 1}}";
        behaviour = () -> {
            throw refusal;
        };
        assertThat(dispatch("{run: 1, $db: 'd'}")).isEqualTo(BsonDocument.parse(expected));
        behaviour = () -> CompletableFuture.failedFuture(refusal);
        assertThat(dispatch("{run: 1, $db: 'd'}")).isEqualTo(BsonDocument.parse(expected));
        behaviour = () -> CompletableFuture.failedFuture(new CompletionException(new CompletionException(refusal)));
        assertThat(dispatch("{run: 1, $db: 'd'}")).isEqualTo(BsonDocument.parse(expected));

        String internal =
                "{ok: 0.0, errmsg: 'internal error: IllegalStateException', code: 1, codeName: 'InternalError'}";
        behaviour = () -> {
            throw new IllegalStateException("secret");
        };
        assertThat(dispatch("{run: 1, $db: 'd'}")).isEqualTo(BsonDocument.parse(internal));
        behaviour = () -> CompletableFuture.failedFuture(new IllegalStateException("secret"));
        assertThat(dispatch("{run: 1, $db: 'd'}")).isEqualTo(BsonDocument.parse(internal));
        behaviour = () -> CompletableFuture.completedFuture(null);
        assertThat(dispatch("{run: 1, $db: 'd'}")).isEqualTo(BsonDocument.parse(internal));
        behaviour = () -> null;
        assertThat(dispatch("{run: 1, $db: 'd'}")).isEqualTo(BsonDocument.parse(internal));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    112   | {run: 1, LSID, txnNumber: 1, autocommit: false, $db: 'd'}                   | TransientTransactionError
                    91    | {run: 1, LSID, txnNumber: 1, autocommit: false, $db: 'd'}                   | TransientTransactionError
                    11000 | {run: 1, LSID, txnNumber: 1, autocommit: false, $db: 'd'}                   |
                    251   | {commitTransaction: 1, LSID, txnNumber: 1, autocommit: false, $db: 'admin'} | TransientTransactionError
                    91    | {commitTransaction: 1, LSID, txnNumber: 1, autocommit: false, $db: 'admin'} | RetryableWriteError
                    91    | {run: 1, LSID, txnNumber: 1, $db: 'd'}                                      | RetryableWriteError
                    112   | {run: 1, LSID, txnNumber: 1, $db: 'd'}                                      |
                    91    | {run: 1, LSID, $db: 'd'}                                                    |
                    """)
    void labelsWhatDriversMayTryAgain(int code, String json, String label) {
        behaviour = () -> {
            throw new CommandException(ErrorCode.location(code), "no");
        };
        BsonDocument reply = dispatch(json);
        if (label == null) {
            assertThat(reply).doesNotContainKey("errorLabels");
        } else {
            assertThat(reply.getArray("errorLabels"))
                    .hasToString("BsonArray{values=[BsonString{value='" + label + "'}]}");
        }
    }

    @Test
    void notesTheUseOfSessions() {
        BsonDocument unused = dispatch("{run: 1, LSID, $db: 'd'}");
        assertThat(sessions.count()).isEqualTo(1);
    }

    @Test
    void countsCommandsByName() {
        for (int i = 0; i < 3; i++) {
            assertThat(dispatch("{run: 1, $db: 'd'}")).containsKey("n");
        }
        assertThat(dispatch("{nothing: 1, $db: 'd'}")).doesNotContainKey("n");
        assertThat(CommandDispatcher.commandCounts(fake.environment().metrics()))
                .containsEntry("run", 3L)
                .containsEntry("unknown", 1L)
                .doesNotContainKey("plain");
        assertThat(fake.environment()
                        .metrics()
                        .counter("counterpoint.command.refused", "command", "unknown", "error", "CommandNotFound")
                        .count())
                .isEqualTo(1);
    }
}
