package io.counterpoint.e2e.deployment;

import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Reads fields that have to be there. */
public final class Fields {
    private Fields() {}

    /** A field that is a number of any type, without its fraction. */
    public static long number(@Nullable Document document, String field) {
        if (value(document, field) instanceof Number number) {
            return number.longValue();
        }
        throw new AssertionError("the field " + field + " is no number in " + document);
    }

    /** A field of any type. */
    public static Object value(@Nullable Document document, String field) {
        Object value = document == null ? null : document.get(field);
        if (value == null) {
            throw new AssertionError("no field " + field + " in " + document);
        }
        return value;
    }
}
