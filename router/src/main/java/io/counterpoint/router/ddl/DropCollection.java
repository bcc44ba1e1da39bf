package io.counterpoint.router.ddl;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.CatalogStore;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * Drops a collection. Dropped documents do not come back, so nothing is undone: the preparation only demands that every
 * shard answers. The row in the catalog goes first, which ends the collection for clients. Intent: {@code {ns, uuid,
 * shards}}.
 */
final class DropCollection implements DdlKind {
    private final ShardDdl onShards;
    private final CatalogStore store;

    DropCollection(ShardDdl onShards, CatalogStore store) {
        this.onShards = onShards;
        this.store = store;
    }

    @Override
    public String name() {
        return "drop";
    }

    @Override
    public CompletableFuture<BsonDocument> prepare(BsonDocument intent) {
        return onShards.demandReachable(IntentFields.shards(intent)).thenApply(all -> new BsonDocument());
    }

    @Override
    public CompletableFuture<Void> undo(BsonDocument intent) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<BsonDocument> commit(BsonDocument intent, BsonDocument prepared) {
        return drop(IntentFields.namespace(intent), IntentFields.uuid(intent), IntentFields.shards(intent))
                .thenApply(indexCount -> new BsonDocument("nIndexesWas", indexCount));
    }

    /** Drops one collection everywhere; gives the number of its indexes. */
    CompletableFuture<BsonInt32> drop(Namespace namespace, UUID uuid, List<String> shards) {
        return store.deleteCollection(namespace, uuid)
                .thenCompose(deleted -> onShards.drop(shards, namespace, uuid))
                .thenCompose(replies ->
                        store.deleteChunks(uuid).thenApply(deleted -> ShardDdl.largest(replies, "nIndexesWas")));
    }
}
