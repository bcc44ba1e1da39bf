package io.counterpoint.wire.command.basic;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.testkit.fake.FakeEnvironment;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.Connection;
import io.counterpoint.wire.command.Door;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.SessionTable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BasicCommandsTest {
    private final FakeEnvironment fake = FakeEnvironment.create(1);
    private final SessionTable sessions = new SessionTable(fake.clock(), fake.timers());
    private final ServerIdentity identity = new ServerIdentity(
            ServerIdentity.Role.SHARD,
            "8.0.0",
            "abc",
            "host:27101",
            fake.clock().millis(),
            new ObjectId("0123456789abcdef01234567"));
    private final Connection connection = new Connection(42, "10.0.0.1:5", "10.0.0.2:27017", Door.CLIENT);
    private final AtomicInteger knob = new AtomicInteger(1);
    private final CommandDispatcher dispatcher = new CommandDispatcher(
            new BasicCommands(identity, fake.environment(), sessions, new OperationTable(fake.clock()))
                    .parameter("own", () -> new BsonInt32(5))
                    .int32Parameter("knob", 1, knob::get, knob::set)
                    .section(new StatusSection("storage", () -> new BsonInt32(6)))
                    .table(List.of(CommandEntry.command("_inner", "For routers.")
                            .abilities(Ability.ROUTER_DOOR_ONLY)
                            .handledBy(request -> CompletableFuture.completedFuture(new BsonDocument())))),
            fake.clock(),
            fake.environment().metrics(),
            sessions);

    private CompletableFuture<BsonDocument> send(String json) {
        return send(BsonDocument.parse(json));
    }

    private CompletableFuture<BsonDocument> send(BsonDocument body) {
        return dispatcher.dispatch(CommandRequest.builder(BsonBytes.raw(body))
                .database("admin")
                .connection(connection)
                .build());
    }

    private BsonDocument run(String json) {
        return send(json).join();
    }

    @Test
    void helloTellsWhatDriversNeed() {
        assertThat(run("{hello: 1}"))
                .isEqualTo(BsonDocument.parse("{isWritablePrimary: true, msg: 'isdbgrid',"
                        + " topologyVersion: {processId: {$oid: '0123456789abcdef01234567'}, counter: {$numberLong: '0'}},"
                        + " maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000, maxWriteBatchSize: 100000,"
                        + " localTime: {$date: '2024-01-01T00:00:00Z'}, logicalSessionTimeoutMinutes: 30,"
                        + " connectionId: {$numberLong: '42'}, maxWireVersion: 25, minWireVersion: 0,"
                        + " readOnly: false, ok: 1.0}"));
    }

    @ParameterizedTest
    @CsvSource({"hello,isWritablePrimary", "isMaster,ismaster", "ismaster,ismaster", "ISMASTER,ismaster"})
    void helloAnswersToItsOldNames(String name, String field) {
        BsonDocument reply = run("{" + name + ": 1}");
        assertThat(reply.getBoolean(field).getValue()).isTrue();
        assertThat(reply).doesNotContainKey("helloOk");
        assertThat(run("{" + name + ": 1, helloOk: true}").getBoolean("helloOk").getValue())
                .isTrue();
    }

    @Test
    void helloNamesTheCompressorsInCommon() {
        assertThat(run("{hello: 1, compression: ['no-such-one', 'zstd', 'zlib', 'noop', 'snappy', 3]}")
                        .get("compression"))
                .isEqualTo(BsonDocument.parse("{a: ['zstd', 'zlib', 'snappy']}").get("a"));
        assertThat(run("{hello: 1, compression: ['none']}")).doesNotContainKey("compression");
        assertThat(run("{hello: 1}")).doesNotContainKey("compression");
    }

    @Test
    void helloRemembersTheClientOnce() {
        run("{hello: 1, client: {application: {name: 'shop'}}}");
        assertThat(connection.appName()).isEqualTo("shop");
        assertThat(run("{hello: 1, client: {}}").getInt32("code").getValue()).isEqualTo(186);
        assertThat(run("{hello: 1, client: 1}").getInt32("code").getValue()).isEqualTo(14);
    }

    @Test
    void helloIgnoresALoginInAdvance() {
        assertThat(run("{hello: 1, saslSupportedMechs: 'admin.me', speculativeAuthenticate: {saslStart: 1}}"))
                .doesNotContainKeys("saslSupportedMechs", "speculativeAuthenticate")
                .containsKey("msg");
    }

    private BsonDocument watch(long millis) {
        BsonValue version = run("{hello: 1}").get("topologyVersion");
        return BsonDocument.parse("{hello: 1, maxAwaitTimeMS: " + millis + "}").append("topologyVersion", version);
    }

    @Test
    void helloWaitsForAChangeThatDoesNotCome() {
        CompletableFuture<BsonDocument> reply = send(watch(10_000));
        fake.timers().advance(9_999);
        assertThat(reply).isNotDone();
        fake.timers().advance(1);
        assertThat(reply).isDone();
        assertThat(reply.join().getDateTime("localTime").getValue())
                .isEqualTo(fake.clock().millis());
    }

    @Test
    void helloWaitsForNobodyThatIsGone() {
        CompletableFuture<BsonDocument> reply = send(watch(10_000));
        connection.closed();
        assertThat(fake.timers().pendingCount()).isZero();
        assertThat(reply).isCompletedWithValueMatching(refusal -> new BsonInt32(11601).equals(refusal.get("code")));
    }

    @Test
    void helloAnswersAtOnceToAVersionOfAnotherProcess() {
        assertThat(send("{hello: 1, maxAwaitTimeMS: 10000, topologyVersion:"
                        + " {processId: {$oid: 'ffffffffffffffffffffffff'}, counter: {$numberLong: '9'}}}"))
                .isDone();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    maxAwaitTimeMS: 5                        | 31368
                    topologyVersion: {}                      | 31368
                    topologyVersion: 1, maxAwaitTimeMS: 5    | 14
                    topologyVersion: {}, maxAwaitTimeMS: 5   | 40414
                    topologyVersion: {processId: {$oid: '0123456789abcdef01234567'}}, maxAwaitTimeMS: 5                                | 40414
                    topologyVersion: {processId: 1}, maxAwaitTimeMS: 5                                                                 | 14
                    topologyVersion: {processId: {$oid: '0123456789abcdef01234567'}, counter: 1}, maxAwaitTimeMS: 5                    | 31382
                    topologyVersion: {processId: {$oid: '0123456789abcdef01234567'}, counter: {$numberLong: '-1'}}, maxAwaitTimeMS: 5  | 31372
                    topologyVersion: {processId: {$oid: '0123456789abcdef01234567'}, counter: {$numberLong: '1'}}, maxAwaitTimeMS: 5   | 31382
                    topologyVersion: {processId: {$oid: '0123456789abcdef01234567'}, counter: {$numberLong: '0'}}, maxAwaitTimeMS: -5  | 31373
                    topologyVersion: {processId: {$oid: '0123456789abcdef01234567'}, counter: {$numberLong: '0'}}, maxAwaitTimeMS: 'x' | 14
                    """)
    void helloRefusesWhatItCannotWaitFor(String fields, int code) {
        assertThat(run("{hello: 1, " + fields + "}").getInt32("code").getValue())
                .isEqualTo(code);
    }

    @Test
    void buildInfoHasTheVersion() {
        BsonDocument reply = run("{buildInfo: 1}");
        assertThat(reply.getString("version").getValue()).isEqualTo("8.0.0");
        assertThat(reply.get("versionArray"))
                .isEqualTo(BsonDocument.parse("{a: [8, 0, 0, 0]}").get("a"));
        assertThat(reply.getArray("modules")).isEmpty();
        assertThat(run("{buildinfo: 1}")).isEqualTo(reply);
    }

    @Test
    void getParameterGivesWhatWasAskedFor() {
        assertThat(run("{getParameter: 1, featureCompatibilityVersion: 1, own: 1, foo: 1}"))
                .isEqualTo(BsonDocument.parse("{featureCompatibilityVersion: {version: '8.0'}, own: 5, ok: 1.0}"));
        assertThat(run("{getParameter: '*'}")).containsKeys("own", "knob");
        assertThat(run("{getParameter: {allParameters: true}}")).containsKey("own");
        assertThat(run("{getParameter: {showDetails: true}, own: 1}").getDocument("own"))
                .isEqualTo(BsonDocument.parse("{value: 5, settableAtRuntime: false, settableAtStartup: false}"));
        assertThat(run("{getParameter: 'foo'}"))
                .isEqualTo(BsonDocument.parse(
                        "{ok: 0.0, errmsg: 'no option found to get', code: 72, codeName: 'InvalidOptions'}"));
    }

    @Test
    void setParameterChangesWhatCanBeChanged() {
        assertThat(run("{setParameter: 1, knob: 7}")).isEqualTo(BsonDocument.parse("{was: 1, ok: 1.0}"));
        assertThat(run("{getParameter: 1, knob: 1}").get("knob")).isEqualTo(new BsonInt32(7));
        assertThat(run("{getParameter: {showDetails: true}, knob: 1}").getDocument("knob"))
                .isEqualTo(BsonDocument.parse("{value: 7, settableAtRuntime: true, settableAtStartup: false}"));
        assertThat(run("{setParameter: 1, knob: 8, own: 1}").getString("errmsg").getValue())
                .isEqualTo("not allowed to change [own] at runtime");
        assertThat(run("{setParameter: 1, foo: 1}").getString("errmsg").getValue())
                .isEqualTo("attempted to set unrecognized parameter [foo], use help:true to see options ");
        assertThat(run("{setParameter: 1}").getInt32("code").getValue()).isEqualTo(72);
        assertThat(run("{setParameter: 1, knob: 0}"))
                .isEqualTo(BsonDocument.parse(
                        "{ok: 0.0, errmsg: 'Invalid value for parameter knob: 0 is not greater than or"
                                + " equal to 1', code: 2, codeName: 'BadValue'}"));
        assertThat(run("{setParameter: 1, knob: 'x'}").get("code")).isEqualTo(new BsonInt32(14));
        assertThat(knob).hasValue(7);
    }

    @Test
    void getLogIsEmpty() {
        assertThat(run("{getLog: 'startupWarnings'}"))
                .isEqualTo(BsonDocument.parse("{totalLinesWritten: 0, log: [], ok: 1.0}"));
        assertThat(run("{getLog: '*'}"))
                .isEqualTo(BsonDocument.parse("{names: ['global', 'startupWarnings'], ok: 1.0}"));
        assertThat(run("{getLog: 'x'}").getString("errmsg").getValue()).isEqualTo("No log named 'x'");
        assertThat(run("{getLog: 1}").getInt32("code").getValue()).isEqualTo(14);
    }

    @Test
    void answersTheQuestionsOfShells() {
        assertThat(run("{ping: 1}")).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
        assertThat(run("{getCmdLineOpts: 1}")).isEqualTo(BsonDocument.parse("{argv: [], parsed: {}, ok: 1.0}"));
        assertThat(run("{whatsmyuri: 1}")).isEqualTo(BsonDocument.parse("{you: '10.0.0.1:5', ok: 1.0}"));
        assertThat(run("{connectionStatus: 1}"))
                .isEqualTo(BsonDocument.parse(
                        "{authInfo: {authenticatedUsers: [], authenticatedUserRoles: []}, ok: 1.0}"));
        assertThat(run("{connectionStatus: 1, showPrivileges: true}").getDocument("authInfo"))
                .containsKey("authenticatedUserPrivileges");
        assertThat(run("{getFreeMonitoringStatus: 1}").getString("state").getValue())
                .isEqualTo("disabled");
        assertThat(run("{logout: 1}")).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
        assertThat(run("{hostInfo: 1}")
                        .getDocument("system")
                        .getInt64("memSizeMB")
                        .getValue())
                .isPositive();
        assertThat(run("{atlasVersion: 1}").getInt32("code").getValue()).isEqualTo(59);
    }

    @Test
    void refusesLoginsByName() {
        assertThat(run("{saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: ''}"))
                .isEqualTo(BsonDocument.parse("{ok: 0.0, errmsg: 'saslStart is not supported: this server has no"
                        + " authentication', code: 115, codeName: 'CommandNotSupported'}"));
    }

    @Test
    void listCommandsShowsWhatClientsCanRun() {
        BsonDocument commands = run("{listCommands: 1}").getDocument("commands");
        assertThat(commands).containsKeys("ping", "hello", "getParameter").doesNotContainKey("_inner");
        assertThat(commands.getDocument("getParameter"))
                .isEqualTo(BsonDocument.parse("{help: 'Gives settings of the server.', requiresAuth: true,"
                        + " secondaryOk: true, adminOnly: true}"));
    }

    @Test
    void serverStatusHasSectionsThatCanBeLeftOut() {
        run("{ping: 1}");
        fake.timers().advance(61_500);
        BsonDocument reply = run("{serverStatus: 1}");
        assertThat(reply.getString("process").getValue()).isEqualTo("mongod");
        assertThat(reply.getString("host").getValue()).isEqualTo("host:27101");
        assertThat(reply.getDouble("uptime").getValue()).isEqualTo(61);
        assertThat(reply.getInt64("uptimeMillis").getValue()).isEqualTo(61_500);
        assertThat(reply.getInt32("storage").getValue()).isEqualTo(6);
        assertThat(reply.getDocument("opcounters").getInt64("command").getValue())
                .isEqualTo(1);
        assertThat(run("{serverStatus: 1, storage: 0, mem: false}")).doesNotContainKeys("storage", "mem");
        assertThat(run("{serverStatus: 1, repl: 1}")).containsKey("storage");
    }

    @Test
    void beginsAndEndsSessions() {
        BsonDocument started = run("{startSession: 1}");
        assertThat(started.getInt32("timeoutMinutes").getValue()).isEqualTo(30);
        BsonDocument lsid = started.getDocument("id");
        assertThat(sessions.contains(SessionId.of(lsid))).isTrue();

        assertThat(run("{refreshSessions: [" + lsid.toJson() + "]}")).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
        assertThat(run("{endSessions: [" + lsid.toJson() + "]}")).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
        assertThat(sessions.contains(SessionId.of(lsid))).isFalse();
        assertThat(run("{endSessions: 1}").getInt32("code").getValue()).isEqualTo(14);
        assertThat(run("{endSessions: [{}]}").getInt32("code").getValue()).isEqualTo(40414);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {killSessions: []}                                | 0
                    {killSessions: [A]}                               | 1
                    {killAllSessions: []}                             | 0
                    {killAllSessions: [{user: 'me', db: 'admin'}]}    | 2
                    {killAllSessionsByPattern: []}                    | 0
                    {killAllSessionsByPattern: [{lsid: A}]}           | 1
                    {killAllSessionsByPattern: [{users: []}]}         | 2
                    """)
    void killsSessions(String json, int left) {
        BsonDocument one = run("{startSession: 1}").getDocument("id");
        run("{startSession: 1}");
        run(json.replace("A]", one.toJson() + "]").replace("A}", one.toJson() + "}"));
        assertThat(sessions.count()).isEqualTo(left);
    }
}
