package io.counterpoint.restore.plan;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import io.counterpoint.restore.RestoreException;
import io.counterpoint.restore.report.RestoreReport;
import io.counterpoint.restore.report.Warnings;
import java.util.List;
import java.util.OptionalLong;
import org.bson.Document;
import org.bson.types.Decimal128;

/** Makes restored collections complete: indexes first, then autoincrement fields, then where their counters stand. */
public final class Completion {
    private static final int INDEX_OPTIONS_CONFLICT = 85;
    private static final int INDEX_KEY_SPECS_CONFLICT = 86;

    private final MongoClient client;
    private final boolean raiseCounters;
    private final Warnings warnings;

    /** @param raiseCounters whether a counter below the highest number stored is lifted to it */
    public Completion(MongoClient client, boolean raiseCounters, Warnings warnings) {
        this.client = client;
        this.raiseCounters = raiseCounters;
        this.warnings = warnings;
    }

    /**
     * Builds the indexes of a collection. Those that are there already stay.
     *
     * @throws RestoreException when one cannot be, such as a unique one over values that repeat
     */
    public void indexes(CollectionPlan plan) {
        MongoDatabase database = client.getDatabase(plan.namespace().getDatabaseName());
        for (Document index : plan.indexes()) {
            try {
                database.runCommand(
                        new Document("createIndexes", plan.namespace().getCollectionName())
                                .append("indexes", List.of(index)));
            } catch (MongoCommandException e) {
                if (e.getErrorCode() == INDEX_OPTIONS_CONFLICT || e.getErrorCode() == INDEX_KEY_SPECS_CONFLICT) {
                    warnings.add(
                            "the index " + index.getString("name") + " of " + plan.namespace() + " is left out: "
                                    + e.getErrorMessage(),
                            0);
                    continue;
                }
                throw new RestoreException(
                        "the index " + index.getString("name") + " of " + plan.namespace() + " cannot be built: "
                                + e.getErrorMessage(),
                        e);
            }
        }
    }

    /**
     * Declares the autoincrement fields of a collection and sets their counters on every shard.
     *
     * @return what every shard's rows say now
     * @throws RestoreException when a field cannot be one
     */
    public List<RestoreReport.Counter> counters(CollectionPlan plan) {
        if (plan.counters().isEmpty()) {
            return List.of();
        }
        MongoNamespace namespace = plan.namespace();
        List<String> fields =
                plan.counters().stream().map(CollectionPlan.Counter::field).toList();
        try {
            client.getDatabase(namespace.getDatabaseName())
                    .runCommand(new Document("collMod", namespace.getCollectionName()).append("autoincrement", fields));
        } catch (MongoCommandException e) {
            throw new RestoreException(
                    namespace + " cannot number " + String.join(", ", fields) + ": " + e.getErrorMessage(), e);
        }
        return plan.counters().stream().map(counter -> set(namespace, counter)).toList();
    }

    private RestoreReport.Counter set(MongoNamespace namespace, CollectionPlan.Counter counter) {
        String row = counter.row(namespace);
        OptionalLong stored = highest(namespace, counter.field());
        long last = counter.last().orElse(Math.max(0, stored.orElse(0)));
        if (counter.last().isPresent() && stored.isPresent() && stored.getAsLong() > last) {
            if (raiseCounters) {
                warnings.add(
                        "the counter " + row + " is raised from " + last + ", as the dump says, to "
                                + stored.getAsLong() + ", the highest number stored",
                        0);
                last = stored.getAsLong();
            } else {
                warnings.add(
                        "the counter " + row + " stands at " + last + ", as the dump says, below " + stored.getAsLong()
                                + ", the highest number stored (--raise-counters lifts it)",
                        0);
            }
        }
        Object value = last == (int) last ? (Object) (int) last : (Object) last;
        MongoCollection<Document> counters = client.getDatabase("admin").getCollection("counters");
        long matched = counters.updateOne(new Document("_id", row), new Document("$set", new Document("last", value)))
                .getMatchedCount();
        if (matched != 1) {
            throw new RestoreException("there is no row " + row + " in admin.counters to set");
        }
        return new RestoreReport.Counter(row, last);
    }

    /** The highest whole number of a field; empty when there is none. */
    private OptionalLong highest(MongoNamespace namespace, String field) {
        Document found = client.getDatabase(namespace.getDatabaseName())
                .getCollection(namespace.getCollectionName())
                .find(new Document(field, new Document("$gte", Long.MIN_VALUE)))
                .sort(Sorts.descending(field))
                .projection(Projections.fields(Projections.include(field), Projections.excludeId()))
                .first();
        Object number = found == null ? null : found.get(field);
        if (number instanceof Decimal128 decimal && decimal.isFinite()) {
            return OptionalLong.of(decimal.bigDecimalValue().longValue());
        }
        return number instanceof Number n ? OptionalLong.of(n.longValue()) : OptionalLong.empty();
    }
}
