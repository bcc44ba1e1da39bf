package io.counterpoint.router.ddl;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.CatalogStore;
import io.counterpoint.router.catalog.CollectionRouting;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * Gives a collection another name. Without a collection in the way, shards rename in the preparation and back again if
 * one of them refuses. A collection in the way is dropped by the same step on each shard, which cannot be undone: then
 * the preparation only demands that every shard answers. Intent: {@code {ns, to, uuid, shards, dropUuid?}}.
 */
final class RenameCollection implements DdlKind {
    private static final String DROP_UUID = "dropUuid";

    private final ShardDdl onShards;
    private final CatalogStore store;

    RenameCollection(ShardDdl onShards, CatalogStore store) {
        this.onShards = onShards;
        this.store = store;
    }

    @Override
    public String name() {
        return "renameCollection";
    }

    @Override
    public CompletableFuture<BsonDocument> prepare(BsonDocument intent) {
        CompletableFuture<?> step = intent.containsKey(DROP_UUID)
                ? onShards.demandReachable(IntentFields.shards(intent))
                : rename(intent, IntentFields.NS, IntentFields.TO);
        return step.thenApply(done -> new BsonDocument());
    }

    @Override
    public CompletableFuture<Void> undo(BsonDocument intent) {
        return intent.containsKey(DROP_UUID)
                ? CompletableFuture.completedFuture(null)
                : rename(intent, IntentFields.TO, IntentFields.NS).thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<BsonDocument> commit(BsonDocument intent, BsonDocument prepared) {
        CompletableFuture<?> shardsDone = intent.containsKey(DROP_UUID)
                ? rename(intent, IntentFields.NS, IntentFields.TO)
                : CompletableFuture.completedFuture(null);
        return shardsDone
                .thenCompose(done -> store.collection(IntentFields.namespace(intent)))
                .thenCompose(found -> renameInCatalog(intent, found))
                .thenCompose(done -> intent.containsKey(DROP_UUID)
                        ? store.deleteChunks(IntentFields.uuid(intent, DROP_UUID))
                        : CompletableFuture.completedFuture(null))
                .thenApply(done -> new BsonDocument());
    }

    private CompletableFuture<Void> renameInCatalog(BsonDocument intent, Optional<CollectionRouting> found) {
        // When the old row is gone, the new one was written before.
        return found.filter(routing -> routing.uuid().equals(IntentFields.uuid(intent)))
                .map(routing -> store.renameCollection(routing, IntentFields.namespace(intent, IntentFields.TO)))
                .orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<?> rename(BsonDocument intent, String fromField, String toField) {
        Namespace from = IntentFields.namespace(intent, fromField);
        Namespace to = IntentFields.namespace(intent, toField);
        BsonDocument drop = new BsonDocument();
        if (intent.containsKey(DROP_UUID)) {
            drop.append(DROP_UUID, intent.get(DROP_UUID));
        }
        return onShards.rename(IntentFields.shards(intent), from, to, IntentFields.uuid(intent), drop);
    }
}
