package io.counterpoint.router.command;

import io.counterpoint.bson.raw.BsonBytes;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.CommandRequest;
import io.counterpoint.wire.view.ReadOnView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Asks the shard that has a view what reading it comes to. Outside of any transaction: what views there are is no part
 * of a transaction's data.
 */
final class ViewResolver {
    private final RouterAccess router;

    ViewResolver(RouterAccess router) {
        this.router = router;
    }

    /**
     * A pipeline over a collection, all views between them included.
     *
     * @param namespace the collection, which need not be there
     */
    record Resolved(Namespace namespace, BsonArray pipeline) {
        /** A pipeline over the view as one over the collection. */
        BsonArray with(Collection<? extends BsonValue> stages) {
            List<BsonValue> whole = new ArrayList<>(pipeline);
            whole.addAll(stages);
            return new BsonArray(whole);
        }

        /** A read of the view as an aggregate over the collection. */
        CommandRequest with(CommandRequest read) {
            CommandRequest aggregate = ReadOnView.asAggregate(read);
            BsonDocument body = new BsonDocument();
            for (Map.Entry<String, BsonValue> field : aggregate.body().entrySet()) {
                switch (field.getKey()) {
                    case "aggregate" -> body.append("aggregate", new BsonString(namespace.collection()));
                    case "pipeline" ->
                        body.append("pipeline", with(field.getValue().asArray()));
                    default -> body.append(field.getKey(), field.getValue());
                }
            }
            return aggregate.withBody(BsonBytes.raw(body));
        }
    }

    /** Fails with StaleConfig when the view is not there any more, and with ViewDepthLimitExceeded (165). */
    CompletableFuture<Resolved> resolve(CollectionRouting view, long deadlineNanos) {
        Namespace namespace = view.namespace();
        RawDocument body = BsonBytes.raw(new BsonDocument("_resolveView", new BsonString(namespace.collection())));
        ShardRequest request = ShardRequest.of(namespace.database(), body, view.version(), deadlineNanos);
        return router.shards()
                .send(view.shards().get(0), request)
                .thenApply(ShardReplies::demandOk)
                .thenApply(reply ->
                        new Resolved(Namespace.parse(reply.getString("ns").getValue()), reply.getArray("pipeline")));
    }
}
