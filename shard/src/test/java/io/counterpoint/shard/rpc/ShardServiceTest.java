package io.counterpoint.shard.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.proto.v1.CollectionVersion;
import io.counterpoint.proto.v1.CommandReply;
import io.counterpoint.proto.v1.CommandRequest;
import io.counterpoint.proto.v1.DocumentSequence;
import io.counterpoint.shard.command.ShardFixture;
import io.counterpoint.testkit.fake.FakeClock;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShardServiceTest {
    private final ShardFixture shard = ShardFixture.create();
    private final ShardFixture.Peer client = shard.client();
    private final ShardService service = new ShardService(
            shard.dispatch().dispatcher(),
            new FakeClock(),
            new ClusterClock(new FakeClock()),
            "shard01",
            () -> Runnable::run);
    private final Replies replies = new Replies();
    private final StreamObserver<CommandRequest> stream = service.commands(replies);

    private static final class Replies implements StreamObserver<CommandReply> {
        private final List<CommandReply> received = new ArrayList<>();
        private boolean completed;

        @Override
        public void onNext(CommandReply reply) {
            received.add(reply);
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onCompleted() {
            completed = true;
        }

        private BsonDocument last() {
            return RawDocument.of(received.get(received.size() - 1).getBody().toByteArray())
                    .toTree();
        }
    }

    @AfterEach
    void close() {
        shard.close();
    }

    private static CommandRequest.Builder request(long id, String command) {
        return CommandRequest.newBuilder().setRequestId(id).setDatabase("shop").setBody(bytes(command));
    }

    private static ByteString bytes(String document) {
        return ByteString.copyFrom(BsonBytes.encode(BsonDocument.parse(document)));
    }

    private static CollectionVersion version(UUID uuid) {
        ByteBuffer bytes =
                ByteBuffer.allocate(16).putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        return CollectionVersion.newBuilder()
                .setUuid(ByteString.copyFrom(bytes.array()))
                .build();
    }

    @Test
    void aRequestIsAnsweredByItsNumber() {
        stream.onNext(request(7, "{ping: 1}").build());
        assertThat(replies.received).hasSize(1);
        assertThat(replies.received.get(0).getRequestId()).isEqualTo(7);
        assertThat(replies.last()).isEqualTo(BsonDocument.parse("{ok: 1.0}"));
    }

    @Test
    void aRefusalIsAReply() {
        stream.onNext(request(1, "{nothing: 1}").build());
        assertThat(replies.last().get("code")).isEqualTo(new BsonInt32(59));
    }

    @Test
    void documentsMayComeBesideTheCommand() {
        stream.onNext(request(1, "{insert: 'a'}")
                .addSequences(DocumentSequence.newBuilder()
                        .setField("documents")
                        .addDocuments(bytes("{_id: 1}"))
                        .addDocuments(bytes("{_id: 2}")))
                .build());
        assertThat(replies.last().get("n")).isEqualTo(new BsonInt32(2));
        assertThat(client.all("a")).hasSize(2);
    }

    @Test
    void aVersionIsChecked() {
        UUID uuid = new UUID(0x4000, 1);
        stream.onNext(
                request(1, "{_shardCreate: 'a', uuid: {$uuid: '" + uuid + "'}}").build());
        stream.onNext(request(2, "{insert: 'a', documents: [{_id: 1}]}")
                .setVersion(version(new UUID(0x4000, 2)))
                .build());
        assertThat(replies.last().get("code")).isEqualTo(new BsonInt32(13388));
        assertThat(replies.last().get("actualUuid")).isEqualTo(new BsonBinary(uuid));
        stream.onNext(request(3, "{insert: 'a', documents: [{_id: 1}]}")
                .setVersion(CollectionVersion.getDefaultInstance())
                .build());
        assertThat(replies.last().get("code"))
                .as("the router believes that there is no such collection")
                .isEqualTo(new BsonInt32(13388));
        stream.onNext(request(4, "{insert: 'a', documents: [{_id: 1}]}")
                .setVersion(version(uuid))
                .build());
        assertThat(replies.last().get("n")).isEqualTo(new BsonInt32(1));
    }

    @Test
    void theTimeLeftBecomesADeadline() {
        client.run("{create: 'a', autoincrement: 'id'}");
        stream.onNext(request(1, "{insert: 'a', documents: [{_id: 1}], stage: {$numberLong: '1'}}")
                .build());
        stream.onNext(request(2, "{insert: 'a', documents: [{_id: 2}]}")
                .setTimeLeftMillis(50)
                .build());
        assertThat(replies.received).hasSize(1);
        shard.timers().advance(50);
        assertThat(replies.received).hasSize(2);
        assertThat(replies.last().get("code")).isEqualTo(new BsonInt32(50));
    }

    @Test
    void repliesMayComeInAnyOrder() {
        client.run("{create: 'a', autoincrement: 'id'}");
        stream.onNext(request(1, "{insert: 'a', documents: [{_id: 1}], stage: {$numberLong: '1'}}")
                .build());
        stream.onNext(request(2, "{insert: 'a', documents: [{_id: 2}]}").build());
        stream.onNext(request(3, "{ping: 1}").build());
        stream.onNext(request(4, "{_decideStage: {$numberLong: '1'}, keep: 0}")
                .setDatabase("admin")
                .build());
        assertThat(replies.received).extracting(CommandReply::getRequestId).containsExactlyInAnyOrder(1L, 3L, 2L, 4L);
        assertThat(replies.received.get(1).getRequestId()).isEqualTo(3);
    }

    @Test
    void brokenBytesAreRefusedAndHarmNothing() {
        stream.onNext(CommandRequest.newBuilder()
                .setRequestId(5)
                .setDatabase("shop")
                .setBody(ByteString.copyFrom(new byte[] {9, 0, 0, 0, 1}))
                .build());
        assertThat(replies.received.get(0).getRequestId()).isEqualTo(5);
        assertThat(replies.last().get("code")).isEqualTo(new BsonInt32(22));
        stream.onNext(request(6, "{ping: 1}").build());
        assertThat(replies.last().getNumber("ok").intValue()).isEqualTo(1);
    }

    @Test
    void aBrokenVersionIsRefusedAndHarmsNothing() {
        stream.onNext(request(5, "{insert: 'a', documents: [{_id: 1}]}")
                .setVersion(CollectionVersion.newBuilder().setUuid(ByteString.copyFrom(new byte[] {1, 2})))
                .build());
        assertThat(replies.last().get("code")).isEqualTo(new BsonInt32(2));
        assertThat(shard.stored("shop.a")).isNull();
    }

    @Test
    void theEndOfTheStreamIsTheEndOfTheRouter() {
        client.run("{create: 'a', autoincrement: 'id'}");
        stream.onNext(request(1, "{insert: 'a', documents: [{_id: 1}], stage: {$numberLong: '1'}}")
                .build());
        stream.onCompleted();
        assertThat(replies.completed).isTrue();
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        assertThat(client.all("a")).hasSize(1);
    }

    @Test
    void aBrokenStreamIsTheEndOfTheRouter() {
        client.run("{create: 'a', autoincrement: 'id'}");
        stream.onNext(request(1, "{insert: 'a', documents: [{_id: 1}], stage: {$numberLong: '1'}}")
                .build());
        stream.onError(new IllegalStateException("gone"));
        client.run("{insert: 'a', documents: [{_id: 2}]}");
        assertThat(client.all("a").get(0).get("_id")).isEqualTo(new BsonInt32(2));
    }

    @Test
    void cursorsGoOnOverTheStream() {
        client.run("{insert: 'a', documents: [{_id: 1}, {_id: 2}, {_id: 3}]}");
        stream.onNext(request(1, "{find: 'a', batchSize: 2}").build());
        BsonInt64 id = replies.last().getDocument("cursor").getInt64("id");
        stream.onNext(request(2, "{getMore: {$numberLong: '" + id.getValue() + "'}, collection: 'a'}")
                .build());
        assertThat(replies.last().getDocument("cursor").getArray("nextBatch")).hasSize(1);
    }
}
