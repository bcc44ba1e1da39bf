package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.key.ShardKey;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.update.FindAndModifyRules;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.routing.QueryContexts;
import io.counterpoint.router.routing.ShardTargeter;
import io.counterpoint.router.rpc.ClientSession;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.write.OwnerFinder;
import io.counterpoint.router.write.RetryProbe;
import io.counterpoint.router.write.ShardKeyGuard;
import io.counterpoint.router.write.UpsertTarget;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.command.SharedFields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * {@code findAndModify}: to the shard that the query's equalities name; otherwise to the shard of the first match in
 * the command's order, for that document's {@code _id}, and again if it vanished on the way.
 */
final class FindAndModifyCommand {
    private static final int ATTEMPTS_MAX = 20;
    private static final List<BsonInt32> ONLY_STATEMENT = List.of(new BsonInt32(0));

    private final RouterAccess router;

    private FindAndModifyCommand(RouterAccess router) {
        this.router = router;
    }

    static CommandEntry entry(RouterAccess router) {
        return CommandEntry.command("findAndModify", "Changes or removes one document and gives it back.")
                .aliases("findandmodify")
                .fields(SharedFields.FIND_AND_MODIFY)
                .abilities(Ability.WRITES, Ability.RETRYABLE, Ability.IN_TRANSACTION, Ability.EXPLAINABLE)
                .handledBy(new FindAndModifyCommand(router)::run);
    }

    private CompletableFuture<BsonDocument> run(CommandRequest request) {
        Namespace namespace = CommandNames.namespace(request);
        Arguments arguments = Arguments.of(request);
        FindAndModifyRules.check(
                arguments.bool("remove", false),
                arguments.bool("upsert", false),
                arguments.bool("new", false),
                arguments.has("update"));
        if (CommandNames.isCounters(namespace)) {
            return router.counterWrites().findAndModify(request);
        }
        if (CommandNames.isUnrouted(namespace.database())) {
            return new Forwarding(router).toConfigShard(request);
        }
        return router.calls().run(namespace, routing -> routed(request, namespace, routing));
    }

    private CompletableFuture<BsonDocument> routed(
            CommandRequest request, Namespace namespace, Optional<CollectionRouting> routing) {
        Arguments arguments = Arguments.of(request);
        boolean upsert = arguments.bool("upsert", false);
        if (routing.isEmpty() && upsert) {
            return router.ddl()
                    .ensure(namespace, router.defaultSpread(), request.deadlineNanos())
                    .thenApply(made -> {
                        throw new CommandException(
                                ErrorCode.STALE_CONFIG, "the collection " + namespace + " was made just now");
                    });
        }
        if (routing.isEmpty()) {
            return send(
                    router.shards().configShard(), request, body(request, null, null), ExpectedVersion.noCollection());
        }
        CollectionRouting found = routing.get();
        BsonDocument query = arguments.documentOrEmpty("query");
        QueryContext context = QueryContexts.of(request, router.environment(), found.collation());
        String only = ShardTargeter.onlyShard(found, query, context.collation());
        if (only != null) {
            guard(found, arguments, ShardTargeter.keyFixedBy(found, query, context.collation()), context);
            return send(only, request, body(request, null, null), found.version());
        }
        if (request.txnNumber().isEmpty() || request.inTransaction()) {
            return ownerFirst(request, found, context, 1);
        }
        return doneBefore(request, found, ShardTargeter.shardsFor(found, query, context))
                .thenCompose(before -> before.<CompletableFuture<BsonDocument>>map(CompletableFuture::completedFuture)
                        .orElseGet(() -> ownerFirst(request, found, context, 1)));
    }

