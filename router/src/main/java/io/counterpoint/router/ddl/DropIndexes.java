package io.counterpoint.router.ddl;

import io.counterpoint.cluster.name.Namespace;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Drops indexes on every shard; if one of them refuses, they are built again. Intent: {@code {ns, uuid, shards, specs:
 * [index as listed], indexCount}}.
 */
final class DropIndexes implements DdlKind {
    static final String INDEX_COUNT = "indexCount";

    private final ShardDdl onShards;

    DropIndexes(ShardDdl onShards) {
        this.onShards = onShards;
    }

    @Override
    public String name() {
        return "dropIndexes";
    }

    @Override
    public CompletableFuture<BsonDocument> prepare(BsonDocument intent) {
        Namespace namespace = IntentFields.namespace(intent);
        UUID uuid = IntentFields.uuid(intent);
        return onShards.ask(IntentFields.shards(intent), shard -> dropAll(intent, shard, namespace, uuid))
                .thenApply(done -> new BsonDocument("nIndexesWas", intent.get(INDEX_COUNT)));
    }

    private CompletableFuture<Void> dropAll(BsonDocument intent, String shard, Namespace namespace, UUID uuid) {
        CompletableFuture<Void> dropped = CompletableFuture.completedFuture(null);
        for (String name : names(intent)) {
            dropped = dropped.thenCompose(before -> onShards.dropIndex(shard, namespace, uuid, name))
                    .thenAccept(done -> {});
        }
        return dropped;
    }

    private static List<String> names(BsonDocument intent) {
        return intent.getArray("specs").stream()
                .map(BsonValue::asDocument)
                .map(spec -> spec.getString("name").getValue())
                .toList();
    }

    @Override
    public CompletableFuture<Void> undo(BsonDocument intent) {
        BsonArray specs = intent.getArray("specs");
        return onShards.createIndexes(
                        IntentFields.shards(intent),
                        IntentFields.namespace(intent),
                        IntentFields.uuid(intent),
                        specs,
                        0)
                .thenAccept(replies -> {});
    }

    @Override
    public CompletableFuture<BsonDocument> commit(BsonDocument intent, BsonDocument prepared) {
        return CompletableFuture.completedFuture(new BsonDocument());
    }
}
