package io.counterpoint.query.update;

import java.util.Set;

/**
 * Which top-level fields an update may change, so that changes of a shard key or of an autoincrement field are noticed
 * before the update runs. Immutable.
 *
 * @param any true when the update may change every field
 * @param names top-level field names; empty when {@code any}
 */
public record TouchedFields(boolean any, Set<String> names) {
    private static final TouchedFields ANY = new TouchedFields(true, Set.of());

    /** Copies the names. */
    public TouchedFields {
        names = Set.copyOf(names);
    }

    /** Every field may change. */
    public static TouchedFields anyField() {
        return ANY;
    }

    /** Only these top-level fields may change. */
    public static TouchedFields of(Set<String> names) {
        return new TouchedFields(false, names);
    }

    /**
     * Whether the update may change a field or something below it.
     *
     * @param path a field name or a dotted path
     */
    public boolean contains(String path) {
        if (any) {
            return true;
        }
        int dot = path.indexOf('.');
        return names.contains(dot < 0 ? path : path.substring(0, dot));
    }
}
