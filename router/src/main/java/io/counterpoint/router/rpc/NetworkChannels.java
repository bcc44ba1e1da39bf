package io.counterpoint.router.rpc;

import io.counterpoint.base.limit.Limits;
import io.counterpoint.wire.server.EventLoops;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.util.concurrent.TimeUnit;

/** Channels over the network: plain text, one connection each, on shared event loops. */
public final class NetworkChannels implements ChannelFactory {
    /** A message may carry a largest client message and the envelope around it. */
    private static final int MESSAGE_BYTES_MAX = Limits.MESSAGE_BYTES_MAX + 1024 * 1024;

    /** Enough for several large batches under way; the default of 1 MiB makes bulk loads wait for window updates. */
    private static final int FLOW_CONTROL_WINDOW_BYTES = 8 * 1024 * 1024;

    private static final long KEEP_ALIVE_SECONDS = 10;

    private final EventLoops loops;

    /**
     * Channels on those threads.
     *
     * @param loops shared with the client door, so that few threads serve all sockets; closed by whoever made them
     */
    public NetworkChannels(EventLoops loops) {
        this.loops = loops;
    }

    @Override
    public ManagedChannel open(String address) {
        return NettyChannelBuilder.forTarget(address)
                .usePlaintext()
                .eventLoopGroup(loops.group())
                .channelType(loops.clientChannelType())
                .directExecutor()
                .maxInboundMessageSize(MESSAGE_BYTES_MAX)
                .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                // A peer that vanished without a word is noticed within 2 x 10 s.
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .build();
    }
}
