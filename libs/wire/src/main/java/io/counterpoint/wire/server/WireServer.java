package io.counterpoint.wire.server;

import io.counterpoint.base.metric.Metrics;
import io.counterpoint.wire.codec.MessageDecoder;
import io.counterpoint.wire.codec.MessageEncoder;
import io.counterpoint.wire.codec.MessageRoom;
import io.counterpoint.wire.command.CommandDispatcher;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for MongoDB clients and has the dispatcher answer them. Commands run on the event loop of their connection,
 * one after another per connection.
 */
public final class WireServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WireServer.class);
    private static final int BACKLOG = 1_024;
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(256 * 1024, 1024 * 1024);
    private static final long CLOSE_MILLIS_MAX = 5_000;

    private final EventLoops loops;
    private final WireServerConfig config;
    private final CommandDispatcher dispatcher;
    private final TrafficCounters traffic;
    private final MessageEncoder encoder;
    private final AtomicLong connectionIds = new AtomicLong();
    private final AtomicInteger replyIds = new AtomicInteger();
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final MessageRoom largeMessages;
    private final MessageRoom unreadReplies;
    private @Nullable Channel listener;

    /**
     * A server that does not listen yet.
     *
     * @param loops threads to run on; closed by whoever made them, after the server
     * @param traffic counts what comes and goes
     */
    public WireServer(
            EventLoops loops, WireServerConfig config, CommandDispatcher dispatcher, TrafficCounters traffic) {
        this.loops = loops;
        this.config = config;
        this.dispatcher = dispatcher;
        this.traffic = traffic;
        encoder = new MessageEncoder(traffic::sent);
        largeMessages = new MessageRoom(config.memory().largeMessageBytesMax());
        unreadReplies = new MessageRoom(config.memory().unreadReplyBytesMax());
    }

    /**
     * Begins to listen.
     *
     * @return the address that clients reach it at
     * @throws IOException when the address cannot be bound
     */
    public synchronized InetSocketAddress start() throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.serverChannelType())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                });
        ChannelFuture bound = bootstrap.bind(config.host(), config.port()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("cannot listen on " + config.host() + ":" + config.port(), bound.cause());
        }
        listener = bound.channel();
        InetSocketAddress address = (InetSocketAddress) bound.channel().localAddress();
        traffic.register(dispatcher.metrics(), address.getPort());
        register(dispatcher.metrics());
        return address;
    }

    private void register(Metrics metrics) {
        metrics.gauge("counterpoint.wire.large.messages.bytes", largeMessages::takenBytes);
        metrics.gauge("counterpoint.wire.large.messages.refused", largeMessages::refusalCount);
        metrics.gauge("counterpoint.wire.unread.replies.bytes", unreadReplies::takenBytes);
        metrics.gauge("counterpoint.wire.unread.replies.dropped", unreadReplies::refusalCount);
    }

    private void accept(Channel channel) {
        if (!traffic.connect()) {
            LOG.warn(
                    "connection refused, there are too many: remote={} max={}",
                    channel.remoteAddress(),
                    config.connectionCountMax());
            var unused = channel.close();
            return;
        }
        channel.closeFuture().addListener(closed -> traffic.disconnect());
        channels.add(channel);
        channel.pipeline()
                .addLast(
                        new MessageDecoder(largeMessages),
                        encoder,
                        new ConnectionHandler(
                                connectionIds.incrementAndGet(),
                                dispatcher,
                                traffic,
                                replyIds,
                                largeMessages,
                                unreadReplies));
    }

    /** Stops listening, lets commands that are running end, and closes all connections; at most 5 seconds. */
    @Override
    public synchronized void close() {
        if (listener == null) {
            return;
        }
        listener.close().awaitUninterruptibly(CLOSE_MILLIS_MAX);
        listener = null;
        for (Channel channel : channels) {
            channel.pipeline().fireUserEventTriggered(ConnectionHandler.Drain.INSTANCE);
        }
        if (!channels.newCloseFuture().awaitUninterruptibly(CLOSE_MILLIS_MAX)) {
            LOG.warn("connections closed while their commands were running: count={}", channels.size());
            channels.close().awaitUninterruptibly(CLOSE_MILLIS_MAX);
        }
    }
}
