package io.counterpoint.wire.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;

/**
 * Reads with {@code readConcern: {level: "snapshot"}}: before the command runs, the state it reads is kept, at the time
 * that {@code atClusterTime} says or at one chosen now, and the reply says which it was. In a transaction the first
 * statement chooses for all.
 *
 * <p>Source: MongoDB's manual, "Read Concern snapshot"; driver specification "Snapshot Reads".
 */
public final class SnapshotReads {
    /** The field of {@code readConcern}, and of replies. */
    public static final String AT_CLUSTER_TIME = "atClusterTime";

    private static final String READ_CONCERN = "readConcern";
    private static final String SNAPSHOT = "snapshot";

    /** The commands that may read a snapshot outside of transactions. */
    private static final Set<String> READS = Set.of("find", "aggregate", "distinct");

    /** Keeps states. */
    public interface Keeper {
        /**
         * Keeps one for a request.
         *
         * @param time the wanted cluster time; 0 for one to be chosen
         * @return the cluster time of what is kept
         */
        CompletableFuture<Long> keep(CommandRequest request, long time);

        /** Whether a transaction's first statement needs this too. */
        boolean keepsForTransactions();
    }

    private SnapshotReads() {}

    /** The entries, those that may read a snapshot with a handler that sees to it first. */
    public static List<CommandEntry> keptBy(Keeper keeper, List<CommandEntry> entries) {
        return entries.stream()
                .map(entry -> READS.contains(entry.name()) || entry.can(Ability.IN_TRANSACTION)
                        ? entry.withHandler(request -> run(keeper, entry, request))
                        : entry.can(Ability.READ_CONCERN)
                                ? entry.withHandler(request -> runWithout(entry, request))
                                : entry)
                .toList();
    }

    private static boolean isSnapshot(CommandRequest request) {
        return request.readConcern() != null && SNAPSHOT.equals(request.readConcernLevel());
    }

    private static CompletableFuture<BsonDocument> runWithout(CommandEntry entry, CommandRequest request) {
        if (isSnapshot(request)) {
            throw RequestErrors.readConcernNotSupported(entry.name(), SNAPSHOT, "read concern not supported");
        }
        return entry.handler().run(request);
    }

    private static CompletableFuture<BsonDocument> run(Keeper keeper, CommandEntry entry, CommandRequest request) {
        if (request.readConcern() == null) {
            return entry.handler().run(request);
        }
        BsonTimestamp given = request.readConcernTime(AT_CLUSTER_TIME);
        if (!isSnapshot(request)) {
            if (given != null) {
                throw new CommandException(
                        ErrorCode.INVALID_OPTIONS,
                        "readConcern.atClusterTime field can be specified only if readConcern.level is equal to"
                                + " snapshot");
            }
            return entry.handler().run(request);
        }
        long wanted = given == null ? 0 : given.getValue();
        if (request.inTransaction()) {
            return request.startTransaction() && keeper.keepsForTransactions()
                    ? keeper.keep(request, wanted)
                            .thenCompose(time -> entry.handler().run(request))
                    : entry.handler().run(request);
        }
        return keeper.keep(request, wanted).thenCompose(time -> {
            BsonTimestamp at = new BsonTimestamp(time);
            return entry.handler().run(at(request, at)).thenApply(reply -> tell(request, reply, at));
        });
    }

    /** The same request with the time of what it reads. */
    private static CommandRequest at(CommandRequest request, BsonTimestamp time) {
        RawDocument body = request.body();
        byte[] bytes = body.array();
        BsonOutput out = new BsonOutput(body.byteLength() + 32);
        int element = body.firstElement();
        while (!RawElements.isEnd(bytes, element)) {
            int next = RawElements.next(bytes, element);
            if (!RawElements.nameEquals(bytes, element, READ_CONCERN)) {
                out.appendRawElement(bytes, element, next - element);
            }
            element = next;
        }
        BsonDocument concern = new BsonDocument("level", new BsonString(SNAPSHOT)).append(AT_CLUSTER_TIME, time);
        return request.withBody(out.appendDocument(READ_CONCERN, concern).finish());
    }

    private static BsonDocument tell(CommandRequest request, BsonDocument reply, BsonTimestamp time) {
        if (request.connection().door() == Door.ROUTER) {
            return reply;
        }
        BsonDocument told = new BsonDocument();
        told.putAll(reply);
        if (told.get("cursor") instanceof BsonDocument cursor) {
            BsonDocument more = new BsonDocument();
            more.putAll(cursor);
            told.put("cursor", more.append(AT_CLUSTER_TIME, time));
        } else {
            told.append(AT_CLUSTER_TIME, time);
        }
        return told;
    }
}
