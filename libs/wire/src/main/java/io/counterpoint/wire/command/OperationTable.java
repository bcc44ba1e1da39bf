package io.counterpoint.wire.command;

import io.counterpoint.base.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations that a process is running: shown by {@code currentOp}, ended by {@code killOp}, and logged when they
 * took long. Any thread.
 *
 * <p>Source: MongoDB manual, "$currentOp (aggregation)", "killOp", "Database Profiler".
 */
public final class OperationTable {
    /** MongoDB's {@code slowms}. */
    public static final int SLOW_MILLIS = 100;

    /** Longer commands are not shown, so that a list of operations fits into a reply. */
    private static final int SHOWN_BYTES_MAX = 16 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(OperationTable.class);

    private final Clock clock;
    private final ConcurrentMap<Integer, Operation> running = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();
    private volatile int slowMillis = SLOW_MILLIS;
    private final @Nullable CollectionLatencies latencies;

    /** An operation, from its dispatch to its reply. */
    record Operation(int id, CommandRequest request, long startNanos) {}

    /** Nothing runs yet. */
    public OperationTable(Clock clock) {
        this(clock, null);
    }

    /**
     * Nothing runs yet.
     *
     * @param latencies told of every operation on a collection that has ended; null where nobody asks for them
     */
    public OperationTable(Clock clock, @Nullable CollectionLatencies latencies) {
        this.clock = clock;
        this.latencies = latencies;
    }

    /** From how many milliseconds on an operation is logged. */
    public int slowMillis() {
        return slowMillis;
    }

    /** Changes from how many milliseconds on an operation is logged; below 0 logs all. */
    public void setSlowMillis(int millis) {
        slowMillis = millis;
    }

    Operation begin(CommandRequest request, long startNanos) {
        Operation operation = new Operation(lastId.incrementAndGet() & Integer.MAX_VALUE, request, startNanos);
        running.put(operation.id, operation);
        return operation;
    }

    /** Takes an operation out again, and logs it if it was slow and is to be timed. */
    void end(Operation operation, long nowNanos, boolean timed) {
        running.remove(operation.id);
        if (latencies != null) {
            note(latencies, operation.request, nowNanos - operation.startNanos);
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(nowNanos - operation.startNanos);
        if (timed && millis > slowMillis) {
            LOG.info(
                    "slow operation: command={} ns={} connection={} durationMillis={}",
                    operation.request.name(),
                    namespace(operation.request),
                    operation.request.connection().id(),
                    millis);
        }
    }

    private static void note(CollectionLatencies latencies, CommandRequest request, long nanos) {
        if (request.generic().problem() == null && collection(request) instanceof BsonString name) {
            latencies.record(request.name(), request.database(), name.getValue(), nanos);
        }
    }

    /** Interrupts an operation; nothing happens when there is none of that number. */
    public void kill(int id) {
        Operation operation = running.get(id);
        if (operation != null) {
            operation.request.interruption().set();
        }
    }

    /**
     * The running operations, in the order in which they began.
     *
     * @param host {@code host:port} of the process
     */
    public List<BsonDocument> describe(String host) {
        List<Operation> operations = new ArrayList<>(running.values());
        operations.sort((left, right) -> Long.compare(left.startNanos, right.startNanos));
        return operations.stream().map(operation -> describe(operation, host)).toList();
    }

    private BsonDocument describe(Operation operation, String host) {
        CommandRequest request = operation.request;
        Connection connection = request.connection();
        long micros = TimeUnit.NANOSECONDS.toMicros(clock.nanos() - operation.startNanos);
        BsonDocument document = new BsonDocument("type", new BsonString("op"))
                .append("host", new BsonString(host))
                .append("desc", new BsonString("conn" + connection.id()))
                .append("connectionId", new BsonInt64(connection.id()))
                .append("client", new BsonString(connection.remote()));
        String application = connection.appName();
        if (application != null) {
            document.append("appName", new BsonString(application));
        }
        document.append("active", BsonBoolean.TRUE)
                .append(
                        "currentOpTime",
                        new BsonString(Instant.ofEpochMilli(clock.millis()).toString()))
                .append("opid", new BsonInt32(operation.id))
                .append("secs_running", new BsonInt64(TimeUnit.MICROSECONDS.toSeconds(micros)))
                .append("microsecs_running", new BsonInt64(micros))
                .append("op", new BsonString(kind(request.name())))
                .append("ns", new BsonString(namespace(request)))
                .append("command", command(request));
        if (request.lsid() != null) {
            document.append("lsid", request.lsid());
        }
        if (request.interruption().isSet()) {
            document.append("killPending", BsonBoolean.TRUE);
        }
        return document;
    }

    private static BsonDocument command(CommandRequest request) {
        int bytes = request.body().byteLength();
        return bytes <= SHOWN_BYTES_MAX
                ? request.body()
                : new BsonDocument("$truncated", new BsonString(request.name() + ", " + bytes + " bytes"));
    }

    private static String kind(String command) {
        return switch (command) {
            case "find" -> "query";
            case "getMore" -> "getmore";
            case "insert", "update" -> command;
            case "delete" -> "remove";
            default -> "command";
        };
    }

    private static @Nullable BsonValue collection(CommandRequest request) {
        return request.name().equals("getMore") ? request.value("collection") : request.argument();
    }

    private static String namespace(CommandRequest request) {
        String name = collection(request) instanceof BsonString text ? text.getValue() : "$cmd";
        return request.generic().problem() == null ? request.database() + "." + name : name;
    }
}
