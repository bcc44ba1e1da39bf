package io.counterpoint.router.ddl;

import io.counterpoint.cluster.chunk.InitialChunks;
import io.counterpoint.cluster.chunk.RoutingTable;
import io.counterpoint.cluster.key.ShardKeyPattern;
import io.counterpoint.cluster.name.Namespace;
import io.counterpoint.query.collation.Collation;
import io.counterpoint.router.catalog.CollectionRouting;
import java.util.List;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The fields that intents of several kinds have in common, written and read. */
final class IntentFields {
    static final String NS = "ns";
    static final String TO = "to";
    static final String UUID_FIELD = "uuid";
    static final String SHARDS = "shards";

    private IntentFields() {}

    /** An intent about a collection on some shards. */
    static BsonDocument about(Namespace namespace, UUID uuid, List<String> shards) {
        BsonArray names = new BsonArray();
        shards.forEach(shard -> names.add(new BsonString(shard)));
        return new BsonDocument(NS, new BsonString(namespace.toString()))
                .append(UUID_FIELD, new BsonBinary(uuid))
                .append(SHARDS, names);
    }

    static Namespace namespace(BsonDocument intent) {
        return namespace(intent, NS);
    }

    static Namespace namespace(BsonDocument intent, String field) {
        return Namespace.parse(intent.getString(field).getValue());
    }

    static UUID uuid(BsonDocument intent) {
        return uuid(intent, UUID_FIELD);
    }

    static UUID uuid(BsonDocument intent, String field) {
        return intent.getBinary(field).asUuid();
    }

    static List<String> shards(BsonDocument intent) {
        return intent.getArray(SHARDS).stream()
                .map(BsonValue::asString)
                .map(BsonString::getValue)
                .toList();
    }

    /** Adds how a new collection is spread. */
    static void appendSpread(BsonDocument intent, Spread spread, String primary) {
        intent.append("key", spread.pattern().toDocument())
                .append("unique", BsonBoolean.valueOf(spread.unique()))
                .append("unsplittable", BsonBoolean.valueOf(spread.unsplittable()))
                .append("primary", new BsonString(primary));
    }

    /** How the collection of an intent is spread: the same for every router that reads the intent. */
    static CollectionRouting routing(BsonDocument intent) {
        ShardKeyPattern pattern = ShardKeyPattern.parse(intent.getDocument("key"));
        boolean unsplittable = intent.getBoolean("unsplittable").getValue();
        String primary = intent.getString("primary").getValue();
        RoutingTable table = RoutingTable.of(
                pattern,
                unsplittable
                        ? List.of(InitialChunks.whole(pattern, primary))
                        : InitialChunks.cut(pattern, shards(intent), primary));
        CollectionRouting routing = CollectionRouting.of(
                namespace(intent),
                uuid(intent),
                table,
                unsplittable,
                intent.getBoolean("unique").getValue(),
                Collation.ofOptions(intent.getDocument("options", new BsonDocument())));
        return intent.getDocument("options").containsKey("viewOn") ? routing.asView() : routing;
    }
}
