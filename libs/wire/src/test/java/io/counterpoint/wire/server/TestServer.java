package io.counterpoint.wire.server;

import io.counterpoint.base.Environment;
import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.random.SystemRandom;
import io.counterpoint.base.time.SystemClock;
import io.counterpoint.base.time.ThreadTimers;
import io.counterpoint.wire.command.CommandDispatcher;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandTable;
import io.counterpoint.wire.command.OperationTable;
import io.counterpoint.wire.command.basic.BasicCommands;
import io.counterpoint.wire.command.basic.ServerIdentity;
import io.counterpoint.wire.session.SessionTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;

/** A server on a free port of this machine that has the basic commands and those a test adds. */
final class TestServer implements AutoCloseable {
    private final ThreadTimers timers = new ThreadTimers("test-timers");
    private final EventLoops loops = new EventLoops(2, "test-loop");
    private final SessionTable sessions;
    private final TrafficCounters traffic;
    private final CommandDispatcher dispatcher;
    private final WireServer server;
    private final InetSocketAddress address;

    TestServer(CommandEntry... own) {
        this(100, own);
    }

    TestServer(int connectionCountMax, CommandEntry... own) {
        SystemClock clock = new SystemClock();
        Environment environment = Environment.of(clock, timers, new SystemRandom(), Runnable::run, Metrics.inMemory());
        sessions = new SessionTable(clock, timers);
        traffic = new TrafficCounters(connectionCountMax);
        ServerIdentity identity = new ServerIdentity(
                ServerIdentity.Role.ROUTER,
                ServerIdentity.VERSION,
                "test",
                "localhost:27017",
                clock.millis(),
                environment.objectIds().next());
        CommandTable table = new BasicCommands(identity, environment, sessions, new OperationTable(clock))
                .sections(traffic.statusSections())
                .table(List.of(own));
        dispatcher = new CommandDispatcher(table, clock, environment.metrics(), sessions);
        server = new WireServer(
                loops,
                WireServerConfig.of("127.0.0.1", 0).withConnectionCountMax(connectionCountMax),
                dispatcher,
                traffic);
        try {
            address = server.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    String uri(String options) {
        return "mongodb://127.0.0.1:" + address.getPort() + "/?" + options;
    }

    SessionTable sessions() {
        return sessions;
    }

    TrafficCounters traffic() {
        return traffic;
    }

    CommandDispatcher dispatcher() {
        return dispatcher;
    }

    WireServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
        loops.close();
        sessions.close();
        timers.close();
    }
}
