package io.counterpoint.testcontainers;

import java.util.ArrayList;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A router and its shards in one container, with data that end with it:
 *
 * <pre>
 * try (CounterpointContainer counterpoint = new CounterpointContainer().withShards(2)) {
 *     counterpoint.start();
 *     MongoClient client = MongoClients.create(counterpoint.getConnectionString());
 * }
 * </pre>
 *
 * <p>Each shard can be reached directly too, to see what it holds and what its counters say. A test that was written
 * for Testcontainers' {@code MongoDBContainer} runs unchanged on the same image, given as a substitute for
 * {@code mongo}.
 */
public class CounterpointContainer extends GenericContainer<CounterpointContainer> {
    /** The image that {@code deploy/Dockerfile} makes. */
    public static final DockerImageName DEFAULT_IMAGE = DockerImageName.parse("counterpoint:latest");

    /** Where the router listens inside of the container. */
    public static final int ROUTER_PORT = 27_017;

    /** Where the first shard listens inside of the container; the others follow. */
    public static final int SHARD_PORT = 27_101;

    /** Console, metrics and health inside of the container. */
    public static final int HTTP_PORT = 28_017;

    private static final int SHARDS_DEFAULT = 3;

    /** More would reach the ports that shards in processes of their own use for routers. */
    private static final int SHARDS_MAX = 100;

    private int shards = SHARDS_DEFAULT;
    private boolean spread = true;

    /** A cluster with three shards of the {@linkplain #DEFAULT_IMAGE image} that this machine has. */
    public CounterpointContainer() {
        this(DEFAULT_IMAGE);
    }

    /**
     * A cluster with three shards.
     *
     * @param image another name or version of the image, if need be as a compatible substitute for {@code counterpoint}
     */
    public CounterpointContainer(DockerImageName image) {
        super(image);
        image.assertCompatibleWith(DockerImageName.parse("counterpoint"));
        waitingFor(Wait.forLogMessage(".*Ready\\..*", 1));
    }

    /**
     * Sets the number of shards, 3 unless set.
     *
     * @param count in [1, 100]
     */
    public CounterpointContainer withShards(int count) {
        if (count < 1 || count > SHARDS_MAX) {
            throw new IllegalArgumentException("a cluster has 1 to " + SHARDS_MAX + " shards, not " + count);
        }
        shards = count;
        return self();
    }

    /**
     * Keeps each new collection on one shard, as MongoDB does until somebody shards it; without this they are spread
     * over all shards by the hash of {@code _id}.
     */
    public CounterpointContainer withUnshardedCollections() {
        spread = false;
        return self();
    }

    @Override
    protected void configure() {
        setCommand("up", "--data=/data", "--shards=" + shards, "--default-sharding=" + (spread ? "hashed" : "none"));
        addExposedPorts(ROUTER_PORT, HTTP_PORT);
        for (int shard = 0; shard < shards; shard++) {
            addExposedPorts(SHARD_PORT + shard);
        }
    }

    /** Where clients connect to the router. Once started. */
    public String getConnectionString() {
        return mongoUri(ROUTER_PORT);
    }

    /** Where clients connect to each shard directly, in the order of the shards' names. Once started. */
    public List<String> getShardConnectionStrings() {
        List<String> uris = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            uris.add(mongoUri(SHARD_PORT + shard));
        }
        return List.copyOf(uris);
    }

    /** The address of the console, under which metrics and health are too. Once started. */
    public String getConsoleUrl() {
        return "http://" + getHost() + ":" + getMappedPort(HTTP_PORT) + "/";
    }

    private String mongoUri(int port) {
        return "mongodb://" + getHost() + ":" + getMappedPort(port) + "/";
    }
}
