package io.counterpoint.restore;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import io.counterpoint.restore.plan.CollectionPlan;
import io.counterpoint.restore.plan.Completion;
import io.counterpoint.restore.plan.Destinations;
import io.counterpoint.restore.report.RestoreReport;
import io.counterpoint.restore.report.Warnings;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.Sequence;
import io.counterpoint.sqldump.schema.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** The tables of one dump and their collections: made when the first row comes, completed when all came. One thread. */
final class RestoredTables {
    /**
     * A table whose collection is there.
     *
     * @param collection null in a dry run
     * @param rows counts those that were stored, or read by a dry run; any thread
     */
    record Load(MongoNamespace namespace, @Nullable MongoCollection<RawBsonDocument> collection, LongAdder rows) {}

    private final RestoreConfig config;
    private final Schema schema;
    private final Destinations destinations;
    private final @Nullable MongoClient client;
    private final Warnings warnings;
    private final Map<QualifiedName, Load> loads = new HashMap<>();
    private final Map<QualifiedName, List<RestoreReport.Counter>> counters = new HashMap<>();

    /** @param client null in a dry run */
    RestoredTables(
            RestoreConfig config,
            Schema schema,
            Destinations destinations,
            @Nullable MongoClient client,
            Warnings warnings) {
        this.config = config;
        this.schema = schema;
        this.destinations = destinations;
        this.client = client;
        this.warnings = warnings;
    }

    /**
     * The table with its collection, which is made when the table is new.
     *
     * @throws RestoreException when the collection cannot be, or is there already
     */
    Load load(Table table) {
        Load known = loads.get(table.name());
        if (known != null) {
            return known;
        }
        MongoNamespace namespace = destinations.of(table.name());
        Load load = new Load(namespace, client == null ? null : open(client, namespace), new LongAdder());
        loads.put(table.name(), load);
        return load;
    }

    private MongoCollection<RawBsonDocument> open(MongoClient cluster, MongoNamespace namespace) {
        MongoDatabase database = cluster.getDatabase(namespace.getDatabaseName());
        String name = namespace.getCollectionName();
        boolean exists =
                database.listCollections().filter(Filters.eq("name", name)).first() != null;
        if (exists && config.drop() && !config.resume()) {
            database.getCollection(name).drop();
            exists = false;
        }
        if (exists && !config.resume()) {
            throw new RestoreException(
                    namespace + " is there already; drop it with --drop, or name another with --map or --database");
        }
        if (!exists) {
            database.createCollection(name);
        }
        return database.getCollection(name, RawBsonDocument.class);
    }

    /**
     * Gives all tables, those without rows too, their indexes and counters.
     *
     * @throws RestoreException when one cannot be
     */
    void complete() {
        warnOfLooseSequences();
        schema.tables().forEach(this::load);
        if (client == null) {
            return;
        }
        Completion completion = new Completion(client, config.raiseCounters(), warnings);
        boolean routed = "isdbgrid"
                .equals(client.getDatabase("admin")
                        .runCommand(new Document("hello", 1))
                        .get("msg"));
        for (Table table : schema.tables()) {
            CollectionPlan plan = CollectionPlan.of(schema, table, load(table).namespace());
            completion.indexes(plan);
            counters.put(table.name(), completion.counters(plan));
            if (routed && plan.indexes().stream().anyMatch(index -> index.getBoolean("unique", false))) {
                warnings.add("keys of " + plan.namespace() + " are unique on each shard, not across shards", 0);
            }
        }
    }

    /** A sequence that stands somewhere and numbers no column would be lost without a word. */
    private void warnOfLooseSequences() {
        for (Sequence sequence : schema.sequences()) {
            boolean used = schema.tables().stream()
                    .flatMap(table -> table.columns().stream())
                    .anyMatch(column -> sequence.name().equals(column.sequence()));
            if (!used && sequence.last().isPresent()) {
                warnings.add(
                        "the sequence " + sequence.name() + " stands at "
                                + sequence.last().getAsLong() + " and numbers no column: it is not carried over",
                        0);
            }
        }
    }

    /** What became of the tables that were met, in the order of the dump. */
    List<RestoreReport.Collection> report() {
        List<RestoreReport.Collection> result = new ArrayList<>();
        for (Table table : schema.tables()) {
            Load load = loads.get(table.name());
            if (load == null) {
                continue;
            }
            CollectionPlan plan = CollectionPlan.of(schema, table, load.namespace());
            List<RestoreReport.Counter> done = counters.get(table.name());
            result.add(new RestoreReport.Collection(
                    plan.table(),
                    plan.namespace().getFullName(),
                    load.rows().sum(),
                    plan.fields(),
                    done != null || config.dryRun() ? plan.indexes() : List.of(),
                    done != null ? done : config.dryRun() ? plan.plannedCounters() : List.of()));
        }
        return result;
    }
}
