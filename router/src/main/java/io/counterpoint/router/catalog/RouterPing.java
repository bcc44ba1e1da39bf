package io.counterpoint.router.catalog;

import io.counterpoint.base.Environment;
import io.counterpoint.base.time.Timers;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps this router's row in {@code config.mongos} fresh, which is how tools know which routers are alive. */
public final class RouterPing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RouterPing.class);
    private static final String MONGOS = "mongos";
    private static final long INTERVAL_MILLIS = 30_000;

    private final ConfigDatabase config;
    private final Environment environment;
    private final String address;
    private final String version;
    private final long startMillis;
    private Timers.@Nullable Cancellable next;
    private boolean closed;

    /**
     * A ping that has not begun.
     *
     * @param address {@code host:port} that clients reach the router at
     * @param version the MongoDB version it reports
     */
    public RouterPing(ConfigDatabase config, Environment environment, String address, String version) {
        this.config = config;
        this.environment = environment;
        this.address = address;
        this.version = version;
        startMillis = environment.clock().millis();
    }

    /** Writes the row now and every 30 s until {@link #close}. A write that fails is tried again at the next turn. */
    public void start() {
        ping();
    }

    private void ping() {
        long millis = environment.clock().millis();
        BsonDocument fields = new BsonDocument("ping", new BsonDateTime(millis))
                .append("up", new BsonInt64((millis - startMillis) / 1000))
                .append("waiting", BsonBoolean.TRUE)
                .append("mongoVersion", new BsonString(version))
                .append("created", new BsonDateTime(startMillis))
                .append("advisoryHostFQDNs", new BsonArray());
        CompletableFuture<Boolean> unused = config.update(
                        MONGOS, ConfigDatabase.byId(address), new BsonDocument("$set", fields), true)
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        LOG.warn("the router's row in config.mongos was not written: reason={}", failure.getMessage());
                    }
                    scheduleNext();
                });
    }

    private synchronized void scheduleNext() {
        if (!closed) {
            next = environment.timers().schedule(INTERVAL_MILLIS, this::ping);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }
}
