package io.counterpoint.sqldump.schema;

import java.util.List;

/**
 * A primary key, a UNIQUE constraint or an index.
 *
 * @param name empty when the dump gives none
 * @param parts the columns in order, never empty
 * @param unique whether two rows may not agree in all columns
 * @param primary whether it is the primary key
 * @param nullsEqual whether two rows with NULL count as equal, as in SQL Server and with NULLS NOT DISTINCT
 */
public record Key(String name, List<Part> parts, boolean unique, boolean primary, boolean nullsEqual) {
    /**
     * One column of a key.
     *
     * @param column its name
     * @param descending the order
     */
    public record Part(String column, boolean descending) {}
}
