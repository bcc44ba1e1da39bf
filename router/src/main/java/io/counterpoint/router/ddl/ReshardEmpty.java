package io.counterpoint.router.ddl;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.CatalogStore;
import io.counterpoint.router.rpc.Gathered;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Spreads an empty collection by another key. Shards first give it another name, so that nobody can write to it while
 * it is found to be empty; then it is made anew under the old name, with another UUID, which tells other routers that
 * their knowledge is out of date. Counters go on where they were.
 *
 * <p>Intent: as for {@link CreateCollection}, and {@code {oldUuid, oldShards, to: name meanwhile}}.
 */
final class ReshardEmpty implements DdlKind {
    static final String OLD_UUID = "oldUuid";
    static final String OLD_SHARDS = "oldShards";

    private final ShardDdl onShards;
    private final CatalogStore store;

    ReshardEmpty(ShardDdl onShards, CatalogStore store) {
        this.onShards = onShards;
        this.store = store;
    }

    @Override
    public String name() {
        return "shardCollection";
    }

    @Override
    public CompletableFuture<BsonDocument> prepare(BsonDocument intent) {
        Namespace aside = IntentFields.namespace(intent, IntentFields.TO);
        UUID old = IntentFields.uuid(intent, OLD_UUID);
        List<String> shards = oldShards(intent);
        return onShards.demandReachable(IntentFields.shards(intent))
                .thenCompose(
                        all -> onShards.rename(shards, IntentFields.namespace(intent), aside, old, new BsonDocument()))
                .thenCompose(renamed -> onShards.ask(shards, shard -> onShards.count(shard, aside, old)))
                .thenCompose(counts -> {
                    if (counts.stream().anyMatch(count -> count > 0)) {
                        throw new CommandException(
                                ErrorCode.ILLEGAL_OPERATION,
                                "changing the shard key of a collection that has documents is not supported yet: "
                                        + IntentFields.namespace(intent));
                    }
                    return counters(shards, aside);
                });
    }

    /** The counters' numbers by shard: {@code {counters: [{shard, field, last}]}}. */
    private CompletableFuture<BsonDocument> counters(List<String> shards, Namespace aside) {
        return onShards.ask(shards, shard -> onShards.counters(shard, aside)).thenApply(perShard -> {
            BsonArray counters = new BsonArray();
            for (int i = 0; i < shards.size(); i++) {
                for (RawDocument row : perShard.get(i)) {
                    BsonValue last = row.get("last", BsonNull.VALUE);
                    if (ShardDdl.isPositive(last)) {
                        counters.add(new BsonDocument("shard", new BsonString(shards.get(i)))
                                .append("field", row.getString("field"))
                                .append("last", last));
                    }
                }
            }
            return new BsonDocument("counters", counters);
        });
    }

    @Override
    public CompletableFuture<Void> undo(BsonDocument intent) {
        return onShards.rename(
                        oldShards(intent),
                        IntentFields.namespace(intent, IntentFields.TO),
                        IntentFields.namespace(intent),
                        IntentFields.uuid(intent, OLD_UUID),
                        new BsonDocument())
                .thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<BsonDocument> commit(BsonDocument intent, BsonDocument prepared) {
        Namespace namespace = IntentFields.namespace(intent);
        UUID old = IntentFields.uuid(intent, OLD_UUID);
        return onShards.create(
                        IntentFields.shards(intent),
                        namespace,
                        IntentFields.uuid(intent),
                        intent.getDocument("options"),
                        intent.getArray("indexes"))
                .thenCompose(created -> restoreCounters(namespace, prepared.getArray("counters")))
                .thenCompose(restored ->
                        onShards.drop(oldShards(intent), IntentFields.namespace(intent, IntentFields.TO), old))
                .thenCompose(dropped -> store.putCollection(IntentFields.routing(intent)))
                .thenCompose(put -> store.deleteChunks(old))
                .thenApply(deleted -> new BsonDocument());
    }

    private CompletableFuture<?> restoreCounters(Namespace namespace, BsonArray counters) {
        List<CompletableFuture<RawDocument>> updates = new ArrayList<>();
        for (BsonValue value : counters) {
            BsonDocument counter = value.asDocument();
            updates.add(onShards.setCounter(
                    counter.getString("shard").getValue(),
                    namespace,
                    counter.getString("field").getValue(),
                    counter.getNumber("last")));
        }
        return Gathered.all(updates);
    }

    private static List<String> oldShards(BsonDocument intent) {
        return intent.getArray(OLD_SHARDS).stream()
                .map(shard -> shard.asString().getValue())
                .toList();
    }
}
