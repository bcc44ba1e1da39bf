package io.counterpoint.sqldump.row;

import io.counterpoint.sqldump.Dialect;
import io.counterpoint.sqldump.schema.Column;
import io.counterpoint.sqldump.schema.QualifiedName;
import java.nio.charset.Charset;
import java.util.List;

/**
 * Where rows go and how they are written.
 *
 * @param table the table, never a partition
 * @param columns in the order of the values in a row
 * @param form how a row is written
 */
public record RowTarget(QualifiedName table, List<Column> columns, Form form, Dialect dialect, Charset charset) {
    /** How a row is written. */
    public enum Form {
        /** A line of COPY's text format. */
        COPY,
        /** A tuple of VALUES. */
        TUPLE
    }
}
