package io.counterpoint.router.ddl;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/**
 * Builds indexes on every shard; if one of them refuses, those that were new go again from all. Intent: {@code {ns,
 * uuid, shards, indexes, before: {shard: [names]}, maxTimeMS?}}, the last being what a shard may take.
 */
final class CreateIndexes implements DdlKind {
    static final String BEFORE = "before";
    static final String MAX_TIME = "maxTimeMS";

    private final ShardDdl onShards;

    CreateIndexes(ShardDdl onShards) {
        this.onShards = onShards;
    }

    @Override
    public String name() {
        return "createIndexes";
    }

    @Override
    public CompletableFuture<BsonDocument> prepare(BsonDocument intent) {
        return onShards.createIndexes(
                        IntentFields.shards(intent),
                        IntentFields.namespace(intent),
                        IntentFields.uuid(intent),
                        intent.getArray("indexes"),
                        intent.getNumber(MAX_TIME, new BsonInt64(0)).longValue())
                .thenApply(CreateIndexes::reply);
    }

    private static BsonDocument reply(List<RawDocument> replies) {
        BsonDocument reply = new BsonDocument("numIndexesBefore", ShardDdl.largest(replies, "numIndexesBefore"))
                .append("numIndexesAfter", ShardDdl.largest(replies, "numIndexesAfter"));
        BsonValue note = replies.get(0).get("note");
        if (note != null && replies.stream().allMatch(each -> note.equals(each.get("note")))) {
            reply.append("note", note);
        }
        return reply;
    }

    @Override
    public CompletableFuture<Void> undo(BsonDocument intent) {
        Namespace namespace = IntentFields.namespace(intent);
        UUID uuid = IntentFields.uuid(intent);
        return onShards.ask(IntentFields.shards(intent), shard -> dropNew(intent, shard, namespace, uuid))
                .thenAccept(done -> {});
    }

    private CompletableFuture<Void> dropNew(BsonDocument intent, String shard, Namespace namespace, UUID uuid) {
        CompletableFuture<Void> dropped = CompletableFuture.completedFuture(null);
        for (String name : newNames(intent, shard)) {
            dropped = dropped.thenCompose(before -> onShards.dropIndex(shard, namespace, uuid, name))
                    .thenAccept(done -> {});
        }
        return dropped;
    }

    private static List<String> newNames(BsonDocument intent, String shard) {
        BsonArray before = intent.getDocument(BEFORE).getArray(shard);
        List<String> names = new ArrayList<>();
        for (BsonValue index : intent.getArray("indexes")) {
            BsonValue name = index.isDocument() ? index.asDocument().get("name") : null;
            if (name != null && name.isString() && !before.contains(name)) {
                names.add(name.asString().getValue());
            }
        }
        return names;
    }

    @Override
    public CompletableFuture<BsonDocument> commit(BsonDocument intent, BsonDocument prepared) {
        return CompletableFuture.completedFuture(new BsonDocument());
    }
}
