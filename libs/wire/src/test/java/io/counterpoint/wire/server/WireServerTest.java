package io.counterpoint.wire.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.testkit.seed.Seeds;
import io.counterpoint.wire.codec.TestMessages;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.Connection;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WireServerTest {
    private static final BsonDocument PING = BsonDocument.parse("{ping: 1, $db: 'test'}");

    /** Commands that wait until the test lets them go on. */
    private final Queue<CompletableFuture<BsonDocument>> waiting = new ConcurrentLinkedQueue<>();

    private final Queue<CommandRequest> seen = new ConcurrentLinkedQueue<>();
    private TestServer server;

    @BeforeEach
    void start() {
        server = new TestServer(
                CommandEntry.command("echo", "Gives back what it got.")
                        .fields("value")
                        .handledBy(request -> CompletableFuture.completedFuture(
                                new BsonDocument("value", request.body().get("value")))),
                CommandEntry.command("wait", "Answers when the test says so.").handledBy(request -> {
                    seen.add(request);
                    CompletableFuture<BsonDocument> reply = new CompletableFuture<>();
                    waiting.add(reply);
                    return reply;
                }));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void eventually(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time for %s", condition).isLessThan(end);
            Thread.sleep(5);
        }
    }

    @Test
    void answersInTheOrderOfTheRequests() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            client.send(
                    TestMessages.msg(101, 0, BsonDocument.parse("{wait: 1, $db: 'test'}")),
                    TestMessages.msg(102, 0, PING),
                    TestMessages.msg(103, 0, BsonDocument.parse("{nothing: 1, $db: 'test'}")));
            eventually(() -> !waiting.isEmpty());
            assertThat(client.available()).isZero();
            waiting.remove().complete(new BsonDocument("n", new BsonInt32(1)));

            assertThat(client.receive())
                    .satisfies(reply -> assertThat(reply.responseTo()).isEqualTo(101))
                    .satisfies(reply -> assertThat(reply.document()).isEqualTo(BsonDocument.parse("{n: 1, ok: 1.0}")));
            assertThat(client.receive().responseTo()).isEqualTo(102);
            assertThat(client.receive().document().getInt32("code").getValue()).isEqualTo(59);
        }
    }

    @Test
    void beginsACommandOnlyWhenTheOneBeforeIsAnswered() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            byte[] wait = TestMessages.msg(1, 0, BsonDocument.parse("{wait: 1, $db: 'test'}"));
            client.send(wait, wait);
            eventually(() -> seen.size() == 1);
            Thread.sleep(50);
            assertThat(seen).hasSize(1);
            waiting.remove().complete(new BsonDocument());
            eventually(() -> seen.size() == 2);
            waiting.remove().complete(new BsonDocument());
            client.receive();
            client.receive();
        }
    }

    @Test
    void doesNotAnswerWhatWantsNoReply() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            client.send(TestMessages.msg(1, 2, BsonDocument.parse("{endSessions: [], $db: 'admin'}")));
            client.send(TestMessages.msg(2, 2, BsonDocument.parse("{nothing: 1, $db: 'admin'}")));
            client.send(TestMessages.msg(3, 0, PING));
            assertThat(client.receive().responseTo()).isEqualTo(3);
        }
    }

    @Test
    void turnsFailuresIntoReplies() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            client.send(TestMessages.msg(1, 0, BsonDocument.parse("{wait: 1, $db: 'test'}")));
            eventually(() -> !waiting.isEmpty());
            waiting.remove().completeExceptionally(new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns not found"));
            assertThat(client.receive().document())
                    .isEqualTo(BsonDocument.parse(
                            "{ok: 0.0, errmsg: 'ns not found', code: 26, codeName: 'NamespaceNotFound'}"));
        }
    }

    @Test
    void answersTheLegacyHandshakeWithOpReply() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            client.send(TestMessages.query(9, "admin.$cmd", BsonDocument.parse("{isMaster: 1, helloOk: true}")));
            RawClient.Reply reply = client.receive();
            assertThat(reply.opCode()).isEqualTo(1);
            assertThat(reply.responseTo()).isEqualTo(9);
            assertThat(reply.document().getBoolean("ismaster").getValue()).isTrue();
            assertThat(reply.document().getBoolean("helloOk").getValue()).isTrue();

            client.send(TestMessages.query(10, "test.$cmd", BsonDocument.parse("{find: 'x'}")));
            assertThat(client.receive().document().getInt32("code").getValue()).isEqualTo(352);
        }
    }

    @Test
    void streamsHellosUntilAnotherMessageComes() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            BsonDocument first = client.ask("{hello: 1, $db: 'admin'}").document();
            BsonDocument watch = BsonDocument.parse("{hello: 1, maxAwaitTimeMS: 30, $db: 'admin'}")
                    .append("topologyVersion", first.get("topologyVersion"));
            client.send(TestMessages.msg(50, 1 << 16, watch));

            int previous = 50;
            for (int i = 0; i < 3; i++) {
                RawClient.Reply reply = client.receive();
                assertThat(reply.responseTo()).isEqualTo(previous);
                assertThat(reply.moreToCome()).isTrue();
                assertThat(reply.document().get("topologyVersion")).isEqualTo(first.get("topologyVersion"));
                previous = reply.requestId();
            }
            client.send(TestMessages.msg(60, 0, PING));
            RawClient.Reply reply = client.receive();
            while (reply.moreToCome()) {
                reply = client.receive();
            }
            assertThat(reply.document().containsKey("topologyVersion")).isTrue();
            assertThat(client.receive().responseTo()).isEqualTo(60);
        }
    }

    @Test
    void adoptsTheTopologyVersionOfTheFirstReplyOfAStream() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            BsonDocument watch = BsonDocument.parse(
                    "{hello: 1, maxAwaitTimeMS: 60000, $db: 'admin',"
                            + " topologyVersion: {processId: {$oid: '000000000000000000000000'}, counter: {$numberLong: '3'}}}");
            client.send(TestMessages.msg(50, 1 << 16, watch));
            // Of another process: answered at once. The next one waits: it must not become a busy loop.
            assertThat(client.receive().moreToCome()).isTrue();
            Thread.sleep(100);
            assertThat(client.available()).isZero();
        }
    }

    @Test
    void doesNotStreamWhatIsNoWaitingHello() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            client.send(TestMessages.msg(1, 1 << 16, BsonDocument.parse("{hello: 1, $db: 'admin'}")));
            assertThat(client.receive().moreToCome()).isFalse();
            client.send(TestMessages.msg(2, 1 << 16, PING));
            assertThat(client.receive().moreToCome()).isFalse();
            client.send(
                    TestMessages.msg(3, 1 << 16, BsonDocument.parse("{hello: 1, maxAwaitTimeMS: 10, $db: 'admin'}")));
            RawClient.Reply refusal = client.receive();
            assertThat(refusal.moreToCome()).isFalse();
            assertThat(refusal.document().getInt32("code").getValue()).isEqualTo(31368);
        }
    }

    @Test
    void closesOnlyTheConnectionThatBreaksTheProtocol() throws IOException, InterruptedException {
        try (RawClient good = new RawClient(server.address())) {
            good.ask(PING.toJson());
            Seeds.run(WireServerTest.class, 40, random -> {
                try (RawClient bad = new RawClient(server.address())) {
                    byte[] message = TestMessages.msg(1, 0, PING);
                    int position = random.between(0, message.length - 1);
                    message[position] = (byte) (message[position] + random.between(1, 255));
                    bad.send(message);
                }
                assertThat(good.ask(PING.toJson()).document()).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
            });
            try (RawClient bad = new RawClient(server.address())) {
                bad.send(new byte[16]);
                assertThat(bad.isClosedByServer()).isTrue();
            }
            assertThat(good.ask(PING.toJson()).document()).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
        }
    }

    @Test
    void keepsTheConnectionWhenADocumentIsBroken() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            byte[] message = TestMessages.msg(1, 0, PING);
            message[25] = 0x55;
            client.send(message);
            assertThat(client.receive().document().getInt32("code").getValue()).isEqualTo(22);
            assertThat(client.ask(PING.toJson()).document()).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
        }
    }

    @Test
    void forgetsTheCommandOfAConnectionThatIsGone() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            client.send(TestMessages.msg(1, 0, BsonDocument.parse("{wait: 1, $db: 'test'}")));
            eventually(() -> !waiting.isEmpty());
        }
        Connection connection = seen.remove().connection();
        eventually(connection::isClosed);
        waiting.remove().complete(new BsonDocument());
        eventually(() -> server.traffic().connectionCount() == 0);
        try (RawClient client = new RawClient(server.address())) {
            BsonDocument status = client.ask("{serverStatus: 1, $db: 'admin'}").document();
            assertThat(status.getDocument("connections").getInt32("active").getValue())
                    .as("only the one that asks")
                    .isEqualTo(1);
        }
    }

    @Test
    void tellsHandlersWhoAsks() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            client.ask("{hello: 1, client: {application: {name: 'shop'}}, $db: 'admin'}");
            client.send(TestMessages.msg(1, 2, BsonDocument.parse("{wait: 1, maxTimeMS: 500, $db: 'test'}")));
            eventually(() -> !seen.isEmpty());
            CommandRequest request = seen.remove();
            assertThat(request.connection().appName()).isEqualTo("shop");
            assertThat(request.connection().remote()).startsWith("127.0.0.1:");
            assertThat(request.expectsReply()).isFalse();
            assertThat(request.deadlineNanos() - request.receivedNanos()).isEqualTo(500_000_000L);
            waiting.remove().complete(new BsonDocument());
        }
    }

    @Test
    void countsWhatComesAndGoes() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.address())) {
            byte[] ping = TestMessages.msg(1, 0, PING);
            client.send(ping);
            client.receive();
            MeterRegistry registry = server.dispatcher().metrics().registry();
            assertThat(registry.get("counterpoint.wire.connections").gauge().value())
                    .isEqualTo(1);
            assertThat(registry.get("counterpoint.wire.received")
                            .functionCounter()
                            .count())
                    .isEqualTo(ping.length);
            assertThat(registry.get("counterpoint.wire.sent").functionCounter().count())
                    .isEqualTo(16 + 5 + 17);
        }
    }

    @Test
    void refusesConnectionsBeyondTheLimit() throws IOException, InterruptedException {
        try (TestServer small = new TestServer(2);
                RawClient first = new RawClient(small.address())) {
            first.ask(PING.toJson());
            try (RawClient second = new RawClient(small.address())) {
                second.ask(PING.toJson());
                try (RawClient third = new RawClient(small.address())) {
                    assertThat(third.isClosedByServer()).isTrue();
                }
            }
            eventually(() -> small.traffic().connectionCount() == 1);
            try (RawClient fourth = new RawClient(small.address())) {
                assertThat(fourth.ask(PING.toJson()).document()).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
            }
        }
    }

    @Test
    void stopsReadingFromAClientThatDoesNotTakeItsReplies() throws IOException, InterruptedException {
        int count = 60;
        BsonDocument echo = new BsonDocument("echo", new BsonInt32(1))
                .append("value", new BsonBinary(new byte[1024 * 1024]))
                .append("$db", PING.get("$db"));
        try (RawClient client = new RawClient(server.address())) {
            Thread sender = new Thread(() -> {
                try {
                    for (int i = 0; i < count; i++) {
                        client.send(TestMessages.msg(i, 0, echo));
                    }
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            });
            sender.start();
            sender.join(1_000);
            assertThat(sender.isAlive()).as("the sender waits for the server").isTrue();
            for (int i = 0; i < count; i++) {
                assertThat(client.receive().responseTo()).isEqualTo(i);
            }
            sender.join();
        }
    }

    private boolean refusesConnections() {
        try {
            new RawClient(server.address()).close();
            return false;
        } catch (IOException refused) {
            return true;
        }
    }

    @Test
    void letsRunningCommandsEndBeforeItCloses() throws IOException, InterruptedException {
        try (RawClient busy = new RawClient(server.address());
                RawClient idle = new RawClient(server.address());
                RawClient watching = new RawClient(server.address())) {
            idle.ask(PING.toJson());
            BsonDocument hello = watching.ask("{hello: 1, $db: 'admin'}").document();
            watching.send(TestMessages.msg(
                    5,
                    1 << 16,
                    BsonDocument.parse("{hello: 1, maxAwaitTimeMS: 60000, $db: 'admin'}")
                            .append("topologyVersion", hello.get("topologyVersion"))));
            busy.send(TestMessages.msg(1, 0, BsonDocument.parse("{wait: 1, $db: 'test'}")));
            eventually(() -> !waiting.isEmpty());
            Thread closing = new Thread(server.server()::close);
            closing.start();
            assertThat(idle.isClosedByServer()).isTrue();
            assertThat(watching.isClosedByServer()).isTrue();
            // The selector lets go of the listening socket in its next turn, not at once.
            eventually(this::refusesConnections);
            assertThat(closing.isAlive()).isTrue();
            waiting.remove().complete(new BsonDocument("n", new BsonInt32(1)));
            assertThat(busy.receive().document()).isEqualTo(BsonDocument.parse("{n: 1, ok: 1.0}"));
            assertThat(busy.isClosedByServer()).isTrue();
            closing.join(1_000);
            assertThat(closing.isAlive()).isFalse();
        } catch (SocketTimeoutException late) {
            throw new AssertionError("the server did not answer or close in time", late);
        }
    }

    @Test
    void saysWhereItCannotListen() {
        int port = server.address().getPort();
        try (EventLoops loops = new EventLoops(1, "second")) {
            WireServer second = new WireServer(
                    loops, WireServerConfig.of("127.0.0.1", port), server.dispatcher(), server.traffic());
            assertThatThrownBy(second::start)
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot listen on 127.0.0.1:" + port);
        }
    }
}
