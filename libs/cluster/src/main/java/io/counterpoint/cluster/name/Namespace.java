package io.counterpoint.cluster.name;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.base.limit.Limits;
import java.nio.charset.StandardCharsets;

/**
 * The full name of a collection: {@code database.collection}. Immutable; ordered by its text.
 *
 * <p>Source: the MongoDB manual, "Naming Restrictions".
 *
 * @param database checked by {@link #checkDatabase}
 * @param collection everything behind the first dot; may hold dots
 */
public record Namespace(String database, String collection) implements Comparable<Namespace> {
    /** The counters of {@code autoincrement}, one collection per shard. */
    public static final Namespace COUNTERS = new Namespace("admin", "counters");

    private static final String FORBIDDEN_IN_DATABASE = "/\\. \"$\0";

    private static final int CHAR_BYTES_MAX = 3;

    /**
     * Checks and joins both parts.
     *
     * @throws CommandException InvalidNamespace (73) for a name that no database or collection may have
     */
    public static Namespace of(String database, String collection) {
        checkDatabase(database);
        if (collection.isEmpty()
                || collection.charAt(0) == '.'
                || collection.charAt(collection.length() - 1) == '.'
                || collection.indexOf('\0') >= 0
                || collection.indexOf('$') >= 0) {
            throw new CommandException(
                    ErrorCode.INVALID_NAMESPACE, "Invalid collection name: " + database + "." + collection);
        }
        if (isLonger(Limits.NAMESPACE_BYTES_MAX, database, collection)) {
            throw new CommandException(
                    ErrorCode.INVALID_NAMESPACE,
                    "Fully qualified namespace is too long. Namespace: " + database + "." + collection + " Max: "
                            + Limits.NAMESPACE_BYTES_MAX);
        }
        return new Namespace(database, collection);
    }

    /**
     * Splits {@code database.collection} at the first dot and checks both parts.
     *
     * @throws CommandException InvalidNamespace (73)
     */
    public static Namespace parse(String full) {
        int dot = full.indexOf('.');
        if (dot < 0) {
            throw new CommandException(ErrorCode.INVALID_NAMESPACE, "Invalid namespace specified '" + full + "'");
        }
        return of(full.substring(0, dot), full.substring(dot + 1));
    }

    /**
     * Checks the name of a database.
     *
     * @throws CommandException InvalidNamespace (73)
     */
    public static void checkDatabase(String database) {
        int chars = database.length();
        boolean valid = chars > 0
                && (chars * CHAR_BYTES_MAX <= Limits.DATABASE_NAME_BYTES_MAX
                        || database.getBytes(StandardCharsets.UTF_8).length <= Limits.DATABASE_NAME_BYTES_MAX);
        for (int i = 0; valid && i < database.length(); i++) {
            valid = FORBIDDEN_IN_DATABASE.indexOf(database.charAt(i)) < 0;
        }
        if (!valid) {
            throw new CommandException(ErrorCode.INVALID_NAMESPACE, "Invalid database name: '" + database + "'");
        }
    }

    private static boolean isLonger(int bytes, String database, String collection) {
        int chars = database.length() + 1 + collection.length();
        // Every command names a collection, and few names come near the limit.
        return chars * CHAR_BYTES_MAX > bytes
                && (database + "." + collection).getBytes(StandardCharsets.UTF_8).length > bytes;
    }

    @Override
    public int compareTo(Namespace other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return database + "." + collection;
    }
}
