package io.counterpoint.router.ddl;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.bson.raw.RawDocument;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Changes options of a collection. What a shard could refuse is found by a trial on every shard first, since some of
 * these changes cannot be taken back; then all do it. Intent: {@code {ns, uuid, shards, fields}}.
 */
final class ModifyCollection implements DdlKind {
    private static final String DECIDED = "decided";
    private static final String CHECK_ONLY = "checkOnly";
    private static final String FLOORS = "floors";

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
        return ask(intent, trial).thenApply(ModifyCollection::highestFloors);
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
        fields.append(FLOORS, prepared);
        return ask(intent, fields).thenApply(replies -> ShardDdl.without(replies.get(0), "ok"));
    }

    /** How far counters have come on the shard where they are furthest, by field. */
    private static BsonDocument highestFloors(List<RawDocument> replies) {
        BsonDocument highest = new BsonDocument();
        for (RawDocument reply : replies) {
            reply.getDocument(FLOORS, new BsonDocument()).forEach((field, floor) -> {
                BsonValue known = highest.get(field);
                if (known == null || BsonOrder.compare(floor, known) > 0) {
                    highest.put(field, floor);
                }
            });
        }
        return highest;
    }

    private CompletableFuture<List<RawDocument>> ask(BsonDocument intent, BsonDocument fields) {
        return onShards.collMod(
                IntentFields.shards(intent), IntentFields.namespace(intent), IntentFields.uuid(intent), fields);
    }
}
