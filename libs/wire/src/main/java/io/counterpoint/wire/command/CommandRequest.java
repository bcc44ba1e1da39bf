package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.wire.session.SessionId;
import io.counterpoint.wire.session.TransactionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One command as it arrived, by either door. Immutable; any thread. Documents are views of the bytes that were
 * received.
 *
 * <p>The generic fields are read once, when the request is made. One that is malformed does not prevent the request:
 * the {@link CommandDispatcher} answers it with the error, and handlers never see such a request.
 */
public final class CommandRequest {
    private final RawDocument body;
    private final Map<String, List<RawDocument>> sequences;
    private final Connection connection;
    private final Executor replyExecutor;
    private final boolean expectsReply;
    private final boolean exhaustAllowed;
    private final @Nullable Object routing;
    private final long receivedNanos;
    private final long deadlineNanos;
    private final GenericFields generic;
    private final Interruption interruption;

    private CommandRequest(Builder builder) {
        body = builder.body;
        sequences = builder.sequences;
        connection = builder.connection;
        replyExecutor = builder.replyExecutor;
        expectsReply = builder.expectsReply;
        exhaustAllowed = builder.exhaustAllowed;
        routing = builder.routing;
        receivedNanos = builder.receivedNanos;
        generic = GenericFields.read(body, builder.database);
        interruption = builder.interruption == null ? new Interruption() : builder.interruption;
        deadlineNanos = Math.min(builder.deadlineNanos, deadline(receivedNanos, generic.maxTimeMillis()));
    }

    private static long deadline(long receivedNanos, long maxTimeMillis) {
        // The clock's origin is arbitrary, so a sum may pass the largest long only together with the clock itself.
        return maxTimeMillis == 0 ? Long.MAX_VALUE : receivedNanos + maxTimeMillis * 1_000_000;
    }

    /**
     * Starts a request on a {@linkplain Connection#detached detached} client connection, with replies continued on the
     * completing thread.
     */
    public static Builder builder(RawDocument body) {
        return new Builder(body);
    }

    /** A request of nothing but its document: for tests and for commands a process gives to itself. */
    public static CommandRequest of(RawDocument body) {
        return builder(body).build();
    }

    /** The command's name as sent: the first key of the document, empty for an empty document. */
    public String name() {
        return generic.name();
    }

    /**
     * The value of the document's first field, which the command's name stands before; null ({@link BsonNull}) for an
     * empty document.
     */
    public BsonValue argument() {
        BsonValue argument = generic.argument();
        return argument == null ? BsonNull.VALUE : argument;
    }

    /** The value of a field of the document as sent; null when it was not. */
    public @Nullable BsonValue value(String field) {
        return generic.value(field);
    }

    /** The database ({@code $db}). */
    public String database() {
        return generic.database();
    }

    /** The command's document, without the sequences that came beside it. */
    public RawDocument body() {
        return body;
    }

