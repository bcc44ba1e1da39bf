package io.counterpoint.wire.command;

import io.counterpoint.base.check.Invariants;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.metric.Metrics;
import io.counterpoint.base.time.Clock;
import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.wire.session.SessionTable;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonString;
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
    private final ReplyDecorator decorator;
    private final IdentityHashMap<CommandEntry, CommandMetrics> metrics = new IdentityHashMap<>();
    private final CommandMetrics unknownCommands;
    private final OperationTable operations;

    /**
     * Serves a table.
     *
     * @param sessions told of every use of a session
     * @param operations shows what is running
     * @param decorator adds to every reply; {@link ReplyDecorator#NONE} for nothing
     */
    public CommandDispatcher(
            CommandTable table,
            Clock clock,
            Metrics metrics,
            SessionTable sessions,
            OperationTable operations,
            ReplyDecorator decorator) {
        this.table = table;
        this.operations = operations;
        this.clock = clock;
        this.registry = metrics;
        this.sessions = sessions;
        this.decorator = decorator;
        for (CommandEntry entry : table.list()) {
            this.metrics.put(entry, new CommandMetrics(metrics, entry.name()));
        }
        unknownCommands = new CommandMetrics(metrics, "unknown");
    }

    /** Serves a table without adding anything to replies. */
    public CommandDispatcher(CommandTable table, Clock clock, Metrics metrics, SessionTable sessions) {
        this(table, clock, metrics, sessions, new OperationTable(clock), ReplyDecorator.NONE);
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
            result = run(admit(entry, request), request);
        } catch (RuntimeException | StackOverflowError failure) {
            return CompletableFuture.completedFuture(finish(operation, entry, null, failure));
        }
        if (result.isDone() && !result.isCompletedExceptionally()) {
            return CompletableFuture.completedFuture(finish(operation, entry, result.join(), null));
        }
        return result.handle((body, failure) -> finish(operation, entry, body, failure));
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
            reply = refused(request, refusal);
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
        boolean complete = body.containsKey("ok");
        if (decorator == ReplyDecorator.NONE) {
            return new CommandReply(body, complete ? CommandReply.NOTHING : CommandReply.OK);
        }
        BsonDocument trailer = complete ? new BsonDocument() : new BsonDocument("ok", CommandReply.OK.get("ok"));
        decorator.decorate(request, trailer);
        return new CommandReply(body, trailer);
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

    private CommandReply refused(CommandRequest request, CommandException refusal) {
        BsonDocument body = ErrorReplies.of(refusal, ErrorLabels.of(request, refusal));
        BsonDocument trailer = new BsonDocument();
        decorator.decorate(request, trailer);
        return new CommandReply(body, trailer);
    }
}
