package io.counterpoint.wire.server;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that serve a process's sockets, to be shared by everything in it that speaks over Netty. Any thread.
 *
 * <p>They wait with the JVM's own selectors. Netty's native transport for Linux was tried and left: with pings of 1 and
 * 8 clients on two cores, CPU time and rate of the two were the same, and it would be a native library for each
 * platform.
 */
public final class EventLoops implements AutoCloseable {
    private static final long CLOSE_MILLIS_MAX = 5_000;

    private final EventLoopGroup group;

    /**
     * Starts the loops.
     *
     * @param threadCount number of threads, 1 or more
     * @param name start of the threads' names
     */
    public EventLoops(int threadCount, String name) {
        group = new MultiThreadIoEventLoopGroup(
                threadCount, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    /** The loops as Netty knows them; closed by {@link #close} only. */
    public EventLoopGroup group() {
        return group;
    }

    /** The loop that the calling thread is; an executor that runs everything at once for any other thread. */
    public Executor current() {
        for (EventExecutor loop : group) {
            if (loop.inEventLoop()) {
                return loop;
            }
        }
        return Runnable::run;
    }

    /** The kind of listening socket that runs on these loops. */
    public Class<? extends ServerChannel> serverChannelType() {
        return NioServerSocketChannel.class;
    }

    /** The kind of connecting socket that runs on these loops. */
    public Class<? extends Channel> clientChannelType() {
        return NioSocketChannel.class;
    }

    /** Stops the threads once what is queued has run, and waits for it: at most 5 seconds. */
    @Override
    public void close() {
        group.shutdownGracefully(0, CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MILLIS_MAX);
    }
}
