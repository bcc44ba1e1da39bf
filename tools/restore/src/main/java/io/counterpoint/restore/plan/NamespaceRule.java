package io.counterpoint.restore.plan;

import com.mongodb.MongoNamespace;
import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.schema.QualifiedName;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a table goes: {@code schema.table} becomes database and collection. The schema that a dialect takes for granted
 * (public, main, dbo, none) becomes the database of the restore. Immutable.
 */
public final class NamespaceRule {
    private static final String ANY = ".*";

    private final Dialect dialect;
    private final String database;
    private final Map<String, String> overrides;

    /**
     * A rule.
     *
     * @param database for tables of the default schema
     * @param overrides from {@code schema.table} to {@code database.collection}, or from {@code schema.*} to
     *     {@code database.*}; the default schema has its name here too
     */
    public NamespaceRule(Dialect dialect, String database, Map<String, String> overrides) {
        this.dialect = dialect;
        this.database = database;
        this.overrides = new LinkedHashMap<>(overrides);
    }

    /**
     * The collection of a table.
     *
     * @throws IllegalArgumentException when it is no name that a collection can have
     */
    public MongoNamespace namespace(QualifiedName table) {
        String schema = table.schema();
        String exact = overrides.get(table.toString());
        if (exact == null && schema.isEmpty()) {
            exact = overrides.get(database + "." + table.name());
        }
        if (exact != null) {
            return new MongoNamespace(exact);
        }
        String whole = overrides.get(schema + ANY);
        if (whole != null && whole.endsWith(ANY)) {
            return new MongoNamespace(whole.substring(0, whole.length() - ANY.length()), table.name());
        }
        boolean given = schema.equals(dialect.defaultSchema());
        return new MongoNamespace(given ? database : schema, table.name());
    }
}
