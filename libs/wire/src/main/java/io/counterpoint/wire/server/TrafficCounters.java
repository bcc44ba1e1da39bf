package io.counterpoint.wire.server;

import io.counterpoint.base.metric.Metrics;
import io.counterpoint.wire.command.basic.StatusSection;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

/**
 * What has come and gone by the client door. Made before the server, so that {@code serverStatus} can show it. Any
 * thread.
 */
public final class TrafficCounters {
    private final int connectionCountMax;
    private final AtomicInteger connections = new AtomicInteger();
    private final LongAdder connectionsCreated = new LongAdder();
    private final LongAdder connectionsRejected = new LongAdder();
    private final AtomicInteger active = new AtomicInteger();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder requests = new LongAdder();

    /**
     * All at zero.
     *
     * @param connectionCountMax most connections at once, to tell how many are left
     */
    public TrafficCounters(int connectionCountMax) {
        this.connectionCountMax = connectionCountMax;
    }

    /** Shows the counters among a process's metrics; the port tells servers of one registry apart. */
    void register(Metrics metrics, int port) {
        MeterRegistry registry = metrics.registry();
        Tags tags = Tags.of("port", Integer.toString(port));
        Gauge.builder("counterpoint.wire.connections", connections, AtomicInteger::get)
                .tags(tags)
                .register(registry);
        FunctionCounter.builder("counterpoint.wire.received", bytesIn, LongAdder::sum)
                .tags(tags)
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
        FunctionCounter.builder("counterpoint.wire.sent", bytesOut, LongAdder::sum)
                .tags(tags)
                .baseUnit(BaseUnits.BYTES)
                .register(registry);
    }

    /** Counts a connection in; false when there are too many, and then it is not counted. */
    boolean connect() {
        int now = connections.incrementAndGet();
        if (now > connectionCountMax) {
            connections.decrementAndGet();
            connectionsRejected.increment();
            return false;
        }
        connectionsCreated.increment();
        return true;
    }

    void disconnect() {
        connections.decrementAndGet();
    }

    void begin(int bytes) {
        bytesIn.add(bytes);
        requests.increment();
        active.incrementAndGet();
    }

    void end() {
        active.decrementAndGet();
    }

    void sent(long bytes) {
        bytesOut.add(bytes);
    }

    /** Connections that are open now. */
    public int connectionCount() {
        return connections.get();
    }

    /** The sections {@code connections} and {@code network} of {@code serverStatus}. */
    public List<StatusSection> statusSections() {
        return List.of(
                new StatusSection("connections", this::connections), new StatusSection("network", this::network));
    }

    private BsonDocument connections() {
        int current = connections.get();
        return new BsonDocument("current", new BsonInt32(current))
                .append("available", new BsonInt32(connectionCountMax - current))
                .append("totalCreated", new BsonInt64(connectionsCreated.sum()))
                .append("rejected", new BsonInt64(connectionsRejected.sum()))
                .append("active", new BsonInt32(active.get()));
    }

    private BsonDocument network() {
        return new BsonDocument("bytesIn", new BsonInt64(bytesIn.sum()))
                .append("bytesOut", new BsonInt64(bytesOut.sum()))
                .append("numRequests", new BsonInt64(requests.sum()));
    }
}
