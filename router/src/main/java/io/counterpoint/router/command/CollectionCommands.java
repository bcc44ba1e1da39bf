package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.sequence.declaration.AutoincrementOption;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code drop}, {@code dropDatabase}, {@code renameCollection}, {@code collMod}: on every shard or on none. */
final class CollectionCommands {
    private static final String[] COLL_MOD_FIELDS = {
        "index",
        "validator",
        "validationLevel",
        "validationAction",
        "viewOn",
        "pipeline",
        "expireAfterSeconds",
        "timeseries",
        "changeStreamPreAndPostImages",
        "capped",
        "cappedSize",
        "cappedMax",
        AutoincrementOption.NAME,
        "backfill"
    };

    private final RouterAccess router;
    private final Forwarding forwarding;

    private CollectionCommands(RouterAccess router) {
        this.router = router;
        forwarding = new Forwarding(router);
    }

    static List<CommandEntry> entries(RouterAccess router) {
        CollectionCommands commands = new CollectionCommands(router);
        return List.of(
                CommandEntry.command("collMod", "Changes options of a collection.")
                        .fields(COLL_MOD_FIELDS)
                        .abilities(Ability.WRITES)
                        .handledBy(commands::collMod),
                CommandEntry.command("drop", "Drops a collection.")
                        .abilities(Ability.WRITES)
                        .handledBy(commands::drop),
                CommandEntry.command("dropDatabase", "Drops a database.")
                        .abilities(Ability.WRITES)
                        .handledBy(commands::dropDatabase),
                CommandEntry.command("renameCollection", "Gives a collection another name.")
                        .fields("to", "dropTarget", "stayTemp")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::rename));
    }

    private CompletableFuture<BsonDocument> drop(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        if (CommandNames.isCounters(namespace)) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION, "admin.counters cannot be dropped: it numbers the collections");
        }
        if (CommandNames.isUnrouted(namespace.database())) {
            return forwarding.toConfigShard(request);
        }
        return router.ddl().drop(namespace, request.deadlineNanos()).thenApply(facts -> {
            BsonValue indexCount = facts.get("nIndexesWas");
            if (indexCount == null) {
                return new BsonDocument();
            }
            BsonDocument reply = new BsonDocument();
            // A view has no indexes, and its reply does not mention them.
            if (!indexCount.equals(new BsonInt32(0))) {
                reply.append("nIndexesWas", indexCount);
            }
            return reply.append("ns", new BsonString(namespace.toString()));
        });
    }

    private CompletableFuture<BsonDocument> dropDatabase(CommandRequest request) {
        Namespace.checkDatabase(request.database());
        if (CommandNames.isUnrouted(request.database())) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION, "Cannot drop '" + request.database() + "' database");
        }
        return router.ddl().dropDatabase(request.database(), request.deadlineNanos());
    }

    private CompletableFuture<BsonDocument> rename(CommandRequest request) {
        Namespace from = CommandNames.fullName(request, request.name());
        Namespace to = CommandNames.fullName(request, "to");
        if (CommandNames.isUnrouted(from.database()) != CommandNames.isUnrouted(to.database())
                || CommandNames.isCounters(from)
                || CommandNames.isCounters(to)) {
            throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "cannot rename " + from + " to " + to);
        }
        if (CommandNames.isUnrouted(from.database())) {
            return forwarding.toConfigShard(request);
        }
        return router.ddl().rename(from, to, Arguments.of(request).bool("dropTarget", false), request.deadlineNanos());
    }

    private CompletableFuture<BsonDocument> collMod(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        if (CommandNames.isUnrouted(namespace.database())) {
            return forwarding.toConfigShard(request);
        }
        BsonDocument fields = new BsonDocument();
        for (String field : COLL_MOD_FIELDS) {
            if (Arguments.of(request).has(field)) {
                fields.put(field, request.value(field));
            }
        }
        return router.ddl().collMod(namespace, fields, request.deadlineNanos());
    }
}