    /** What a shard answered that carried the command out before; empty when none did. */
    private CompletableFuture<Optional<RawDocument>> doneBefore(
            CommandRequest request, CollectionRouting routing, List<String> candidates) {
        RawDocument probe = ForwardedBody.of(request.body(), Set.of("query", "sort", "upsert", "writeConcern"))
                .appendDocument("query", RetryProbe.nothing())
                .appendDocument("writeConcern", RetryProbe.unsynced())
                .appendValue("stmtIds", new BsonArray(ONLY_STATEMENT))
                .finish();
        return new RetryProbe(router.shards())
                .ask(
                        candidates,
                        ShardRequest.of(request.database(), probe, routing.version(), request.deadlineNanos()));
    }

    private CompletableFuture<BsonDocument> ownerFirst(
            CommandRequest request, CollectionRouting routing, QueryContext context, int attempt) {
        Arguments arguments = Arguments.of(request);
        BsonDocument query = arguments.documentOrEmpty("query");
        OwnerFinder.Search search = new OwnerFinder.Search(
                query,
                arguments.documentOrEmpty("sort"),
                arguments.value("let"),
                arguments.value("hint"),
                arguments.value("collation"),
                ClientSession.of(request));
        return router.owners()
                .find(routing, search, context, request.deadlineNanos())
                .thenCompose(found -> {
                    if (found.isPresent()) {
                        return found(request, routing, context, found.get(), attempt);
                    }
                    if (!arguments.bool("upsert", false)) {
                        String any =
                                ShardTargeter.shardsFor(routing, query, context).get(0);
                        return send(any, request, body(request, null, null), routing.version());
                    }
                    UpsertTarget target = UpsertTarget.of(
                            routing,
                            arguments,
                            query,
                            "update",
                            context,
                            router.environment().objectIds());
                    return send(target.shard(), request, body(request, null, target.upsertId()), routing.version());
                });
    }

    private CompletableFuture<BsonDocument> found(
            CommandRequest request,
            CollectionRouting routing,
            QueryContext context,
            OwnerFinder.Owner owner,
            int attempt) {
        Arguments arguments = Arguments.of(request);
        guard(routing, arguments, routing.pattern().keyOf(owner.document()), context);
        RawDocument pinned = OwnerFinder.pinned(arguments.documentOrEmpty("query"), owner.id(), context.collation());
        return send(owner.shard(), request, body(request, pinned, null), routing.version())
                .thenCompose(reply -> vanished(reply) && attempt < ATTEMPTS_MAX
                        ? ownerFirst(request, routing, context, attempt + 1)
                        : CompletableFuture.completedFuture(reply));
    }

    private static void guard(
            CollectionRouting routing, Arguments arguments, @Nullable ShardKey before, QueryContext context) {
        ShardKeyGuard.check(routing, arguments, "update", false, before, context);
    }

    private static boolean vanished(BsonDocument reply) {
        return reply.get("lastErrorObject") instanceof BsonDocument last
                && last.getNumber("n", new BsonInt32(0)).longValue() == 0;
    }

    /**
     * The command for a shard.
     *
     * @param pinned the query for one known document; null for the client's own
     * @param upsertId the {@code _id} of what is inserted; null when it has one, or none is
     */
    private static RawDocument body(CommandRequest request, @Nullable RawDocument pinned, @Nullable ObjectId upsertId) {
        BsonOutput body =
                ForwardedBody.of(request.body(), pinned == null ? Set.of() : Set.of("query", "sort", "upsert"));
        if (pinned != null) {
            body.appendDocument("query", pinned);
        }
        if (upsertId != null) {
            body.appendObjectId("upsertId", upsertId);
        }
        if (request.txnNumber().isPresent()) {
            body.appendValue("stmtIds", new BsonArray(ONLY_STATEMENT));
        }
        return body.finish();
    }

    private CompletableFuture<BsonDocument> send(
            String shard, CommandRequest request, RawDocument body, ExpectedVersion version) {
        return router.shards()
                .send(
                        shard,
                        ShardRequest.of(request.database(), body, version, request.deadlineNanos())
                                .endingWith(request.interruption()))
                .thenApply(ShardReplies::demandOk);
    }
}
