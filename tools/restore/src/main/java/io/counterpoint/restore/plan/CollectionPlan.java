package io.counterpoint.restore.plan;

import com.mongodb.MongoNamespace;
import io.counterpoint.restore.report.RestoreReport;
import io.counterpoint.restore.value.RowEncoder;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.Key;
import io.counterpoint.sqldump.schema.Schema;
import io.counterpoint.sqldump.schema.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.Document;

/**
 * What one table becomes, once all of the dump is known.
 *
 * @param table its name in the dump
 * @param namespace its collection
 * @param fields name and SQL type of each field, in order
 * @param indexes specifications as createIndexes takes them
 * @param counters the autoincrement fields
 */
public record CollectionPlan(
        String table, MongoNamespace namespace, List<String> fields, List<Document> indexes, List<Counter> counters) {
    /**
     * One autoincrement field.
     *
     * @param last what the dump says about its counter; empty: the highest number stored decides
     */
    public record Counter(String field, OptionalLong last) {
        /** The {@code _id} of its row in {@code admin.counters}. */
        String row(MongoNamespace namespace) {
            return namespace.getFullName() + "." + field;
        }
    }

    /** What the dump says about the counters, as a report has it. */
    public List<RestoreReport.Counter> plannedCounters() {
        return counters.stream()
                .map(counter -> new RestoreReport.Counter(
                        counter.row(namespace),
                        counter.last().isPresent() ? (Long) counter.last().getAsLong() : null))
                .toList();
    }

    /** Every BSON type that is not null: SQL lets any number of rows leave a unique column NULL. */
    private static final List<String> NOT_NULL_TYPES =
            List.of("double", "string", "object", "array", "binData", "bool", "date", "int", "long", "decimal");

    /** The plan of a table as far as the dump was read. */
    public static CollectionPlan of(Schema schema, Table table, MongoNamespace namespace) {
        List<String> fields = new ArrayList<>();
        List<Counter> counters = new ArrayList<>();
        for (Column column : table.columns()) {
            if (column.computed()) {
                continue;
            }
            String field = RowEncoder.field(column.name());
            boolean down = column.sequence() != null
                    && schema.sequence(column.sequence()).increment() < 0;
            fields.add(field + " " + column.type() + (column.numbered() ? " autoincrement" : ""));
            if (column.numbered() && !down) {
                counters.add(new Counter(field, schema.last(table, column)));
            }
        }
        return new CollectionPlan(table.name().toString(), namespace, fields, indexes(table), counters);
    }

    private static List<Document> indexes(Table table) {
        List<Document> indexes = new ArrayList<>();
        Set<Document> keys = new HashSet<>();
        // Two indexes over the same fields cannot be; the one that promises more stays.
        table.keys().stream()
                .sorted((a, b) -> Integer.compare(rank(a), rank(b)))
                .forEach(key -> {
                    Document index = index(table, key);
                    if (keys.add(index.get("key", Document.class))) {
                        indexes.add(index);
                    }
                });
        return indexes;
    }

    private static int rank(Key key) {
        return key.primary() ? 0 : key.unique() ? 1 : 2;
    }

    private static Document index(Table table, Key key) {
        Document fields = new Document();
        Document condition = new Document();
        StringBuilder name = new StringBuilder();
        for (Key.Part part : key.parts()) {
            Column column = table.column(part.column(), table.line());
            String field = RowEncoder.field(column.name());
            fields.append(field, part.descending() ? -1 : 1);
            name.append(name.length() == 0 ? "" : "_").append(field).append(part.descending() ? "_-1" : "_1");
            if (key.unique() && !column.notNull() && !key.nullsEqual()) {
                condition.append(field, new Document("$type", NOT_NULL_TYPES));
            }
        }
        String given = key.name();
        boolean usable = !given.isEmpty() && !given.equalsIgnoreCase("PRIMARY");
        Document index = new Document("key", fields)
                .append("name", usable ? given : key.primary() ? "PRIMARY" : name.toString());
        if (key.unique()) {
            index.append("unique", true);
        }
        if (!condition.isEmpty()) {
            index.append("partialFilterExpression", condition);
        }
        return index;
    }
}
