package io.counterpoint.router.command;

import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardCursor;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Opens the same result on several shards at once, on all of them or on none. */
final class ShardScans {
    private ShardScans() {}

    /**
     * The open cursors.
     *
     * @param cursors one for each shard that answered
     * @param partial whether a shard that is away was left out
     */
    record Opened(List<ShardCursor> cursors, boolean partial) {}

    /**
     * Opens the cursors.
     *
     * @param allowPartial whether shards that are away may be left out
     * @return fails with the first failure; what was opened is closed again then
     */
    static CompletableFuture<Opened> open(
            Shards shards, List<String> names, ShardRequest request, boolean allowPartial) {
        List<CompletableFuture<Attempt>> attempts = new ArrayList<>();
        for (String shard : names) {
            attempts.add(shards.send(shard, request)
                    .thenApply(reply -> ShardCursor.of(shard, reply))
                    .handle(Attempt::new));
        }
        return Gathered.all(attempts).thenCompose(all -> {
            List<ShardCursor> cursors = new ArrayList<>();
            Throwable failure = null;
            boolean partial = false;
            for (Attempt attempt : all) {
                if (attempt.failure() == null) {
                    cursors.add(attempt.cursor());
                } else if (allowPartial && ShardReplies.isRefusal(attempt.failure(), ErrorCode.HOST_UNREACHABLE)) {
                    partial = true;
                } else if (failure == null) {
                    failure = attempt.failure();
                }
            }
            if (failure != null) {
                cursors.forEach(cursor -> cursor.kill(shards));
                return CompletableFuture.failedFuture(failure);
            }
            return CompletableFuture.completedFuture(new Opened(cursors, partial));
        });
    }

    private record Attempt(ShardCursor cursor, Throwable failure) {}
}
