package io.counterpoint.router.command;

import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.router.catalog.CollectionRouting;
import io.counterpoint.router.rpc.ExpectedVersion;
import io.counterpoint.router.rpc.ForwardedBody;
import io.counterpoint.router.rpc.Gathered;
import io.counterpoint.router.rpc.ShardReplies;
import io.counterpoint.router.rpc.ShardRequest;
import io.counterpoint.wire.command.Ability;
import io.counterpoint.wire.command.CommandEntry;
import io.counterpoint.wire.command.CommandRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code dbStats}, {@code collStats}, {@code top}, {@code validate}: what each shard says, and the sums. */
final class StatisticsCommands {
    private final RouterAccess router;
    private final Forwarding forwarding;

    private StatisticsCommands(RouterAccess router) {
        this.router = router;
        forwarding = new Forwarding(router);
    }

    static List<CommandEntry> entries(RouterAccess router) {
        StatisticsCommands commands = new StatisticsCommands(router);
        return List.of(
                CommandEntry.command("collStats", "Sizes of a collection.")
                        .aliases("collstats")
                        .fields("scale")
                        .abilities(Ability.READS)
                        .handledBy(commands::collectionStatistics),
                CommandEntry.command("dbStats", "Sizes of a database.")
                        .aliases("dbstats")
                        .fields("scale", "freeStorage")
                        .abilities(Ability.READS)
                        .handledBy(commands::databaseStatistics),
                CommandEntry.command("top", "Times of the operations on each collection.")
                        .abilities(Ability.READS, Ability.ADMIN_ONLY)
                        .handledBy(commands::top),
                CommandEntry.command("validate", "Compares the indexes of a collection with its documents.")
                        .fields("full", "metadata", "background", "repair", "checkBSONConformance")
                        .abilities(Ability.READS)
                        .handledBy(commands::validate));
    }

    private CompletableFuture<BsonDocument> databaseStatistics(CommandRequest request) {
        Namespace.checkDatabase(request.database());
        List<String> names = CommandNames.isUnrouted(request.database())
                ? List.of(router.shards().configShard())
                : router.shards().names();
        ShardRequest each =
                ShardRequest.of(request.database(), ForwardedBody.of(request.body()), null, request.deadlineNanos());
        return Gathered.all(router.shards().sendEach(names, shard -> each))
                .thenApply(replies -> databaseReply(request, names, replies));
    }

    /** Documents and bytes add up; collections and indexes are the same ones on every shard. */
    private static BsonDocument databaseReply(CommandRequest request, List<String> names, List<RawDocument> replies) {
        BsonDocument raw = new BsonDocument();
        for (int i = 0; i < names.size(); i++) {
            raw.append(names.get(i), ShardReplies.demandOk(replies.get(i)));
        }
        double objects = sum(replies, "objects");
        double scale = replies.get(0).getNumber("scaleFactor").doubleValue();
        double average = objects == 0 ? 0 : sum(replies, "dataSize") * scale / objects;
        return new BsonDocument("raw", raw)
                .append("db", new BsonString(request.database()))
                .append("collections", new BsonInt64((long) largest(replies, "collections")))
                .append("views", new BsonInt64((long) sum(replies, "views")))
                .append("objects", new BsonInt64((long) objects))
                .append("avgObjSize", new BsonDouble(average))
                .append("dataSize", new BsonDouble(sum(replies, "dataSize")))
                .append("storageSize", new BsonDouble(sum(replies, "storageSize")))
                .append("totalSize", new BsonDouble(sum(replies, "totalSize")))
                .append("indexes", new BsonInt64((long) largest(replies, "indexes")))
                .append("indexSize", new BsonDouble(sum(replies, "indexSize")))
                .append("scaleFactor", replies.get(0).get("scaleFactor"));
    }

    /** What the shards' operations took, added up: a router keeps no times of its own. */
    private CompletableFuture<BsonDocument> top(CommandRequest request) {
        ShardRequest each =
                ShardRequest.of(request.database(), ForwardedBody.of(request.body()), null, request.deadlineNanos());
        return router.shards().sendAll(each).thenApply(replies -> {
            BsonDocument totals = new BsonDocument();
            replies.forEach(reply -> add(totals, ShardReplies.demandOk(reply).getDocument("totals")));
            return new BsonDocument("totals", totals);
        });
    }

