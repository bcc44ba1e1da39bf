package io.counterpoint.wire.server;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.wire.codec.MessageRoom;
import io.counterpoint.wire.codec.ProtocolException;
import io.counterpoint.wire.codec.ReplyMessage;
import io.counterpoint.wire.codec.RequestMessage;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandReply;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.Connection;
import io.counterpoint.wire.command.Door;
import io.counterpoint.wire.command.ErrorReplies;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the commands of one connection, one at a time in the order they came, so that replies leave in that order too.
 * Everything here happens on the connection's event loop.
 *
 * <p>Memory is bounded from both sides: input stops while more than {@value #PENDING_BYTES_MAX} bytes wait for their
 * turn, and no command is begun while the client does not take its replies. What all connections together hold of large
 * messages and of replies that are not taken is bounded too: see {@link DoorMemory}.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    /** Asks a connection to end as soon as the command that is running has been answered. */
    enum Drain {
        INSTANCE
    }

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);
    private static final int PENDING_BYTES_MAX = 1024 * 1024;
    private static final BsonDocument NOTHING = new BsonDocument();

    private final long id;
    private final CommandDispatcher dispatcher;
    private final TrafficCounters traffic;
    private final AtomicInteger replyIds;

    private final Deque<RequestMessage> pending = new ArrayDeque<>();
    private final MessageRoom largeMessages;
    private final MessageRoom unreadReplies;
    private long unreadBytes;
    private long pendingBytes;
    private @Nullable RequestMessage running;
    private boolean reading;
    private boolean unflushed;
    private boolean draining;
    private boolean starting;
    private @Nullable Connection connection;

    ConnectionHandler(
            long id,
            CommandDispatcher dispatcher,
            TrafficCounters traffic,
            AtomicInteger replyIds,
            MessageRoom largeMessages,
            MessageRoom unreadReplies) {
        this.largeMessages = largeMessages;
        this.unreadReplies = unreadReplies;
        this.id = id;
        this.dispatcher = dispatcher;
        this.traffic = traffic;
        this.replyIds = replyIds;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        connection = new Connection(
                id,
                address(context.channel().remoteAddress()),
                address(context.channel().localAddress()),
                Door.CLIENT);
        LOG.debug("connection accepted: id={} remote={}", id, connection.remote());
        context.fireChannelActive();
    }

    private static String address(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress socket
                ? socket.getAddress().getHostAddress() + ":" + socket.getPort()
                : String.valueOf(address);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        reading = true;
        RequestMessage request = (RequestMessage) message;
        pending.add(request);
        pendingBytes += request.bytes();
        proceed(context);
        if (pendingBytes > PENDING_BYTES_MAX) {
            context.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        reading = false;
        flush(context);
        context.fireChannelReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        watchUnread(context);
        proceed(context);
        context.fireChannelWritabilityChanged();
    }

    /** Begins what waits, as long as answers come at once. */
    private void proceed(ChannelHandlerContext context) {
        if (starting) {
            return;
        }
        starting = true;
        try {
            while (running == null && !draining && context.channel().isWritable()) {
                RequestMessage next = pending.poll();
                if (next == null) {
                    break;
                }
                pendingBytes -= next.bytes();
                begin(context, next);
            }
        } finally {
            starting = false;
        }
        if (pendingBytes <= PENDING_BYTES_MAX / 2 && !draining) {
            context.channel().config().setAutoRead(true);
        }
    }

    private void begin(ChannelHandlerContext context, RequestMessage message) {
        running = message;
        traffic.begin(message.bytes());
        CommandException problem = message.problem();
        if (problem != null) {
            end(context, message, new CommandReply(ErrorReplies.of(problem), NOTHING));
        } else {
            ask(context, message, request(context, message), message.requestId());
        }
    }

    private CommandRequest request(ChannelHandlerContext context, RequestMessage message) {
        CommandRequest.Builder builder = CommandRequest.builder(message.body())
                .sequences(message.sequences())
                .connection(connection())
                .replyExecutor(context.executor())
                .expectsReply(!message.moreToCome())
                .exhaustAllowed(message.exhaustAllowed())
                .receivedNanos(dispatcher.clock().nanos());
        String database = message.legacyDatabase();
        return database == null ? builder.build() : builder.database(database).build();
    }

    private Connection connection() {
        Connection established = connection;
        if (established == null) {
            throw new IllegalStateException("a message came before its connection");
        }
        return established;
    }

    private void ask(ChannelHandlerContext context, RequestMessage message, CommandRequest request, int responseTo) {
        CompletableFuture<CommandReply> answer = dispatcher.answer(request);
        if (answer.isDone()) {
            answered(context, message, request, responseTo, answer.join());
            return;
        }
        CompletableFuture<?> unused = answer.thenAccept(reply -> {
            if (context.executor().inEventLoop()) {
                answered(context, message, request, responseTo, reply);
            } else {
                context.executor().execute(() -> answered(context, message, request, responseTo, reply));
            }
        });
    }

    private void answered(
            ChannelHandlerContext context,
            RequestMessage message,
            CommandRequest request,
            int responseTo,
            CommandReply reply) {
        if (running == null) {
            // The connection ended meanwhile: nobody is there to be answered.
            return;
        }
        if (reply.hangsUp()) {
            close(context);
            return;
        }
        CommandRequest following = draining || !pending.isEmpty() ? null : HelloStream.following(request, reply);
        if (following == null) {
            write(context, message, responseTo, false, reply);
            finish(context);
        } else {
            int replyId = write(context, message, responseTo, true, reply);
            flush(context);
            if (context.channel().isActive()) {
                ask(context, message, following, replyId);
            }
        }
    }

    private void end(ChannelHandlerContext context, RequestMessage message, CommandReply reply) {
        write(context, message, message.requestId(), false, reply);
        finish(context);
    }

    private int write(
            ChannelHandlerContext context,
            RequestMessage message,
            int responseTo,
            boolean moreToCome,
            CommandReply reply) {
        int replyId = replyIds.incrementAndGet();
        if (!message.moreToCome()) {
            ReplyMessage answer =
                    new ReplyMessage(replyId, responseTo, message.legacy(), moreToCome, message.compressor(), reply);
            context.write(answer).addListener(written -> {
                if (!written.isSuccess() && context.channel().isActive()) {
                    context.pipeline().fireExceptionCaught(written.cause());
                }
            });
            unflushed = true;
        }
        return replyId;
    }

    private void finish(ChannelHandlerContext context) {
        endRunning();
        if (draining) {
            flush(context);
            close(context);
            return;
        }
        proceed(context);
        // Within a read, one flush at its end takes the replies of all messages that came with it.
        if (!reading) {
            flush(context);
        }
    }

    private void flush(ChannelHandlerContext context) {
        if (unflushed) {
            unflushed = false;
            context.flush();
            watchUnread(context);
        }
    }

    /** Keeps account of what the client has not taken yet, and drops it when all together hold too much. */
    private void watchUnread(ChannelHandlerContext context) {
        long now = context.channel().bytesBeforeWritable();
        if (now <= unreadBytes || unreadReplies.take(now - unreadBytes)) {
            unreadReplies.give(Math.max(0, unreadBytes - now));
            unreadBytes = now;
            return;
        }
        LOG.warn(
                "connection closed, its client does not read: id={} remote={} unreadBytes={}",
                id,
                connection == null ? "?" : connection.remote(),
                now);
        close(context);
    }

    private void endRunning() {
        RequestMessage ended = running;
        if (ended != null) {
            running = null;
            largeMessages.give(ended.roomBytes());
            traffic.end();
        }
    }

    private void dropPending() {
        pending.forEach(message -> largeMessages.give(message.roomBytes()));
        pending.clear();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event != Drain.INSTANCE) {
            context.fireUserEventTriggered(event);
            return;
        }
        draining = true;
        context.channel().config().setAutoRead(false);
        dropPending();
        // A hello that waits for a change would wait for seconds, and loses nothing.
        if (running == null || HelloStream.waits(running)) {
            flush(context);
            close(context);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        dropPending();
        endRunning();
        unreadReplies.give(unreadBytes);
        unreadBytes = 0;
        draining = true;
        if (connection != null) {
            LOG.debug("connection ended: id={} remote={}", id, connection.remote());
            connection.closed();
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        String remote = connection == null ? "?" : connection.remote();
        if (cause instanceof ProtocolException) {
            LOG.warn("connection closed: id={} remote={} reason={}", id, remote, cause.getMessage());
        } else if (cause instanceof IOException) {
            LOG.debug("connection lost: id={} remote={} reason={}", id, remote, cause.getMessage());
        } else {
            LOG.error("connection closed: id={} remote={}", id, remote, cause);
        }
        close(context);
    }

    private static void close(ChannelHandlerContext context) {
        var unused = context.close();
    }
}
