package io.counterpoint.router.ddl;

import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.CatalogStore;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Drops the collections of a database one after another, then the database's row. Intent: {@code {db, shards,
 * collections: [{name, uuid}]}}.
 */
final class DropDatabase implements DdlKind {
    private final ShardDdl onShards;
    private final CatalogStore store;
    private final DropCollection dropCollection;

    DropDatabase(ShardDdl onShards, CatalogStore store, DropCollection dropCollection) {
        this.onShards = onShards;
        this.store = store;
        this.dropCollection = dropCollection;
    }

    @Override
    public String name() {
        return "dropDatabase";
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
        String database = intent.getString("db").getValue();
        CompletableFuture<?> dropped = CompletableFuture.completedFuture(null);
        for (BsonValue entry : intent.getArray("collections")) {
            Namespace namespace =
                    new Namespace(database, entry.asDocument().getString("name").getValue());
            dropped = dropped.thenCompose(before ->
                    dropCollection.drop(namespace, IntentFields.uuid(entry.asDocument()), IntentFields.shards(intent)));
        }
        return dropped.thenCompose(all -> store.deleteDatabase(database))
                .thenApply(deleted -> new BsonDocument("dropped", new BsonString(database)));
    }
}
