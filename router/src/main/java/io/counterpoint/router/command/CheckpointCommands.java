package io.counterpoint.router.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.checkpoint.ClusterStandstill;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.Settled;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/**
 * {@code checkpoint} of the whole cluster: one moment, one checkpoint on each shard, all under one id. And what gives
 * checkpoints out.
 */
final class CheckpointCommands {
    private static final String CHECKPOINT = "checkpoint";
    private static final String SHARDS = "shards";

    private final RouterAccess router;
    private final Forwarding forwarding;
    private final ClusterStandstill standstill;

    private CheckpointCommands(RouterAccess router) {
        this.router = router;
        forwarding = new Forwarding(router);
        standstill = new ClusterStandstill(router.shards(), router.environment());
    }

    static List<CommandEntry> entries(RouterAccess router) {
        CheckpointCommands commands = new CheckpointCommands(router);
        return List.of(
                CommandEntry.command(CHECKPOINT, "Makes a copy of all data of the cluster as of one moment.")
                        .fields("expireAfterSeconds")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::checkpoint),
                CommandEntry.command("listCheckpoints", "Lists the checkpoints that there are.")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::list),
                CommandEntry.command("dropCheckpoint", "Removes a checkpoint from all shards.")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::drop),
                CommandEntry.command("checkpointFiles", "Lists the files of a checkpoint on one shard.")
                        .fields("shard")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::toShard),
                CommandEntry.command("readCheckpoint", "Reads a piece of a file of a checkpoint on one shard.")
                        .fields("shard", "file", "offset", "bytes")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::toShard));
    }

    private CompletableFuture<BsonDocument> checkpoint(CommandRequest request) {
        long expireAfterSeconds = Arguments.of(request).count("expireAfterSeconds", 0);
        ObjectId id = router.environment().objectIds().next();
        RawDocument flush = new BsonOutput().appendInt32("_flush", 1).finish();
        RawDocument make = new BsonOutput()
                .appendObjectId("_makeCheckpoint", id)
                .appendInt64("expireAfterSeconds", expireAfterSeconds)
                .finish();
        CompletableFuture<BsonDocument> made = onAll(flush)
                .thenCompose(flushed -> standstill.run(
                        id,
                        () -> onAll(make)
                                .thenApply(answers -> new BsonDocument(CHECKPOINT, new BsonObjectId(id))
                                        .append(
                                                "time",
                                                new BsonDateTime(router.environment()
                                                        .clock()
                                                        .millis()))
                                        .append(SHARDS, described(answers)))));
        return Settled.then(
                made,
                (reply, failure) -> failure == null
                        ? CompletableFuture.completedFuture(reply)
                        // What some shards have made by now is of no use without the others.
                        : Settled.then(
                                onAll(dropping(id)), (dropped, trouble) -> CompletableFuture.failedFuture(failure)));
    }

    private static BsonArray described(List<RawDocument> answers) {
        BsonArray shards = new BsonArray();
        for (RawDocument answer : answers) {
            BsonDocument described = new BsonDocument();
            for (Map.Entry<String, BsonValue> field : answer.entrySet()) {
                if (!field.getKey().equals("ok")) {
                    described.put(field.getKey(), field.getValue());
                }
            }
            shards.add(described);
        }
        return shards;
    }

    private static RawDocument dropping(ObjectId id) {
        return new BsonOutput().appendObjectId("dropCheckpoint", id).finish();
    }

    private CompletableFuture<List<RawDocument>> onAll(RawDocument body) {
        return router.shards().demandAll(ShardRequest.of("admin", body));
    }

    private CompletableFuture<BsonDocument> list(CommandRequest request) {
        return onAll(ForwardedBody.of(request.body())).thenApply(answers -> {
            Map<ObjectId, BsonDocument> byId = new TreeMap<>();
            for (RawDocument answer : answers) {
                for (BsonValue entry : answer.getArray("checkpoints")) {
                    BsonDocument own = entry.asDocument();
                    BsonDocument known = byId.get(own.getObjectId(CHECKPOINT).getValue());
                    if (known == null) {
                        BsonDocument whole = new BsonDocument(CHECKPOINT, own.get(CHECKPOINT))
                                .append("expires", own.get("expires"))
                                .append(SHARDS, new BsonArray(own.getArray(SHARDS)));
                        byId.put(own.getObjectId(CHECKPOINT).getValue(), whole);
                    } else {
                        known.getArray(SHARDS).addAll(own.getArray(SHARDS));
                    }
                }
            }
            byId.values()
                    .forEach(checkpoint -> checkpoint.append(
                            "complete",
                            BsonBoolean.valueOf(checkpoint.getArray(SHARDS).size()
                                    == router.shards().names().size())));
            return new BsonDocument("checkpoints", new BsonArray(List.copyOf(byId.values())));
        });
    }

    private CompletableFuture<BsonDocument> drop(CommandRequest request) {
        return router.shards()
                .sendAll(ShardRequest.of("admin", ForwardedBody.of(request.body())))
                .thenApply(answers -> {
                    int dropped = 0;
                    CommandException refusal = null;
                    for (RawDocument answer : answers) {
                        if (ShardReplies.isOk(answer)) {
                            dropped++;
                        } else {
                            CommandException own = ShardReplies.refusal(answer);
                            boolean absent = own.code().equals(ErrorCode.KEY_NOT_FOUND);
                            refusal = absent && refusal != null ? refusal : own;
                        }
                    }
                    boolean onlyAbsent = refusal == null || refusal.code().equals(ErrorCode.KEY_NOT_FOUND);
                    if (refusal != null && (dropped == 0 || !onlyAbsent)) {
                        throw refusal;
                    }
                    return new BsonDocument("nShards", new BsonInt32(dropped));
                });
    }

    private CompletableFuture<BsonDocument> toShard(CommandRequest request) {
        return forwarding.to(Arguments.of(request).requiredString("shard"), request, null);
    }
}