    /**
     * Documents that came as a sequence of that name or in an array of the body; empty when there is neither.
     *
     * @throws CommandException TypeMismatch (14) when the body's field is no array or has an element that is no
     *     document
     */
    public List<RawDocument> documents(String field) {
        List<RawDocument> sequence = sequences.get(field);
        if (sequence != null) {
            return sequence;
        }
        BsonValue value = generic.value(field);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof BsonArray array)) {
            throw RequestErrors.wrongType(name() + "." + field, value, "array");
        }
        List<RawDocument> documents = new ArrayList<>();
        for (BsonValue element : array) {
            if (!(element instanceof RawDocument document)) {
                throw RequestErrors.wrongType(name() + "." + field + "." + documents.size(), element, "object");
            }
            documents.add(document);
        }
        return documents;
    }

    /** Whether a field came as a sequence beside the body. */
    public boolean hasSequence(String field) {
        return sequences.containsKey(field);
    }

    /** The sequences that came beside the body, by name. */
    public Map<String, List<RawDocument>> sequences() {
        return sequences;
    }

    /** The logical session ({@code {id: UUID, …}}); null when none was named. */
    public @Nullable RawDocument lsid() {
        return generic.lsid();
    }

    /** The name of the logical session; null when none was named. */
    public @Nullable SessionId sessionId() {
        return generic.sessionId();
    }

    /** The number of the retryable write or of the transaction within its session. */
    public OptionalLong txnNumber() {
        return generic.txnNumber();
    }

    /** Whether this is the first statement of a transaction. */
    public boolean startTransaction() {
        return generic.startTransaction();
    }

    /**
     * Whether this is a statement of a transaction ({@code autocommit: false}), the first, its commit and abort
     * included.
     */
    public boolean inTransaction() {
        return generic.inTransaction();
    }

    /**
     * The transaction that this is a statement of, its commit and abort included; null outside of transactions.
     *
     * @throws CommandException InvalidOptions (72) for a statement of a transaction that names no session or no number
     */
    public @Nullable TransactionKey transaction() {
        if (!inTransaction()) {
            return null;
        }
        SessionId session = sessionId();
        if (session == null || txnNumber().isEmpty()) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, "a statement of a transaction needs lsid and txnNumber");
        }
        return new TransactionKey(session, txnNumber().getAsLong());
    }

    /** The peer that sent it. */
    public Connection connection() {
        return connection;
    }

    /** When the request had arrived, in nanoseconds of the process's monotonic clock. */
    public long receivedNanos() {
        return receivedNanos;
    }

    /**
     * When the command's time is over, in nanoseconds of the process's monotonic clock; {@link Long#MAX_VALUE} when it
     * is not limited.
     */
    public long deadlineNanos() {
        return deadlineNanos;
    }

    /** Where continuations of the reply run best: the connection's event loop. */
    public Executor replyExecutor() {
        return replyExecutor;
    }

    /** Whether somebody has ended the operation; shared with requests made {@link #withBody of this one}. */
    public Interruption interruption() {
        return interruption;
    }

    /** Whether the peer waits for an answer; false for unacknowledged writes and the like. */
    public boolean expectsReply() {
        return expectsReply;
    }

    /** Whether the peer takes more than one reply to this request, each but the last marked so. */
    public boolean exhaustAllowed() {
        return exhaustAllowed;
    }

    /** What the router door attached: the versions the router routed by. Null on the client door. */
    public @Nullable Object routing() {
        return routing;
    }

    /** The {@code writeConcern} document; null when none was sent. */
    public @Nullable BsonDocument writeConcern() {
        return generic.writeConcern();
    }

    /** The {@code readConcern} document; null when none was sent. */
    public @Nullable BsonDocument readConcern() {
        return generic.readConcern();
    }

    /**
     * The level of {@code readConcern}; null when none was sent.
     *
     * @throws CommandException TypeMismatch (14) for a level that is no string
     */
    public @Nullable String readConcernLevel() {
        BsonDocument concern = readConcern();
        return concern == null ? null : new Arguments("readConcern", concern).string("level");
    }

    /**
     * A time of {@code readConcern}, {@code afterClusterTime} or {@code atClusterTime}.
     *
     * @return null when it was not sent
     * @throws CommandException TypeMismatch (14) when it is no timestamp; InvalidOptions (72) when it is zero
     */
    public @Nullable BsonTimestamp readConcernTime(String field) {
        BsonDocument concern = readConcern();
        BsonValue value = concern == null ? null : concern.get(field);
        if (value == null) {
            return null;
        }
        if (!(value instanceof BsonTimestamp time)) {
            throw RequestErrors.wrongType("readConcern." + field, value, "timestamp");
        }
        if (time.getValue() == 0) {
            throw new CommandException(
                    ErrorCode.INVALID_OPTIONS, "readConcern." + field + " cannot be a null timestamp");
        }
        return time;
    }

    /** The command's fields without its name and without those that every command may have. */
    public BsonDocument ownFields() {
        BsonDocument own = new BsonDocument();
        generic.ownFields().forEach(field -> own.put(field, body.get(field)));
        return own;
    }

    /** The {@code comment}; null when none was sent. */
    public @Nullable BsonValue comment() {
        return generic.comment();
    }

    /** Whether the client wants nothing but what belongs to the stable API. */
    public boolean apiStrict() {
        return generic.apiStrict();
    }

    GenericFields generic() {
        return generic;
    }

    /** A request that differs in its body only: for commands that run another one. */
    public CommandRequest withBody(RawDocument other) {
        Builder builder = builder(other)
                .sequences(sequences)
                .connection(connection)
                .replyExecutor(replyExecutor)
                .expectsReply(expectsReply)
                .exhaustAllowed(exhaustAllowed)
                .routing(routing)
                .receivedNanos(receivedNanos)
                .deadlineNanos(deadlineNanos)
                .interruption(interruption);
        return other.containsKey("$db")
                ? builder.build()
                : builder.database(database()).build();
    }

    /** Collects the parts of a request. */
    public static final class Builder {
        private final RawDocument body;
        private Map<String, List<RawDocument>> sequences = Map.of();
        private Connection connection = Connection.detached(Door.CLIENT);
        private Executor replyExecutor = Runnable::run;
        private boolean expectsReply = true;
        private boolean exhaustAllowed;
        private @Nullable Object routing;
        private @Nullable String database;
        private long receivedNanos;
        private long deadlineNanos = Long.MAX_VALUE;
        private @Nullable Interruption interruption;

        private Builder(RawDocument body) {
            this.body = body;
        }

        /** Sequences that came beside the body, by name; none unless set. */
        public Builder sequences(Map<String, List<RawDocument>> those) {
            sequences = Map.copyOf(those);
            return this;
        }

        /** The peer. */
        public Builder connection(Connection that) {
            connection = that;
            return this;
        }

        /** Where continuations of the reply run best. */
        public Builder replyExecutor(Executor executor) {
            replyExecutor = executor;
            return this;
        }

        /** Whether the peer waits for an answer; true unless set. */
        public Builder expectsReply(boolean expects) {
            expectsReply = expects;
            return this;
        }

        /** Whether the peer takes a stream of replies; false unless set. */
        public Builder exhaustAllowed(boolean allowed) {
            exhaustAllowed = allowed;
            return this;
        }

        /** The versions a router routed by; none unless set. */
        public Builder routing(@Nullable Object versions) {
            routing = versions;
            return this;
        }

        /** The database, where it does not stand in the body's {@code $db}. */
        public Builder database(String name) {
            database = name;
            return this;
        }

        /** Monotonic time of arrival: what {@code maxTimeMS} counts from. */
        public Builder receivedNanos(long nanos) {
            receivedNanos = nanos;
            return this;
        }

        /** A deadline that was set outside of the body; the earlier of the two holds. */
        public Builder deadlineNanos(long nanos) {
            deadlineNanos = nanos;
            return this;
        }

        /** That of the request this one is made of; a new one unless set. */
        private Builder interruption(Interruption that) {
            interruption = that;
            return this;
        }

        /** Makes the request. */
        public CommandRequest build() {
            return new CommandRequest(this);
        }
    }
}
