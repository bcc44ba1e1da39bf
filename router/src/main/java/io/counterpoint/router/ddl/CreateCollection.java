package io.counterpoint.router.ddl;

import io.counterpoint.router.catalog.CatalogStore;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/**
 * Makes a collection, with its counters and indexes, on all shards that are to have it; the row in the catalog, which
 * makes it exist for clients, comes last. Intent: {@code {ns, uuid, shards, options, indexes, key, unique,
 * unsplittable, primary}}.
 */
final class CreateCollection implements DdlKind {
    private final ShardDdl onShards;
    private final CatalogStore store;

    CreateCollection(ShardDdl onShards, CatalogStore store) {
        this.onShards = onShards;
        this.store = store;
    }

    @Override
    public String name() {
        return "create";
    }

    @Override
    public CompletableFuture<BsonDocument> prepare(BsonDocument intent) {
        return onShards.create(
                        IntentFields.shards(intent),
                        IntentFields.namespace(intent),
                        IntentFields.uuid(intent),
                        intent.getDocument("options"),
                        intent.getArray("indexes"))
                .thenApply(replies -> new BsonDocument());
    }

    @Override
    public CompletableFuture<Void> undo(BsonDocument intent) {
        return onShards.drop(IntentFields.shards(intent), IntentFields.namespace(intent), IntentFields.uuid(intent))
                .thenAccept(replies -> {});
    }

    @Override
    public CompletableFuture<BsonDocument> commit(BsonDocument intent, BsonDocument prepared) {
        return store.putCollection(IntentFields.routing(intent)).thenApply(done -> new BsonDocument());
    }
}
