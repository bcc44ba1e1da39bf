package io.counterpoint.cli.backup;

import io.counterpoint.cli.failure.StartupException;
import io.counterpoint.cli.probe.Address;
import io.counterpoint.cli.probe.CommandClient;
import java.io.IOException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** A connection to a router or shard that runs one command at a time. One thread; blocks. */
final class ServerConnection implements AutoCloseable {
    /** A checkpoint writes out all that is in memory first. */
    private static final int TIMEOUT_MILLIS = 120_000;

    private final Address address;
    private final CommandClient client;

    private ServerConnection(Address address, CommandClient client) {
        this.address = address;
        this.client = client;
    }

    /**
     * Connects.
     *
     * @throws StartupException when nobody answers
     */
    static ServerConnection open(Address address) {
        try {
            return new ServerConnection(address, CommandClient.connect(address, TIMEOUT_MILLIS));
        } catch (IOException e) {
            throw new StartupException(address.mongoUri() + " cannot be reached: " + e.getMessage(), e);
        }
    }

    /**
     * Runs a command.
     *
     * @return the reply, which is no refusal
     * @throws StartupException with the server's words when it refuses, or when the connection breaks
     */
    BsonDocument run(String database, BsonDocument command) {
        BsonDocument reply = reply(database, command);
        requireTaken(command, reply);
        return reply;
    }

    /**
     * Demands that a reply is no refusal.
     *
     * @throws StartupException with the server's words when it is one
     */
    void requireTaken(BsonDocument command, BsonDocument reply) {
        if (code(reply) != 0) {
            throw new StartupException(address.mongoUri() + " refused " + command.getFirstKey() + ": "
                    + reply.getString("errmsg", new BsonString("no reason given"))
                            .getValue());
        }
    }

    /**
     * Runs a command whose refusal matters.
     *
     * @throws StartupException when the connection breaks
     */
    BsonDocument reply(String database, BsonDocument command) {
        try {
            return client.run(database, command);
        } catch (IOException e) {
            throw new StartupException(
                    address.mongoUri() + " did not answer " + command.getFirstKey() + ": " + e.getMessage(), e);
        }
    }

    /** Whether a router is at the other end; shards look like routers to drivers, but do not know this command. */
    boolean isRouter() {
        return code(reply("admin", new BsonDocument("isdbgrid", new BsonInt32(1)))) == 0;
    }

    /** The code of a refusal; 0 for a reply that is none, -1 for a refusal without code. */
    static int code(BsonDocument reply) {
        boolean ok = reply.getNumber("ok", new BsonInt32(0)).doubleValue() == 1;
        return ok ? 0 : reply.getNumber("code", new BsonInt32(-1)).intValue();
    }

    @Override
    public void close() {
        client.close();
    }
}
