package io.counterpoint.sqldump.schema;

/**
 * The name of a table, sequence or type.
 *
 * @param schema its schema; MySQL's database; empty when there is none
 * @param name the name itself, as the database folds it
 */
public record QualifiedName(String schema, String name) {
    @Override
    public String toString() {
        return schema.isEmpty() ? name : schema + "." + name;
    }
}
