package io.counterpoint.shard.command;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.shard.catalog.Catalog;
import io.counterpoint.shard.catalog.CollectionDescription;
import io.counterpoint.shard.catalog.ResolvedView;
import io.counterpoint.shard.collection.RoutingVersion;
import io.counterpoint.shard.loop.WriteContext;
import io.counterpoint.shard.sequence.ShardOrdinal;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.txn.StageTable;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.Arguments;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * What only routers ask of a shard: who it is, which cluster it belongs to, what views come to, and the decisions on
 * staged batches.
 */
final class RouterDoorCommands {
    /** META key of the cluster's identity; value: 12 bytes. */
    private static final byte[] CLUSTER_KEY = "cluster".getBytes(StandardCharsets.US_ASCII);

    private final ShardAccess shard;

    private RouterDoorCommands(ShardAccess shard) {
        this.shard = shard;
    }

    static List<CommandEntry> entries(ShardAccess shard) {
        RouterDoorCommands commands = new RouterDoorCommands(shard);
        return List.of(
                CommandEntry.command("_shardIdentity", "Tells a router who the shard is.")
                        .abilities(Ability.READS, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::identity),
                CommandEntry.command("_shardJoin", "Makes the shard part of a cluster.")
                        .fields("clusterId", "ordinal")
                        .abilities(Ability.WRITES, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::join),
                CommandEntry.command("_resolveView", "Tells a router what reading a view comes to.")
                        .abilities(Ability.READS, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::resolveView),
                CommandEntry.command("_decideStage", "Makes the first statements of a staged batch real.")
                        .fields("keep")
                        .abilities(Ability.WRITES, Ability.ROUTER_DOOR_ONLY)
                        .handledBy(commands::decide));
    }

    private CompletableFuture<BsonDocument> identity(CommandRequest request) {
        byte[] cluster = shard.store().get(ColumnFamily.META, CLUSTER_KEY);
        return CompletableFuture.completedFuture(new BsonDocument("name", new BsonString(shard.name()))
                .append("host", new BsonString(shard.address()))
                .append("format", new BsonInt32(1))
                .append("clusterId", cluster == null ? BsonNull.VALUE : new BsonObjectId(new ObjectId(cluster))));
    }

    private CompletableFuture<BsonDocument> join(CommandRequest request) {
        if (!(request.value("clusterId") instanceof BsonObjectId cluster)) {
            throw new CommandException(ErrorCode.TYPE_MISMATCH, "_shardJoin.clusterId must be an ObjectId");
        }
        Membership membership =
                new Membership(cluster.getValue(), (int) Arguments.of(request).count("ordinal", 0));
        return shard.loop()
                .submit(this::join, membership, WriteDoor.submission(request, false))
                .thenApply(joined -> new BsonDocument());
    }

    private record Membership(ObjectId cluster, int ordinal) {}

    private boolean join(WriteContext context, Membership membership) {
        ObjectId cluster = membership.cluster;
        byte @Nullable [] known = context.view().get(ColumnFamily.META, CLUSTER_KEY);
        if (known == null) {
            context.view().put(ColumnFamily.META, CLUSTER_KEY, cluster.toByteArray());
            ShardOrdinal.keep(context.view(), membership.ordinal);
            context.forgetCached();
            return true;
        }
        if (!new ObjectId(known).equals(cluster)) {
            throw new CommandException(
                    ErrorCode.ILLEGAL_OPERATION,
                    "the shard " + shard.name() + " belongs to the cluster " + new ObjectId(known) + ", not to "
                            + cluster);
        }
        ShardOrdinal.keep(context.view(), membership.ordinal);
        context.forgetCached();
        return false;
    }

    private CompletableFuture<BsonDocument> resolveView(CommandRequest request) {
        Namespace namespace = QueryArguments.namespace(request);
        Catalog catalog = shard.catalog().get();
        CollectionDescription found = catalog.find(namespace);
        RoutingVersion expected = QueryArguments.version(request);
        if (expected != null) {
            expected.check(namespace, found == null ? null : found.uuid());
        }
        ResolvedView view = catalog.resolve(namespace);
        if (view == null) {
            throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "there is no view " + namespace);
        }
        return CompletableFuture.completedFuture(
                new BsonDocument("ns", new BsonString(view.namespace().toString()))
                        .append("pipeline", new BsonArray(view.pipeline())));
    }

    private CompletableFuture<BsonDocument> decide(CommandRequest request) {
        BsonValue number = request.argument();
        if (!number.isInt64()) {
            throw new CommandException(ErrorCode.TYPE_MISMATCH, "_decideStage must be a long");
        }
        StageTable.StageKey key = new StageTable.StageKey(
                request.connection().id(), number.asInt64().getValue());
        int keep = (int) Arguments.of(request).count("keep", 0);
        return shard.stages().decide(key, keep, WriteDoor.submission(request, false));
    }
}
