package io.counterpoint.shard.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.proto.v1.CollectionVersion;
import io.counterpoint.proto.v1.CommandReply;
import io.counterpoint.proto.v1.DocumentSequence;
import io.counterpoint.proto.v1.ShardGrpc;
import io.counterpoint.shard.collection.RoutingVersion;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.Connection;
import io.counterpoint.wire.command.Door;
import io.counterpoint.wire.command.ErrorReplies;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shard's end of the streams that routers open. Requests run on the thread they arrive on and may be answered in
 * any order.
 */
public final class ShardService extends ShardGrpc.ShardImplBase {
    private static final Logger LOG = LoggerFactory.getLogger(ShardService.class);

    private final CommandDispatcher dispatcher;
    private final Clock clock;
    private final ClusterClock clusterClock;
    private final String shardName;
    private final Supplier<Executor> callingLoop;
    private final AtomicLong streams = new AtomicLong();

    /**
     * Serves a command table by this door.
     *
     * @param clusterClock the shard's; told to routers, and learns from them
     * @param callingLoop where replies to requests of the calling thread are made best: its event loop, if it is one
     */
    public ShardService(
            CommandDispatcher dispatcher,
            Clock clock,
            ClusterClock clusterClock,
            String shardName,
            Supplier<Executor> callingLoop) {
        this.dispatcher = dispatcher;
        this.clock = clock;
        this.clusterClock = clusterClock;
        this.shardName = shardName;
        this.callingLoop = callingLoop;
    }

    @Override
    public StreamObserver<io.counterpoint.proto.v1.CommandRequest> commands(StreamObserver<CommandReply> replies) {
        Connection connection = new Connection(-streams.incrementAndGet(), "router", "shard " + shardName, Door.ROUTER);
        ReplyStream out = new ReplyStream(replies);
        ConcurrentMap<Long, CommandRequest> running = new ConcurrentHashMap<>();
        return new StreamObserver<>() {
            @Override
            public void onNext(io.counterpoint.proto.v1.CommandRequest message) {
                if (message.getInterrupts() == 0) {
                    run(message, connection, out, running);
                    return;
                }
                CommandRequest interrupted = running.get(message.getInterrupts());
                if (interrupted != null) {
                    interrupted.interruption().set();
                }
            }

            @Override
            public void onError(Throwable cause) {
                LOG.info("a router's stream broke: {}", cause.getMessage());
                end();
            }

            @Override
            public void onCompleted() {
                end();
                replies.onCompleted();
            }

            private void end() {
                out.close();
                connection.closed();
            }
        };
    }

    private void run(
            io.counterpoint.proto.v1.CommandRequest message,
            Connection connection,
            ReplyStream out,
            ConcurrentMap<Long, CommandRequest> running) {
        clusterClock.witness(message.getClusterTime());
        CommandRequest request;
        try {
            request = request(message, connection);
        } catch (CommandException malformed) {
            // One bad message is no reason to end the stream, and with it all that its router waits for.
            send(out, message.getRequestId(), ErrorReplies.of(malformed), new BsonDocument());
            return;
        }
        long id = message.getRequestId();
        CompletableFuture<io.counterpoint.wire.command.CommandReply> answer = dispatcher.answer(request);
        if (answer.isDone()) {
            // Most are short: what is over before anybody could end it is not noted.
            send(out, id, answer.join().body(), answer.join().trailer());
            return;
        }
        running.put(id, request);
        // The answer never fails: what goes wrong is in the reply.
        var unused = answer.thenAccept(reply -> {
            running.remove(id);
            send(out, id, reply.body(), reply.trailer());
        });
    }

    private void send(ReplyStream out, long requestId, BsonDocument body, BsonDocument trailer) {
        byte[] bytes = new BsonOutput().appendFields(body).appendFields(trailer).finishToByteArray();
        out.send(CommandReply.newBuilder()
                .setRequestId(requestId)
                .setClusterTime(clusterClock.latest())
                .setBody(UnsafeByteOperations.unsafeWrap(bytes))
                .build());
    }

    private CommandRequest request(io.counterpoint.proto.v1.CommandRequest message, Connection connection) {
        CommandRequest.Builder request = CommandRequest.builder(document(message.getBody()))
                .database(message.getDatabase())
                .connection(connection)
                .replyExecutor(callingLoop.get())
                .receivedNanos(clock.nanos());
        if (message.getSequencesCount() > 0) {
            request.sequences(sequences(message.getSequencesList()));
        }
        if (message.hasVersion()) {
            request.routing(version(message.getVersion()));
        }
        if (message.getTimeLeftMillis() > 0) {
            request.deadlineNanos(clock.nanos() + TimeUnit.MILLISECONDS.toNanos(message.getTimeLeftMillis()));
        }
        return request.build();
    }

    private static Map<String, List<RawDocument>> sequences(List<DocumentSequence> messages) {
        Map<String, List<RawDocument>> sequences = new HashMap<>();
        for (DocumentSequence message : messages) {
            List<RawDocument> documents = new ArrayList<>(message.getDocumentsCount());
            for (ByteString document : message.getDocumentsList()) {
                documents.add(document(document));
            }
            sequences.put(message.getField(), documents);
        }
        return sequences;
    }

    /**
     * The router has validated what clients sent; other processes' bytes are checked again, since a shard stores what
     * it is given.
     */
    private static RawDocument document(ByteString bytes) {
        byte[] array = bytes.toByteArray();
        BsonBytes.validate(array, 0, array.length, Limits.MESSAGE_NESTING_DEPTH_MAX);
        return RawDocument.of(array);
    }

    private static RoutingVersion version(CollectionVersion message) {
        if (message.getUuid().isEmpty()) {
            return new RoutingVersion(null);
        }
        if (message.getUuid().size() != 2 * Long.BYTES) {
            throw new CommandException(ErrorCode.BAD_VALUE, "a collection version must be a UUID of 16 bytes");
        }
        ByteBuffer bytes = message.getUuid().asReadOnlyByteBuffer();
        return new RoutingVersion(new UUID(bytes.getLong(), bytes.getLong()));
    }
}
