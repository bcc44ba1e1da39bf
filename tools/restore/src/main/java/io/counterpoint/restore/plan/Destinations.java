package io.counterpoint.restore.plan;

import com.mongodb.MongoNamespace;
import io.counterpoint.restore.RestoreException;
import io.counterpoint.restore.source.DumpSource;
import io.counterpoint.sqldump.schema.QualifiedName;
import io.counterpoint.sqldump.schema.Schema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the tables of one dump go: {@code schema.table} becomes database and collection. The schema that a dialect
 * takes for granted (public, main, dbo, none) becomes the database of the restore. One thread.
 */
public final class Destinations {
    private static final String ANY = ".*";

    private final Schema schema;
    private final String file;
    private final @Nullable String database;
    private final Map<String, String> overrides;
    private final Map<String, QualifiedName> taken = new HashMap<>();

    /**
     * The destinations of a dump.
     *
     * @param file its name, which stands in for a database that neither the user nor the dump names
     * @param database for tables of the default schema; null: the one that the dump names
     * @param overrides from {@code schema.table} to {@code database.collection}, or from {@code schema.*} to
     *     {@code database.*}; the default schema has its name here too
     */
    public Destinations(Schema schema, String file, @Nullable String database, Map<String, String> overrides) {
        this.schema = schema;
        this.file = file;
        this.database = database;
        this.overrides = new LinkedHashMap<>(overrides);
    }

    /**
     * The collection of a table, which no other table has. The dump may name its database later, so that a table asks
     * once and keeps the answer.
     *
     * @throws RestoreException when it is no name that a collection can have, or when another table has it
     */
    public MongoNamespace of(QualifiedName table) {
        String defaultDatabase = defaultDatabase();
        MongoNamespace namespace;
        try {
            namespace = namespace(table, defaultDatabase);
        } catch (IllegalArgumentException e) {
            throw new RestoreException(
                    table + " cannot be the name of a collection: " + e.getMessage() + "; use --map", e);
        }
        QualifiedName other = taken.putIfAbsent(namespace.getFullName(), table);
        if (other != null && !other.equals(table)) {
            throw new RestoreException(
                    other + " and " + table + " would both become " + namespace + "; tell them apart with --map");
        }
        return namespace;
    }

    private MongoNamespace namespace(QualifiedName table, String defaultDatabase) {
        String exact = overrides.get(table.toString());
        if (exact == null && table.schema().isEmpty()) {
            exact = overrides.get(defaultDatabase + "." + table.name());
        }
        if (exact != null) {
            return new MongoNamespace(exact);
        }
        String whole = overrides.get(table.schema() + ANY);
        if (whole != null && whole.endsWith(ANY)) {
            return new MongoNamespace(whole.substring(0, whole.length() - ANY.length()), table.name());
        }
        boolean given = table.schema().equals(schema.dialect().defaultSchema());
        return new MongoNamespace(given ? defaultDatabase : table.schema(), table.name());
    }

    private String defaultDatabase() {
        if (database != null) {
            return database;
        }
        return schema.database().orElseGet(() -> {
            String name = file.replaceFirst("\\..*", "");
            if (name.isEmpty() || file.equals(DumpSource.STANDARD_INPUT)) {
                throw new RestoreException("the dump does not name its database; give one with --database");
            }
            return name;
        });
    }
}
