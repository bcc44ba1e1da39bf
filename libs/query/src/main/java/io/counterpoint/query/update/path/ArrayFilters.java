package io.counterpoint.query.update.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The {@code arrayFilters} of an update: a condition for each identifier used as {@code $[id]}. Immutable.
 *
 * <p>Source: MongoDB manual, "$[&lt;identifier&gt;]".
 */
public final class ArrayFilters {
    private static final Set<String> LOGICAL = Set.of("$and", "$or", "$nor");

    private final Map<String, Filter> filters;

    private ArrayFilters(Map<String, Filter> filters) {
        this.filters = filters;
    }

    /**
     * Parses the option.
     *
     * @param documents null or empty for none
     * @throws CommandException FailedToParse or BadValue for a filter without one identifier as its top-level field,
     *     TypeMismatch for what is no document
     */
    public static ArrayFilters parse(@Nullable BsonArray documents, QueryContext context) {
        Map<String, Filter> filters = new LinkedHashMap<>();
        if (documents != null) {
            for (int i = 0; i < documents.size(); i++) {
                BsonDocument document = document(documents.get(i), i);
                String identifier = identifier(document);
                if (filters.put(identifier, Filter.parse(document, context)) != null) {
                    throw new CommandException(
                            ErrorCode.FAILED_TO_PARSE,
                            "Found multiple array filters with the same top-level field name " + identifier);
                }
            }
        }
        return new ArrayFilters(filters);
    }

    /** Whether no filter was given. */
    public boolean isEmpty() {
        return filters.isEmpty();
    }

    /** The identifiers in the order in which they were given. */
    Set<String> identifiers() {
        return filters.keySet();
    }

    /** Whether an array element is meant by {@code $[identifier]}; the empty identifier means every element. */
    boolean matches(String identifier, BsonValue element) {
        if (identifier.isEmpty()) {
            return true;
        }
        Filter filter = filters.get(identifier);
        return filter != null && filter.matches(new BsonDocument(identifier, element));
    }

    private static BsonDocument document(BsonValue value, int index) {
        if (!value.isDocument()) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH,
                    "BSON field 'update.updates.arrayFilters." + index + "' is the wrong type '" + BsonTypes.name(value)
                            + "', expected type 'object'");
        }
        return value.asDocument();
    }

    private static String identifier(BsonDocument filter) {
        Set<String> names = new LinkedHashSet<>();
        collectNames(filter, names);
        if (names.isEmpty()) {
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE,
                    "Cannot use an expression without a top-level field name in arrayFilters");
        }
        if (names.size() > 1) {
            String[] found = names.toArray(String[]::new);
            throw new CommandException(
                    ErrorCode.FAILED_TO_PARSE,
                    "Error parsing array filter :: caused by :: Expected a single top-level field name, found '"
                            + found[0] + "' and '" + found[1] + "'");
        }
        String name = names.iterator().next();
        if (!isIdentifier(name)) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string"
                            + " beginning with a lowercase letter, found '" + name + "'");
        }
        return name;
    }

    private static void collectNames(BsonDocument filter, Set<String> names) {
        for (Map.Entry<String, BsonValue> condition : filter.entrySet()) {
            String key = condition.getKey();
            if (LOGICAL.contains(key) && condition.getValue().isArray()) {
                for (BsonValue clause : condition.getValue().asArray()) {
                    if (clause.isDocument()) {
                        collectNames(clause.asDocument(), names);
                    }
                }
            } else if (!key.startsWith("$")) {
                int dot = key.indexOf('.');
                names.add(dot < 0 ? key : key.substring(0, dot));
            }
        }
    }

    private static boolean isIdentifier(String name) {
        if (name.isEmpty() || name.charAt(0) < 'a' || name.charAt(0) > 'z') {
            return false;
        }
        return name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'));
    }
}
