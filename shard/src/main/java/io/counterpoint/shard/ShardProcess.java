package io.counterpoint.shard;

import io.counterpoint.base.Environment;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.base.spill.SpillFolder;
import io.counterpoint.query.memory.StageMemory;
import io.counterpoint.shard.command.ShardDispatch;
import io.counterpoint.shard.rpc.ShardService;
import io.counterpoint.shard.storage.DataFolder;
import io.counterpoint.shard.storage.RocksStore;
import io.counterpoint.wire.server.WireServer;
import io.counterpoint.wire.server.WireServerConfig;
import io.grpc.Server;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running shard. Starting is an ordered list of steps; stopping undoes those that were taken, in reverse: doors
 * first, then what commands still need, then the store. One thread starts and closes it.
 */
public final class ShardProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShardProcess.class);

    /** Room for the envelope around a client's largest message. */
    private static final int RPC_MESSAGE_BYTES_MAX = Limits.MESSAGE_BYTES_MAX + (1 << 20);

    private static final long RPC_CLOSE_SECONDS_MAX = 5;

    private static final long RPC_KEEP_ALIVE_SECONDS_MIN = 5;

    private final ShardConfig config;
    private final ShardResources resources;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final CompletableFuture<String> damage = new CompletableFuture<>();
    private @Nullable InetSocketAddress wireAddress;
    private int rpcPort;

    /** A shard that is not started yet. */
    public ShardProcess(ShardConfig config, ShardResources resources) {
        this.config = config;
        this.resources = resources;
    }

    /**
     * Starts the shard. When this returns, its doors answer.
     *
     * @throws io.counterpoint.shard.storage.DataFolderException when the data folder cannot be had
     * @throws io.counterpoint.shard.storage.StorageException when the store cannot be opened
     * @throws IOException when a port cannot be had
     */
    public void start() throws IOException {
        try {
            startSteps();
        } catch (IOException | RuntimeException failure) {
            close();
            throw failure;
        }
    }

    private void startSteps() throws IOException {
        Environment environment = resources.environment();
        DataFolder folder = step(DataFolder.open(config.dataFolder(), config.name(), environment.random()));
        RocksStore store = step(RocksStore.open(folder.storeFolder(), resources.memory()));
        SpillFolder spill = step(SpillFolder.open(folder.spillFolder()));
        WireServerConfig wire = config.wire().withChosenPort();
        ShardDispatch dispatch = step(ShardDispatch.open(
                config.name(),
                wire,
                store,
                folder.checkpoints(),
                new StageMemory(Limits.BLOCKING_STAGE_BYTES_MAX, spill),
                environment,
                resources.syncExecutor()));
        CompletableFuture<Boolean> unused =
                dispatch.damage().thenApply(what -> damage.complete(config.name() + ": " + what));
        WireServer server = step(new WireServer(resources.loops(), wire, dispatch.dispatcher(), dispatch.traffic()));
        startRpc(new ShardService(
                dispatch.dispatcher(),
                environment.clock(),
                environment.clusterClock(),
                config.name(),
                resources.loops()::current));
        wireAddress = server.start();
        LOG.info("shard serves: name={} address={} data={}", config.name(), wireAddress, config.dataFolder());
    }

    private void startRpc(ShardService service) throws IOException {
        if (config.inProcessName() != null) {
            Server server = InProcessServerBuilder.forName(config.inProcessName())
                    .directExecutor()
                    .addService(service)
                    .build()
                    .start();
            step(() -> stop(server));
        }
        if (config.rpcPort() != null) {
            Server server = NettyServerBuilder.forAddress(
                            new InetSocketAddress(config.wire().host(), config.rpcPort()))
                    .bossEventLoopGroup(resources.loops().group())
                    .workerEventLoopGroup(resources.loops().group())
                    .channelType(resources.loops().serverChannelType())
                    .directExecutor()
                    .maxInboundMessageSize(RPC_MESSAGE_BYTES_MAX)
                    // Routers ask every few seconds whether the connection still stands, also when nothing is going on.
                    .permitKeepAliveTime(RPC_KEEP_ALIVE_SECONDS_MIN, TimeUnit.SECONDS)
                    .permitKeepAliveWithoutCalls(true)
                    .addService(service)
                    .build()
                    .start();
            rpcPort = server.getPort();
            step(() -> stop(server));
        }
    }

    private static void stop(Server server) throws InterruptedException {
        server.shutdownNow().awaitTermination(RPC_CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
    }

    private <T extends AutoCloseable> T step(T resource) {
        started.push(resource);
        return resource;
    }

    /** Where clients connect. Only once started. */
    public InetSocketAddress wireAddress() {
        InetSocketAddress address = wireAddress;
        if (address == null) {
            throw new IllegalStateException("the shard is not started");
        }
        return address;
    }

    /**
     * Completes with what is damaged, once stored data has turned out to be: whoever started the shard has to stop it
     * then, and the process with it.
     */
    public CompletableFuture<String> damage() {
        return damage;
    }

    /** Port of the routers' door; 0 when there is none. */
    public int rpcPort() {
        return rpcPort;
    }

    /** Stops the shard. Commands that are running end first; closing twice does nothing. */
    @Override
    public void close() {
        while (!started.isEmpty()) {
            AutoCloseable step = started.pop();
            try {
                step.close();
            } catch (Exception failure) {
                // The rest has to be closed all the same: above all the store and the lock on the folder.
                LOG.error("a part of the shard could not be closed: name={} part={}", config.name(), step, failure);
            }
        }
    }
}
