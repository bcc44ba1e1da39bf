package io.counterpoint.router.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.version.ChunkVersion;
import io.counterpoint.proto.v1.CommandReply;
import io.counterpoint.proto.v1.CommandRequest;
import io.counterpoint.proto.v1.ShardGrpc;
import io.counterpoint.testkit.fake.FakeEnvironment;
import io.counterpoint.wire.command.Interruption;
import io.grpc.Server;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrpcShardClientTest {
    private static final RawDocument PING = BsonBytes.raw(new BsonDocument("ping", new BsonInt32(1)));

    private final FakeEnvironment environment = FakeEnvironment.create(1);
    private final String address = "shard-" + getClass().getName();
    private final Peer peer = new Peer();
    private @Nullable Server server;
    private final GrpcShardClient client = new GrpcShardClient(
            "s1",
            "router:1",
            new InProcessChannels().open(address),
            environment.clock(),
            environment.environment().clusterClock(),
            environment.timers());

    /** The other end: keeps requests until the test answers them. */
    private static final class Peer extends ShardGrpc.ShardImplBase {
        private final List<CommandRequest> requests = new ArrayList<>();
        private final List<StreamObserver<CommandReply>> streams = new ArrayList<>();

        @Override
        public StreamObserver<CommandRequest> commands(StreamObserver<CommandReply> replies) {
            streams.add(replies);
            return new StreamObserver<>() {
                @Override
                public void onNext(CommandRequest request) {
                    requests.add(request);
                }

                @Override
                public void onError(Throwable failure) {
                    // The client went away.
                }

                @Override
                public void onCompleted() {
                    replies.onCompleted();
                }
            };
        }

        void answer(CommandRequest request, BsonDocument reply) {
            streams.get(streams.size() - 1)
                    .onNext(CommandReply.newBuilder()
                            .setRequestId(request.getRequestId())
                            .setBody(ByteString.copyFrom(BsonBytes.encode(reply)))
                            .build());
        }

        CommandRequest last() {
            return requests.get(requests.size() - 1);
        }
    }

    @BeforeEach
    void start() throws IOException {
        server = InProcessServerBuilder.forName(address)
                .directExecutor()
                .addService(peer)
                .build()
                .start();
    }

    @AfterEach
    void stop() {
        client.close();
        if (server != null) {
            server.shutdownNow();
        }
    }

    private CompletableFuture<RawDocument> ping() {
        return client.send(ShardRequest.of("admin", PING));
    }

    private static void assertUnreachable(CompletableFuture<RawDocument> reply) {
        assertThatThrownBy(reply::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(CommandException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.HOST_UNREACHABLE);
                    assertThat(refusal.text()).contains("s1");
                });
    }

    @Test
    void answersFindTheirRequestsInAnyOrder() {
        CompletableFuture<RawDocument> one = ping();
        CompletableFuture<RawDocument> two = ping();
        assertThat(peer.streams).hasSize(1);

        peer.answer(peer.requests.get(1), BsonDocument.parse("{n: 2}"));
        peer.answer(peer.requests.get(0), BsonDocument.parse("{n: 1}"));

        assertThat(one.join().getInt32("n").getValue()).isEqualTo(1);
        assertThat(two.join().getInt32("n").getValue()).isEqualTo(2);
    }

    @Test
    void endsOnTheShardWhatIsEndedHere() {
        Interruption interruption = io.counterpoint.wire.command.CommandRequest.builder(PING)
                .database("admin")
                .build()
                .interruption();
        CompletableFuture<RawDocument> reply =
                client.send(ShardRequest.of("admin", PING).endingWith(interruption));
        long id = peer.last().getRequestId();

        interruption.set();

        assertThat(peer.requests).hasSize(2);
        assertThat(peer.last().getInterrupts()).isEqualTo(id);
        assertThat(reply).as("the shard answers it all the same").isNotDone();
        peer.answer(peer.requests.get(0), BsonDocument.parse("{n: 1}"));
        assertThat(reply).isDone();
    }

    @Test
    void doesNotEndWhatIsAnswered() {
        Interruption interruption = io.counterpoint.wire.command.CommandRequest.builder(PING)
                .database("admin")
                .build()
                .interruption();
        CompletableFuture<RawDocument> reply =
                client.send(ShardRequest.of("admin", PING).endingWith(interruption));
        peer.answer(peer.last(), BsonDocument.parse("{n: 1}"));
        assertThat(reply).isDone();

        interruption.set();

        assertThat(peer.requests).hasSize(1);
    }

    @Test
    void aRequestCarriesAllItsParts() {
        RawDocument document = BsonBytes.raw(BsonDocument.parse("{_id: 1}"));
        long deadline = environment.clock().nanos() + 7_000_000_000L;
        CompletableFuture<RawDocument> unused = client.send(new ShardRequest(
                "db",
                BsonBytes.raw(BsonDocument.parse("{insert: 'c'}")),
                "documents",
                List.of(document, document),
                ExpectedVersion.of(new UUID(1, 2), new ChunkVersion(3, 4)),
                deadline));

        CommandRequest sent = peer.last();
        assertThat(sent.getDatabase()).isEqualTo("db");
        assertThat(sent.getRouter()).isEqualTo("router:1");
        assertThat(sent.getTimeLeftMillis()).isEqualTo(7_000);
        assertThat(sent.getSequences(0).getField()).isEqualTo("documents");
        assertThat(sent.getSequences(0).getDocuments(1).toByteArray()).isEqualTo(document.toByteArray());
        assertThat(sent.getVersion().getUuid().size()).isEqualTo(16);
        assertThat(sent.getVersion().getMajor()).isEqualTo(3);
    }

    @Test
    void theBeliefThatThereIsNoCollectionIsAVersionToo() {
        CompletableFuture<RawDocument> unused =
                client.send(ShardRequest.of("db", PING, ExpectedVersion.noCollection(), Long.MAX_VALUE));

        assertThat(peer.last().hasVersion()).isTrue();
        assertThat(peer.last().getVersion().getUuid().isEmpty()).isTrue();
        CompletableFuture<RawDocument> unusedToo = ping();
        assertThat(peer.last().hasVersion()).isFalse();
    }

    @Test
    void aBrokenStreamFailsWhatIsInFlightAndTheNextRequestOpensAnother() {
        CompletableFuture<RawDocument> lost = ping();

        peer.streams.get(0).onCompleted();

        assertUnreachable(lost);
        assertUnreachable(ping());
        environment.timers().advance(100);
        CompletableFuture<RawDocument> next = ping();
        assertThat(peer.streams).hasSize(2);
        peer.answer(peer.last(), BsonDocument.parse("{ok: 1}"));
        assertThat(next).isCompleted();
    }

    @Test
    void aShardThatIsAwayIsNotAskedAllTheTime() {
        peer.streams.clear();
        for (int i = 0; i < 5; i++) {
            CompletableFuture<RawDocument> request = ping();
            if (peer.streams.size() > i) {
                peer.streams.get(i).onCompleted();
            }
            assertThat(request).isCompletedExceptionally();
        }
        assertThat(peer.streams).hasSize(1);

        for (int i = 0; i < 10; i++) {
            environment.timers().advance(1_000);
            CompletableFuture<RawDocument> request = ping();
            peer.streams.get(peer.streams.size() - 1).onCompleted();
            assertUnreachable(request);
        }
        assertThat(peer.streams).hasSize(11);
    }

    @Test
    void aDeadlineThatPassedIsAnsweredWithoutTheShard() {
        CompletableFuture<RawDocument> late = client.send(
                ShardRequest.of("db", PING, null, environment.clock().nanos() - 1));

        assertThat(late).isCompletedExceptionally();
        assertThat(peer.requests).isEmpty();
    }

    @Test
    void aShardThatDoesNotAnswerInTimeIsNotWaitedFor() {
        CompletableFuture<RawDocument> slow = client.send(
                ShardRequest.of("db", PING, null, environment.clock().nanos() + 1_000_000_000L));

        environment.timers().advance(1_000);
        assertThat(slow).isNotDone();
        environment.timers().advance(1_000);

        assertThatThrownBy(slow::join)
                .cause()
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.MAX_TIME_MS_EXPIRED));
        peer.answer(peer.last(), BsonDocument.parse("{ok: 1}"));
    }

    @Test
    void aClosedClientReachesNobody() {
        CompletableFuture<RawDocument> open = ping();

        client.close();

        assertUnreachable(open);
        assertUnreachable(ping());
    }
}
