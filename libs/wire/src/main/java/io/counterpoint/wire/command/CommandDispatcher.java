package io.counterpoint.wire.command;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.ClusterClock;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.wire.failpoint.FailPoints;
import io.counterpoint.wire.failpoint.FailedCommand;
import io.counterpoint.wire.session.SessionTable;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes commands from both doors, checks what is the same for all of them, runs the command by name, and makes the
 * reply of whatever came out. Never fails: a refusal is a reply too. Any thread; runs handlers on the calling one.
 *
 * <p>Checks in this order: generic fields well formed (among them {@code $db}, {@code maxTimeMS}, session,
 * {@code apiVersion}), command known on this door, {@code apiStrict}, database, fields known, transaction allowed, time
 * left.
 */
public final class CommandDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(CommandDispatcher.class);

    private final CommandTable table;
    private final Clock clock;
    private final Metrics registry;
    private final SessionTable sessions;
    private final @Nullable ClusterClock clusterClock;
    private final ReplyTrailers trailers;
    private final IdentityHashMap<CommandEntry, CommandMetrics> metrics = new IdentityHashMap<>();
    private final CommandMetrics unknownCommands;
    private final OperationTable operations;
    private final @Nullable FailPoints failPoints;

    /**
     * Serves a table.
     *
     * @param sessions told of every use of a session
     * @param operations shows what is running
     * @param failPoints makes commands of clients fail; null for nothing
     * @param clusterClock learns from requests and is told in replies; null for a process without one
     */
    public CommandDispatcher(
            CommandTable table,
            Clock clock,
            Metrics metrics,
            SessionTable sessions,
            OperationTable operations,
            @Nullable FailPoints failPoints,
            @Nullable ClusterClock clusterClock) {
        this.table = table;
        this.operations = operations;
        this.clock = clock;
        this.registry = metrics;
        this.sessions = sessions;
        this.failPoints = failPoints;
        this.clusterClock = clusterClock;
        trailers = new ReplyTrailers(clusterClock);
        for (CommandEntry entry : table.list()) {
            this.metrics.put(entry, new CommandMetrics(metrics, entry.name()));
        }
        unknownCommands = new CommandMetrics(metrics, "unknown");
    }

    /** Serves a table that fails by itself only, without cluster time. */
    public CommandDispatcher(CommandTable table, Clock clock, Metrics metrics, SessionTable sessions) {
        this(table, clock, metrics, sessions, new OperationTable(clock), null, null);
    }

    /** The table that is served. */
    public CommandTable table() {
        return table;
    }

    /** How often each command was answered, by name; commands that nothing knows count as {@code unknown}. */
    public static Map<String, Long> commandCounts(Metrics metrics) {
        Map<String, Long> counts = new HashMap<>();
        for (Timer timer : metrics.registry().find(CommandMetrics.DURATION).timers()) {
            counts.put(timer.getId().getTag("command"), timer.count());
        }
        return counts;
    }

    /** The registry that commands are counted in. */
    public Metrics metrics() {
        return registry;
    }

    /** The clock that {@link CommandRequest#receivedNanos()} and deadlines are read from. */
    public Clock clock() {
        return clock;
    }

    /**
     * Runs a command.
     *
     * @return the whole reply, {@code ok} included; never fails
     */
    public CompletableFuture<BsonDocument> dispatch(CommandRequest request) {
        return answer(request).thenApply(CommandReply::document);
    }

    /** As {@link #dispatch}, with the reply in the two parts a door can write without copying. */
    public CompletableFuture<CommandReply> answer(CommandRequest request) {
        long startNanos = clock.nanos();
        CommandEntry entry = table.find(request.name());
        OperationTable.Operation operation = operations.begin(request, startNanos);
        CompletableFuture<BsonDocument> result;
        try {
            CommandEntry admitted = admit(entry, request);
            FailPoints points = failPoints;
            FailedCommand failed = points != null && points.isSet() ? failure(points, admitted, request) : null;
            if (points != null && failed != null) {
                return points.pause(failed.blockMillis()).thenCompose(over -> fail(operation, admitted, failed));
            }
            result = run(admitted, request);
        } catch (RuntimeException | StackOverflowError failure) {
            return CompletableFuture.completedFuture(finish(operation, entry, null, failure));
        }
        if (result.isDone() && !result.isCompletedExceptionally()) {
            return CompletableFuture.completedFuture(finish(operation, entry, result.join(), null));
        }
        return result.handle((body, failure) -> finish(operation, entry, body, failure));
    }

    private static @Nullable FailedCommand failure(FailPoints points, CommandEntry entry, CommandRequest request) {
        if (request.connection().door() != Door.CLIENT || entry.can(Ability.TEST_ONLY)) {
            return null;
        }
        List<String> names = new ArrayList<>(entry.aliases());
        names.add(entry.name());
        return points.enter(names, request.connection().appName(), namespace(request));
    }

    private static @Nullable String namespace(CommandRequest request) {
        // A getMore has the cursor where others have the collection.
        BsonValue collection = request.argument() instanceof BsonString name ? name : request.value("collection");
        return collection instanceof BsonString name ? request.database() + "." + name.getValue() : null;
    }

    private CompletableFuture<CommandReply> fail(
            OperationTable.Operation operation, CommandEntry entry, FailedCommand failed) {
        CommandRequest request = operation.request();
        if (failed.closeConnection()) {
            operations.end(operation, clock.nanos(), false);
            return CompletableFuture.completedFuture(CommandReply.HANG_UP);
        }
        ErrorCode code = failed.errorCode();
        if (code != null) {
            operations.end(operation, clock.nanos(), false);
            CommandException refusal = new CommandException(code, "Failing command via 'failCommand' failpoint");
            return CompletableFuture.completedFuture(
                    refused(request, refusal, labels(failed, ErrorLabels.of(request, code))));
        }
        CompletableFuture<BsonDocument> result;
        try {
            result = run(entry, request);
        } catch (RuntimeException | StackOverflowError failure) {
            result = CompletableFuture.failedFuture(failure);
        }
        return result.handle(
                (body, failure) -> withWriteConcernError(request, failed, finish(operation, entry, body, failure)));
    }

    private static List<String> labels(FailedCommand failed, List<String> otherwise) {
        List<String> given = failed.errorLabels();
        return given != null ? given : otherwise;
    }

    private static CommandReply withWriteConcernError(
            CommandRequest request, FailedCommand failed, CommandReply reply) {
        BsonDocument error = failed.writeConcernError();
        if (error == null) {
            return reply;
        }
        BsonDocument whole = reply.document();
        whole.put("writeConcernError", error);
        int code = error.getNumber("code", new BsonInt32(0)).intValue();
        List<String> labels = labels(
                failed, code > 0 ? ErrorLabels.ofWriteConcernError(request, ErrorCode.location(code)) : List.of());
        if (!labels.isEmpty()) {
            whole.put(
                    "errorLabels",
                    new BsonArray(labels.stream().map(BsonString::new).toList()));
        }
        return new CommandReply(whole, CommandReply.NOTHING);
    }

    private static CompletableFuture<BsonDocument> run(CommandEntry entry, CommandRequest request) {
        if (request.generic().help()) {
            return CompletableFuture.completedFuture(new BsonDocument("help", new BsonString(entry.help())));
        }
        CompletableFuture<BsonDocument> result = entry.handler().run(request);
        Invariants.check(result != null, "a command's handler returns a future");
        if (!entry.mayWrite(request) && !result.isDone()) {
            // What only reads may be left alone by whoever waits for it; it stops by itself where it looks.
            request.interruption().onSet(() -> result.completeExceptionally(Interruption.error()));
            // Nobody reads the answer once the peer is gone.
            Runnable callOff = request.connection().onClose(request.interruption()::set);
            return result.whenComplete((body, failure) -> callOff.run());
        }
        return result;
    }

    private CommandEntry admit(@Nullable CommandEntry entry, CommandRequest request) {
        GenericFields generic = request.generic();
        if (generic.problem() != null) {
            throw generic.problem();
        }
        Door door = request.connection().door();
        if (entry == null || (entry.can(Ability.ROUTER_DOOR_ONLY) && door != Door.ROUTER)) {
            throw new CommandException(ErrorCode.COMMAND_NOT_FOUND, "no such command: '" + request.name() + "'");
        }
        if (generic.apiStrict()) {
            StableApi.checkStrict(entry);
        }
        if (entry.can(Ability.ADMIN_ONLY) && !request.database().equals("admin")) {
            throw new CommandException(
                    ErrorCode.UNAUTHORIZED, entry.name() + " may only be run against the admin database.");
        }
        checkFields(entry, request);
        if (entry.can(Ability.EXPLAINS)) {
            checkExplained(request);
        }
        checkTransaction(entry, request);
        checkReadConcern(entry, request);
        learnTime(request);
        if (request.deadlineNanos() != Long.MAX_VALUE && clock.nanos() - request.deadlineNanos() > 0) {
            throw new CommandException(ErrorCode.MAX_TIME_MS_EXPIRED, "operation exceeded time limit");
        }
        if (request.sessionId() != null) {
            sessions.touch(request.sessionId());
        }
        return entry;
    }

    /** Refuses to explain what does not exist or has no plan. */
    private void checkExplained(CommandRequest request) {
        if (!(request.argument() instanceof BsonDocument explained) || explained.isEmpty()) {
            throw new CommandException(ErrorCode.FAILED_TO_PARSE, "explain command requires a nested object");
        }
        String name = explained.getFirstKey();
        CommandEntry entry = table.find(name);
        if (entry == null
                || (entry.can(Ability.ROUTER_DOOR_ONLY) && request.connection().door() != Door.ROUTER)) {
            throw new CommandException(ErrorCode.COMMAND_NOT_FOUND, "Explain failed due to unknown command: " + name);
        }
        if (!entry.can(Ability.EXPLAINABLE)) {
            throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "Cannot explain cmd: " + entry.name());
        }
        Door door = request.connection().door();
        GenericFields.read(BsonBytes.raw(explained), request.database())
                .ownFields()
                .forEach(field -> checkField(entry, door, field));
    }

    private void learnTime(CommandRequest request) {
        ClusterClock clock = clusterClock;
        long told = request.generic().clusterTime();
        if (clock == null || (told == 0 && request.readConcern() == null)) {
            return;
        }
        if (told != 0) {
            if (clock.isTooFarAhead(told)) {
                throw new CommandException(
                        ErrorCode.CLUSTER_TIME_FAILS_RATE_LIMITER,
                        "New cluster time, " + ClusterClock.seconds(told)
                                + ", is too far from this node's wall clock time, " + this.clock.millis() / 1000 + ".");
            }
            clock.witness(told);
        }
        if (request.readConcern() != null) {
            checkAfterClusterTime(clock, request);
        }
    }

    /**
     * A shard's reads see all its writes, so there is nothing to wait for; a time that nobody can have heard of is
     * refused.
     */
    private static void checkAfterClusterTime(ClusterClock clock, CommandRequest request) {
        BsonTimestamp after = request.readConcernTime("afterClusterTime");
        if (after == null) {
            return;
        }
        if (request.readConcernTime("atClusterTime") != null) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS,
                    "Specifying a timestamp for readConcern atClusterTime in a causally consistent session is not"
                            + " supported");
        }
        if (ClusterClock.isAfter(after.getValue(), clock.latest())) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS,
                    "readConcern afterClusterTime value must not be greater than the current clusterTime."
                            + " Requested clusterTime: " + shown(after) + "; current clusterTime: "
                            + shown(new BsonTimestamp(clock.latest())));
        }
    }

    private static String shown(BsonTimestamp time) {
        return "{ ts: Timestamp(" + time.getTime() + ", " + time.getInc() + ") }";
    }

    private static void checkFields(CommandEntry entry, CommandRequest request) {
        Door door = request.connection().door();
        List<String> own = request.generic().ownFields();
        for (String sequence : request.sequences().keySet()) {
            if (own.contains(sequence)) {
                throw new CommandException(
                        ErrorCode.location(40433), "Duplicate field between body and document sequence " + sequence);
            }
            checkField(entry, door, sequence);
        }
        for (String field : own) {
            checkField(entry, door, field);
        }
    }

    private static void checkField(CommandEntry entry, Door door, String field) {
        if (!entry.takes(field, door)) {
            throw RequestErrors.unknownField(entry.name() + "." + field);
        }
    }

    private static void checkTransaction(CommandEntry entry, CommandRequest request) {
        if (request.inTransaction()) {
            if (!entry.can(Ability.IN_TRANSACTION)) {
                throw new CommandException(
                        ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
                        "Cannot run '" + entry.name() + "' in a multi-document transaction.");
            }
        } else if (request.txnNumber().isPresent() && !entry.can(Ability.RETRYABLE)) {
            throw new CommandException(
                    ErrorCode.location(50768),
                    "txnNumber may only be provided for multi-document transactions and retryable write commands."
                            + " autocommit:false was not provided, and " + entry.name()
                            + " is not a retryable write command.");
        }
    }

    /** The first statement of a transaction may say the level of all of them, whatever its command is. */
    private static void checkReadConcern(CommandEntry entry, CommandRequest request) {
        if (request.readConcern() == null || request.inTransaction() || entry.can(Ability.READ_CONCERN)) {
            return;
        }
        String level = request.readConcernLevel();
        if (level != null && !level.equals("local")) {
            throw RequestErrors.readConcernNotSupported(entry.name(), level, "read concern not supported");
        }
    }

    private CommandReply finish(
            OperationTable.Operation operation,
            @Nullable CommandEntry entry,
            @Nullable BsonDocument result,
            @Nullable Throwable failure) {
        CommandRequest request = operation.request();
        CommandException refusal = null;
        CommandReply reply;
        if (failure == null && result != null) {
            reply = success(request, result);
        } else {
            refusal =
                    refusal(request, failure == null ? new IllegalStateException("a handler gave no reply") : failure);
            reply = refused(request, refusal, ErrorLabels.of(request, refusal));
        }
        CommandMetrics those = entry == null ? unknownCommands : metrics.get(entry);
        long nowNanos = clock.nanos();
        if (those != null) {
            those.record(nowNanos - operation.startNanos(), refusal == null ? null : refusal.code());
        }
        // A handshake may be there to wait.
        boolean waits = entry != null && entry.can(Ability.ANY_CASE);
        operations.end(operation, nowNanos, !waits);
        return reply;
    }

    private CommandReply success(CommandRequest request, BsonDocument body) {
        return new CommandReply(body, trailers.of(request.connection().door(), !body.containsKey("ok")));
    }

    private static CommandException refusal(CommandRequest request, Throwable failure) {
        CommandException refusal = ErrorReplies.refusalIn(failure);
        if (refusal == null) {
            LOG.error(
                    "command failed: command={} connection={} remote={}",
                    request.name(),
                    request.connection().id(),
                    request.connection().remote(),
                    failure);
            return ErrorReplies.internalError(failure);
        }
        return refusal;
    }

    private CommandReply refused(CommandRequest request, CommandException refusal, List<String> labels) {
        BsonDocument body = ErrorReplies.of(refusal, labels);
        return new CommandReply(body, trailers.of(request.connection().door(), false));
    }
}
