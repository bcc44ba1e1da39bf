package io.counterpoint.sqldump.schema;

import org.jspecify.annotations.Nullable;

/**
 * One column.
 *
 * @param name as the database folds it
 * @param type its declared type, domains replaced by what they stand for
 * @param notNull whether NULL is ruled out
 * @param numbered whether the database fills it: serial, identity, AUTO_INCREMENT, AUTOINCREMENT, IDENTITY, nextval
 * @param sequence the sequence that numbers it, where it is one with a name
 * @param computed whether the database derives its value, so that the dump does not hold it
 */
public record Column(
        String name,
        SqlType type,
        boolean notNull,
        boolean numbered,
        @Nullable QualifiedName sequence,
        boolean computed) {
    /** The same column, numbered. */
    public Column numberedBy(@Nullable QualifiedName by) {
        return new Column(name, type, notNull, true, by, computed);
    }

    /** The same column, filled by nobody. */
    public Column notNumbered() {
        return new Column(name, type, notNull, false, null, computed);
    }

    /** The same column, never NULL. */
    public Column required() {
        return new Column(name, type, true, numbered, sequence, computed);
    }
}
