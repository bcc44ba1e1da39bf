package io.counterpoint.router.command;

import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.checkpoint.ClusterStandstill;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * {@code fsync} and {@code fsyncUnlock} of all shards. Locks begin at one moment of the whole cluster, so that the
 * shards' folders may be copied one after another. Source: the manual's "fsync", "fsyncUnlock".
 */
final class FsyncCommands {
    private final RouterAccess router;
    private final ClusterStandstill standstill;

    private FsyncCommands(RouterAccess router) {
        this.router = router;
        standstill = new ClusterStandstill(router.shards(), router.environment());
    }

    static List<CommandEntry> entries(RouterAccess router) {
        FsyncCommands commands = new FsyncCommands(router);
        return List.of(
                CommandEntry.command("fsync", "Writes everything to the disk; may keep writes waiting after that.")
                        .fields("lock", "fsyncLockAcquisitionTimeoutMillis")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::fsync),
                CommandEntry.command("fsyncUnlock", "Lets writes go on that fsync keeps waiting.")
                        .abilities(Ability.WRITES, Ability.ADMIN_ONLY)
                        .handledBy(commands::unlock));
    }

    private CompletableFuture<BsonDocument> fsync(CommandRequest request) {
        RawDocument body = ForwardedBody.of(request.body());
        if (!Arguments.of(request).bool("lock", false)) {
            return onAll(body).thenApply(this::summary);
        }
        return standstill.run(router.environment().objectIds().next(), () -> lock(body));
    }

    private CompletableFuture<BsonDocument> lock(RawDocument body) {
        return onAll(body).thenCompose(answers -> {
            List<String> locked = new ArrayList<>();
            RawDocument refusal = null;
            for (int i = 0; i < answers.size(); i++) {
                if (ShardReplies.isOk(answers.get(i))) {
                    locked.add(router.shards().names().get(i));
                } else {
                    refusal = answers.get(i);
                }
            }
            if (refusal == null) {
                return CompletableFuture.completedFuture(summary(answers));
            }
            CompletionException failed = new CompletionException(ShardReplies.refusal(refusal));
            RawDocument unlock = new BsonOutput().appendInt32("fsyncUnlock", 1).finish();
            return Gathered.all(router.shards().sendEach(locked, shard -> ShardRequest.of("admin", unlock)))
                    .thenApply(unlocked -> {
                        throw failed;
                    });
        });
    }

    private CompletableFuture<BsonDocument> unlock(CommandRequest request) {
        return onAll(ForwardedBody.of(request.body())).thenApply(this::summary);
    }

    private CompletableFuture<List<RawDocument>> onAll(RawDocument body) {
        return router.shards().sendAll(ShardRequest.of("admin", body));
    }

    /** The fields of the first shard's answer, and every shard's. */
    private BsonDocument summary(List<RawDocument> answers) {
        BsonDocument summary = new BsonDocument();
        BsonDocument all = new BsonDocument();
        for (int i = 0; i < answers.size(); i++) {
            RawDocument answer = ShardReplies.demandOk(answers.get(i));
            answer.forEach((field, value) -> {
                if (!field.equals("ok")) {
                    summary.putIfAbsent(field, value);
                }
            });
            all.append(router.shards().names().get(i), answer);
        }
        if (summary.containsKey("numFiles")) {
            summary.put("numFiles", new BsonInt32(answers.size()));
        }
        return summary.append("all", all);
    }
}
