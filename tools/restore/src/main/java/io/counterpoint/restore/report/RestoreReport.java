package io.counterpoint.restore.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * What a restore did, or a dry run would do.
 *
 * @param source the file
 * @param dialect whose SQL it was
 * @param dryRun whether nothing was written
 * @param collections one entry for each table, in the order of the file
 * @param skipped how often which kind of statement was left out
 * @param warnings what the user should know
 * @param seconds how long it took
 * @param sizeBytes how much SQL was read
 * @param failure why it ended early; null when it is complete
 */
public record RestoreReport(
        String source,
        String dialect,
        boolean dryRun,
        List<Collection> collections,
        Map<String, Long> skipped,
        List<String> warnings,
        double seconds,
        long sizeBytes,
        @Nullable String failure) {
    /**
     * One table.
     *
     * @param rows that were stored, or read by a dry run
     * @param counters row of {@code admin.counters} and what it says; null where the highest number stored will decide
     */
    public record Collection(
            String table,
            String namespace,
            long rows,
            List<String> fields,
            List<Document> indexes,
            List<Counter> counters) {}

    /**
     * One counter.
     *
     * @param row its {@code _id} in {@code admin.counters}
     * @param last null in a dry run when the dump does not say it
     */
    public record Counter(String row, @Nullable Long last) {}

    /** Rows of all tables. */
    public long rows() {
        return collections.stream().mapToLong(Collection::rows).sum();
    }

    /** For people. */
    public String text() {
        StringBuilder out = new StringBuilder();
        String verb = dryRun ? "would restore " : failure == null ? "restored " : "restored before it failed: ";
        for (Collection collection : collections) {
            out.append(collection.table())
                    .append(" -> ")
                    .append(collection.namespace())
                    .append(": ");
            out.append(collection.rows()).append(" rows\n");
            if (dryRun) {
                collection
                        .fields()
                        .forEach(field ->
                                out.append("    field   ").append(field).append('\n'));
            }
            for (Document index : collection.indexes()) {
                out.append("    ").append(index.getBoolean("unique", false) ? "unique  " : "index   ");
                out.append(index.getString("name"))
                        .append(' ')
                        .append(index.get("key", Document.class).toJson());
                out.append('\n');
            }
            for (Counter counter : collection.counters()) {
                out.append("    counter ").append(counter.row()).append(": last ");
                out.append(counter.last() == null ? "is the highest number stored" : counter.last())
                        .append('\n');
            }
        }
        skipped.forEach((what, count) ->
                out.append("skipped: ").append(count).append(' ').append(what).append('\n'));
        warnings.forEach(warning -> out.append("warning: ").append(warning).append('\n'));
        out.append(verb)
                .append(rows())
                .append(" rows in ")
                .append(collections.size())
                .append(" collections, ");
        out.append(String.format(java.util.Locale.ROOT, "%.1f s, %d bytes of %s%n", seconds, sizeBytes, dialect));
        return out.toString();
    }

    /** For programs; numbers are plain JSON. */
    public String json() {
        List<Document> tables = new ArrayList<>();
        for (Collection collection : collections) {
            List<Document> counters = collection.counters().stream()
                    .map(counter -> new Document("row", counter.row()).append("last", counter.last()))
                    .toList();
            tables.add(new Document("table", collection.table())
                    .append("namespace", collection.namespace())
                    .append("rows", collection.rows())
                    .append("fields", collection.fields())
                    .append("indexes", collection.indexes())
                    .append("counters", counters));
        }
        Document skips = new Document();
        skipped.forEach(skips::append);
        return new Document("source", source)
                .append("dialect", dialect)
                .append("dryRun", dryRun)
                .append("complete", failure == null)
                .append("failure", failure)
                .append("rows", rows())
                .append("bytes", sizeBytes)
                .append("seconds", seconds)
                .append("collections", tables)
                .append("skipped", skips)
                .append("warnings", warnings)
                .toJson(JsonWriterSettings.builder()
                        .outputMode(JsonMode.RELAXED)
                        .indent(true)
                        .build());
    }
}
