package io.counterpoint.router.write;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.router.rpc.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * Finds out whether a retryable write of one document was carried out before, by a shard that would not be chosen for
 * it now: the document it means is found by the filter, and the write itself may have made the filter mean another one.
 *
 * <p>Every shard that may have done it gets the statement with a filter that selects nothing. A shard that remembers
 * the statement's number answers what it answered then; the others find nothing, which they do not remember. Nobody
 * waits for a sync of that.
 */
public final class RetryProbe {
    private final Shards shards;

    /** Asks those shards. */
    public RetryProbe(Shards shards) {
        this.shards = shards;
    }

    /** A filter that selects nothing. */
    public static BsonDocument nothing() {
        return new BsonDocument("_id", new BsonDocument("$in", new BsonArray()));
    }

    /** A write concern that waits for nothing. */
    public static BsonDocument unsynced() {
        return new BsonDocument("w", new BsonInt32(1)).append("j", BsonBoolean.FALSE);
    }

    /**
     * Asks.
     *
     * @param candidates the shards that may have carried the write out
     * @param probe the write with {@link #nothing} as its filter
     * @return what the shard answers that did; empty when none did. Fails as the write would
     */
    public CompletableFuture<Optional<RawDocument>> ask(List<String> candidates, ShardRequest probe) {
        List<CompletableFuture<RawDocument>> answers = new ArrayList<>();
        for (String shard : candidates) {
            answers.add(shards.send(shard, probe).thenApply(ShardReplies::demandOk));
        }
        return Gathered.all(answers)
                .thenApply(replies -> replies.stream().filter(RetryProbe::tells).findFirst());
    }

    /** Whether an answer tells of something done; findAndModify counts in a document of its own. */
    private static boolean tells(RawDocument reply) {
        BsonDocument counts = reply.get("lastErrorObject") instanceof BsonDocument last ? last : reply;
        BsonValue n = counts.get("n");
        return n != null && n.isNumber() && n.asNumber().longValue() > 0;
    }
}
