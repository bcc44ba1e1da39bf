package io.counterpoint.wire.command.basic;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import io.counterpoint.base.time.Clock;
import io.counterpoint.base.time.Timers;
import io.counterpoint.wire.codec.Compressor;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.Connection;
import io.counterpoint.wire.command.RequestErrors;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code hello} and its old names: the handshake, and what drivers watch a server with.
 *
 * <p>Router and shard both say {@code msg: "isdbgrid"}, which makes drivers take them for a mongos. For a shard that is
 * reached directly there is no better word: to a standalone server drivers send neither retryable writes nor
 * transactions, and a replica set member has to name hosts that drivers then connect to instead. A shard is a complete
 * server with sessions, and mongos is the one kind of single server that has them.
 *
 * <p>A request with {@code topologyVersion} and {@code maxAwaitTimeMS} is answered when something changed. Nothing ever
 * does while the process lives: the answer comes when the time is over.
 *
 * <p>Source: MongoDB's manual, {@code hello}; driver specifications "MongoDB Handshake", "Server Discovery and
 * Monitoring", "Wire Compression".
 */
final class HelloCommand {
    private static final long TOPOLOGY_COUNTER = 0;

    private final ServerIdentity identity;
    private final Clock clock;
    private final Timers timers;

    private HelloCommand(ServerIdentity identity, Clock clock, Timers timers) {
        this.identity = identity;
        this.clock = clock;
        this.timers = timers;
    }

    static CommandEntry entry(ServerIdentity identity, Clock clock, Timers timers) {
        // Drivers and tools of all ages send fields here that only some servers know: all are taken.
        return CommandEntry.command("hello", "Tells what kind of server this is.")
                .aliases("isMaster", "ismaster")
                .abilities(Ability.UNAUTHENTICATED, Ability.ANY_FIELDS, Ability.ANY_CASE)
                .handledBy(new HelloCommand(identity, clock, timers)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        BsonDocument body = request.body();
        rememberClient(request.connection(), body.get("client"));
        BsonValue version = body.get("topologyVersion");
        BsonValue await = body.get("maxAwaitTimeMS");
        if (version != null && await == null) {
            throw new CommandException(
                    ErrorCode.location(31368), "A request with a 'topologyVersion' must include 'maxAwaitTimeMS'");
        }
        if (version == null && await != null) {
            throw new CommandException(
                    ErrorCode.location(31368), "A request with 'maxAwaitTimeMS' must include a 'topologyVersion'");
        }
        if (version == null || await == null || !isCurrent(version)) {
            return Reply.of(reply(request));
        }
        return later(request, awaitMillis(await));
    }

    private static void rememberClient(Connection connection, @Nullable BsonValue client) {
        if (client == null) {
            return;
        }
        if (!client.isDocument()) {
            throw RequestErrors.wrongType("hello.client", client, "object");
        }
        if (connection.clientMetadata() != null) {
            throw new CommandException(
                    ErrorCode.CLIENT_METADATA_CANNOT_BE_MUTATED,
                    "The client metadata document may only be sent in the first hello");
        }
        connection.rememberClient(client.asDocument());
    }

    private boolean isCurrent(BsonValue version) {
        if (!version.isDocument()) {
            throw RequestErrors.wrongType("hello.topologyVersion", version, "object");
        }
        BsonValue processId = version.asDocument().get("processId");
        if (processId == null) {
            throw RequestErrors.missing("hello.topologyVersion.processId");
        }
        if (!(processId instanceof BsonObjectId id)) {
            throw RequestErrors.wrongType("hello.topologyVersion.processId", processId, "objectId");
        }
        BsonValue counter = version.asDocument().get("counter");
        if (counter == null) {
            throw RequestErrors.missing("hello.topologyVersion.counter");
        }
        // Clients that read the counter as an ordinary number send it back as one.
        if (!(counter instanceof BsonNumber count)) {
            throw RequestErrors.wrongType("hello.topologyVersion.counter", counter, "long");
        }
        if (count.longValue() < 0) {
            throw new CommandException(ErrorCode.location(31372), "topologyVersion must have a non-negative counter");
        }
        if (!id.getValue().equals(identity.processId())) {
            return false;
        }
        if (count.longValue() > TOPOLOGY_COUNTER) {
            throw new CommandException(
                    ErrorCode.location(31382),
                    "Received a topology version with counter: " + count.longValue()
                            + " which is greater than the server topology version counter: " + TOPOLOGY_COUNTER);
        }
        return true;
    }

    private static long awaitMillis(BsonValue await) {
        if (!(await instanceof BsonNumber number)) {
            throw RequestErrors.wrongType("hello.maxAwaitTimeMS", await, "[long, int, decimal, double]");
        }
        long millis = number.longValue();
        if (millis < 0) {
            throw new CommandException(ErrorCode.location(31373), "maxAwaitTimeMS must be a non-negative integer");
        }
        return Math.min(millis, Integer.MAX_VALUE);
    }

    private CompletableFuture<BsonDocument> later(CommandRequest request, long millis) {
        CompletableFuture<BsonDocument> reply = new CompletableFuture<>();
        Timers.Cancellable timer = timers.schedule(millis, () -> reply.complete(reply(request)));
        Runnable forget = request.connection().onClose(timer::cancel);
        return reply.whenComplete((document, failure) -> forget.run());
    }

    private BsonDocument reply(CommandRequest request) {
        BsonDocument body = request.body();
        boolean modern = request.name().toLowerCase(Locale.ROOT).equals("hello");
        BsonDocument reply = new BsonDocument(modern ? "isWritablePrimary" : "ismaster", BsonBoolean.TRUE);
        if (body.get("helloOk") instanceof BsonBoolean ok && ok.getValue()) {
            reply.append("helloOk", BsonBoolean.TRUE);
        }
        reply.append("msg", new BsonString("isdbgrid"))
                .append("topologyVersion", topologyVersion())
                .append("maxBsonObjectSize", new BsonInt32(Limits.DOCUMENT_BYTES_MAX))
                .append("maxMessageSizeBytes", new BsonInt32(Limits.MESSAGE_BYTES_MAX))
                .append("maxWriteBatchSize", new BsonInt32(Limits.WRITE_BATCH_COUNT_MAX))
                .append("localTime", new BsonDateTime(clock.millis()))
                .append("logicalSessionTimeoutMinutes", new BsonInt32(Limits.SESSION_IDLE_MINUTES_MAX))
                .append("connectionId", new BsonInt64(request.connection().id()))
                .append("maxWireVersion", new BsonInt32(ServerIdentity.MAX_WIRE_VERSION))
                .append("minWireVersion", new BsonInt32(ServerIdentity.MIN_WIRE_VERSION))
                .append("readOnly", BsonBoolean.FALSE);
        if (body.get("compression") instanceof BsonArray wanted) {
            BsonArray common = common(wanted);
            if (!common.isEmpty()) {
                reply.append("compression", common);
            }
        }
        return reply;
    }

    private BsonDocument topologyVersion() {
        return new BsonDocument("processId", new BsonObjectId(identity.processId()))
                .append("counter", new BsonInt64(TOPOLOGY_COUNTER));
    }

    /** Those of a client's compressors that the server has, in the client's order. */
    private static BsonArray common(BsonArray wanted) {
        BsonArray common = new BsonArray();
        for (BsonValue name : wanted) {
            if (name instanceof BsonString text && Compressor.negotiable(text.getValue()) != null) {
                common.add(text);
            }
        }
        return common;
    }
}
