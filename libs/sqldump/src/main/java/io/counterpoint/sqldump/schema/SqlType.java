package io.counterpoint.sqldump.schema;

import java.util.List;

/**
 * A column's type as declared.
 *
 * @param name in lower case, words separated by one space ({@code timestamp without time zone}); empty when SQLite's
 *     column has none
 * @param arguments what stood in brackets: length, precision and scale, the values of an enum
 * @param unsigned MySQL's word
 * @param dimensions 0 for a scalar; otherwise it is an array, whatever the number says
 */
public record SqlType(String name, List<String> arguments, boolean unsigned, int dimensions) {
    /** A type without arguments. */
    public static SqlType of(String name) {
        return new SqlType(name, List.of(), false, 0);
    }

    /** The type of the elements of an array. */
    public SqlType element() {
        return new SqlType(name, arguments, unsigned, 0);
    }

    @Override
    public String toString() {
        return (name.isEmpty() ? "any" : name)
                + (arguments.isEmpty() ? "" : "(" + String.join(",", arguments) + ")")
                + (unsigned ? " unsigned" : "")
                + (dimensions > 0 ? "[]" : "");
    }
}