    /** Adds numbers to those at the same place. */
    private static void add(BsonDocument sums, BsonDocument more) {
        more.forEach((field, value) -> {
            if (value instanceof BsonDocument nested) {
                BsonDocument inner = sums.getDocument(field, new BsonDocument());
                add(inner, nested);
                sums.put(field, inner);
            } else if (value.isNumber()) {
                long before = sums.getNumber(field, new BsonInt64(0)).longValue();
                sums.put(field, new BsonInt64(before + value.asNumber().longValue()));
            } else {
                sums.put(field, value);
            }
        });
    }

    private CompletableFuture<BsonDocument> collectionStatistics(CommandRequest request) {
        return onHolders(request, (routing, names, replies) -> {
            BsonDocument shards = new BsonDocument();
            BsonDocument indexSizes = new BsonDocument();
            for (int i = 0; i < names.size(); i++) {
                shards.append(names.get(i), replies.get(i));
                BsonDocument own = replies.get(i).getDocument("indexSizes", new BsonDocument());
                for (Map.Entry<String, BsonValue> size : own.entrySet()) {
                    long before = indexSizes
                            .getNumber(size.getKey(), new BsonInt64(0))
                            .longValue();
                    indexSizes.put(
                            size.getKey(),
                            new BsonInt64(before + size.getValue().asNumber().longValue()));
                }
            }
            double count = sum(replies, "count");
            double scale = replies.get(0).getNumber("scaleFactor").doubleValue();
            double average = count == 0 ? 0 : sum(replies, "size") * scale / count;
            return new BsonDocument("sharded", BsonBoolean.valueOf(!routing.unsplittable()))
                    .append("ns", new BsonString(routing.namespace().toString()))
                    .append("count", new BsonInt64((long) count))
                    .append("size", new BsonInt64((long) sum(replies, "size")))
                    .append("avgObjSize", new BsonDouble(average))
                    .append("storageSize", new BsonInt64((long) sum(replies, "storageSize")))
                    .append("totalIndexSize", new BsonInt64((long) sum(replies, "totalIndexSize")))
                    .append("totalSize", new BsonInt64((long) sum(replies, "totalSize")))
                    .append("indexSizes", indexSizes)
                    .append("capped", BsonBoolean.FALSE)
                    .append("nindexes", new BsonInt32((int) largest(replies, "nindexes")))
                    .append("nchunks", new BsonInt32(routing.table().chunks().size()))
                    .append("scaleFactor", replies.get(0).get("scaleFactor"))
                    .append("shards", shards);
        });
    }

    private CompletableFuture<BsonDocument> validate(CommandRequest request) {
        return onHolders(request, (routing, names, replies) -> {
            BsonDocument raw = new BsonDocument();
            boolean valid = true;
            for (int i = 0; i < names.size(); i++) {
                raw.append(names.get(i), replies.get(i));
                valid &= replies.get(i).getBoolean("valid", BsonBoolean.FALSE).getValue();
            }
            return new BsonDocument("ns", new BsonString(routing.namespace().toString()))
                    .append("valid", BsonBoolean.valueOf(valid))
                    .append("raw", raw);
        });
    }

    /** Makes a reply of what the shards that have a collection answered. */
    private interface Summary {
        BsonDocument of(CollectionRouting routing, List<String> names, List<RawDocument> replies);
    }

    private CompletableFuture<BsonDocument> onHolders(CommandRequest request, Summary summary) {
        Namespace namespace = CommandNames.namespace(request);
        if (CommandNames.isUnrouted(namespace.database())) {
            return forwarding.toConfigShard(request);
        }
        return router.calls().run(namespace, found -> {
            if (found.isEmpty()) {
                return forwarding.to(router.shards().configShard(), request, ExpectedVersion.noCollection());
            }
            CollectionRouting routing = found.get();
            List<String> names = routing.shards();
            ShardRequest each = Forwarding.request(request, routing.version());
            return Gathered.all(router.shards().sendEach(names, shard -> each)).thenApply(replies -> {
                replies.forEach(ShardReplies::demandOk);
                return summary.of(routing, names, replies);
            });
        });
    }

    private static double sum(List<RawDocument> replies, String field) {
        return replies.stream().mapToDouble(reply -> number(reply, field)).sum();
    }

    private static double largest(List<RawDocument> replies, String field) {
        return replies.stream().mapToDouble(reply -> number(reply, field)).max().orElse(0);
    }

    private static double number(RawDocument reply, String field) {
        BsonValue value = reply.get(field);
        return value != null && value.isNumber() ? value.asNumber().doubleValue() : 0;
    }
}
