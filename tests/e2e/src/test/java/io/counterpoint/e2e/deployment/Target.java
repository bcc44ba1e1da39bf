package io.counterpoint.e2e.deployment;

import com.mongodb.client.MongoClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a behaviour test runs against. Started on first use, shared by all test classes of the JVM and ended with it;
 * tests keep apart by databases of their own.
 *
 * <p>{@code -De2e.uri=mongodb://…} replaces all targets by one server that runs already, for a comparison with another
 * implementation.
 */
public final class Target {
    private static final int SHARDS = 3;

    private static final Target ROUTER = new Target("router", true, () -> Cluster.up(SHARDS));
    private static final Target SHARD = new Target("shard", false, () -> Cluster.shard("alone"));

    private final String name;
    private final boolean routed;
    private final Supplier<Cluster> deployment;
    private final @Nullable String givenUri;
    private @Nullable Cluster cluster;

    /** Why the first start failed: hundreds of tests need not try again. */
    private @Nullable AssertionError failure;

    private @Nullable MongoClient client;
    private final List<MongoClient> shards = new ArrayList<>();

    private Target(String name, boolean routed, Supplier<Cluster> deployment) {
        this.name = name;
        this.routed = routed;
        this.deployment = deployment;
        this.givenUri = null;
    }

    private Target(String givenUri) {
        this.name = givenUri;
        this.routed = false;
        this.deployment = () -> {
            throw new IllegalStateException("given, not started");
        };
        this.givenUri = givenUri;
    }

    /** The targets of this run. */
    public static Stream<Target> all() {
        String uri = System.getProperty("e2e.uri");
        return uri != null ? Stream.of(new Target(uri)) : Stream.of(SHARD, ROUTER);
    }

    /** The cluster alone, for tests about several shards. */
    public static Target router() {
        return ROUTER;
    }

    /** Whether a router stands before several shards. */
    public boolean routed() {
        return routed;
    }

    /** Where clients connect. */
    public synchronized String uri() {
        return givenUri != null ? givenUri : cluster().uri();
    }

    /** A client that all tests share. */
    public synchronized MongoClient client() {
        if (client == null) {
            client = Clients.connect(uri());
        }
        return client;
    }

    /** A client for the own door of each shard. */
    public synchronized List<MongoClient> shards() {
        if (shards.isEmpty()) {
            List<String> uris = givenUri != null ? List.of(givenUri) : cluster().shardUris();
            uris.forEach(uri -> shards.add(Clients.connect(uri)));
        }
        return List.copyOf(shards);
    }

    private Cluster cluster() {
        if (failure != null) {
            throw new IllegalStateException("the " + name + " did not start, as an earlier test says", failure);
        }
        if (cluster == null) {
            try {
                cluster = deployment.get().start();
            } catch (AssertionError e) {
                failure = e;
                throw e;
            }
        }
        return cluster;
    }

    @Override
    public String toString() {
        return name;
    }
}
