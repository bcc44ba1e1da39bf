package io.counterpoint.router.ddl;

import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/**
 * Changes options of a collection. What a shard could refuse is found by a trial on every shard first, since some of
 * these changes cannot be taken back; then all do it. Intent: {@code {ns, uuid, shards, fields}}.
 */
final class ModifyCollection implements DdlKind {
    private static final String DECIDED = "decided";
    private static final String CHECK_ONLY = "checkOnly";

    private final ShardDdl onShards;

    ModifyCollection(ShardDdl onShards) {
        this.onShards = onShards;
    }

    @Override
    public String name() {
        return "collMod";
    }

    @Override
    public CompletableFuture<BsonDocument> prepare(BsonDocument intent) {
        BsonDocument trial = new BsonDocument();
        trial.putAll(intent.getDocument("fields"));
        trial.append(CHECK_ONLY, BsonBoolean.TRUE);
        return send(intent, trial);
    }

    @Override
    public CompletableFuture<Void> undo(BsonDocument intent) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<BsonDocument> commit(BsonDocument intent, BsonDocument prepared) {
        BsonDocument fields = new BsonDocument();
        fields.putAll(intent.getDocument("fields"));
        // Documents that came after the trial must not stop what is decided.
        fields.append(DECIDED, BsonBoolean.TRUE);
        return send(intent, fields);
    }

    private CompletableFuture<BsonDocument> send(BsonDocument intent, BsonDocument fields) {
        return onShards.collMod(
                        IntentFields.shards(intent), IntentFields.namespace(intent), IntentFields.uuid(intent), fields)
                .thenApply(replies -> ShardDdl.without(replies.get(0), "ok"));
    }
}
