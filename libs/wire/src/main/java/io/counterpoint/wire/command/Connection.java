package io.counterpoint.wire.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the peer that sends commands: one per socket on the client door, one per router's stream on the
 * other. Lives until the peer is gone. Any thread.
 */
public final class Connection {
    private final long id;
    private final String remote;
    private final String local;
    private final Door door;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private volatile @Nullable BsonDocument clientMetadata;

    private final Object closing = new Object();
    private volatile boolean closed;
    private @Nullable List<Runnable> closeActions = new ArrayList<>();

    /**
     * Describes a peer.
     *
     * @param id number for logs and {@code hello}, unique in the process
     * @param remote address of the peer, {@code host:port}
     * @param local address the peer reached, {@code host:port}
     * @param door how it came in
     */
    public Connection(long id, String remote, String local, Door door) {
        this.id = id;
        this.remote = remote;
        this.local = local;
        this.door = door;
    }

    /** A connection without a socket behind it: for tests and for commands a process gives to itself. */
    public static Connection detached(Door door) {
        return new Connection(0, "in-process", "in-process", door);
    }

    /** Number of the connection, unique in the process. */
    public long id() {
        return id;
    }

    /** Address of the peer, {@code host:port}. */
    public String remote() {
        return remote;
    }

    /** Address the peer reached, {@code host:port}. */
    public String local() {
        return local;
    }

    /** The door it came in by. */
    public Door door() {
        return door;
    }

    /** The {@code client} document of the handshake; null before it, or when there was none. */
    public @Nullable BsonDocument clientMetadata() {
        return clientMetadata;
    }

    /** Keeps the handshake's {@code client} document. */
    public void rememberClient(BsonDocument metadata) {
        clientMetadata = metadata;
    }

    /** The application's name as the client gave it in the handshake; null when it gave none. */
    public @Nullable String appName() {
        BsonDocument metadata = clientMetadata;
        if (metadata == null || !(metadata.get("application") instanceof BsonDocument application)) {
            return null;
        }
        BsonValue name = application.get("name");
        return name instanceof BsonString text ? text.getValue() : null;
    }

    /** Things that parts of the process keep with the connection, by name: the login, say. */
    public Map<String, Object> attributes() {
        return attributes;
    }

    /** Whether the peer is gone. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Runs an action once when the peer is gone, at once if it is gone already.
     *
     * @param action short, must not block; runs on the thread that closes the connection
     * @return calls the action off; for what ends before the connection does
     */
    public Runnable onClose(Runnable action) {
        synchronized (closing) {
            List<Runnable> actions = closeActions;
            if (actions != null) {
                actions.add(action);
                return () -> forget(action);
            }
        }
        action.run();
        return () -> {};
    }

    private void forget(Runnable action) {
        synchronized (closing) {
            if (closeActions != null) {
                closeActions.remove(action);
            }
        }
    }

    /** Says that the peer is gone: called by the door, once it has seen so. Repeating it is harmless. */
    public void closed() {
        List<Runnable> actions;
        synchronized (closing) {
            actions = closeActions;
            closeActions = null;
            closed = true;
        }
        if (actions != null) {
            actions.forEach(Runnable::run);
        }
    }
}
