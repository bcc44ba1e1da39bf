package io.counterpoint.query.update.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The path of one update operator, checked and cut at its dots. Immutable.
 *
 * @param text as the client wrote it
 * @param parts at least one
 */
public record UpdatePath(String text, List<String> parts) {
    static final String POSITIONAL = "$";

    /** The fields of a DBRef, the only names with a leading dollar that a path may use. */
    private static final Set<String> REFERENCE_FIELDS = Set.of("$id", "$ref", "$db");

    /** Copies the parts. */
    public UpdatePath {
        parts = List.copyOf(parts);
    }

    /**
     * Cuts and checks a path.
     *
     * @throws CommandException EmptyFieldName, DollarPrefixedFieldName; BadValue when {@code $} stands first or twice
     */
    public static UpdatePath parse(String text) {
        if (text.isEmpty()) {
            throw new CommandException(ErrorCode.EMPTY_FIELD_NAME, "An empty update path is not valid.");
        }
        List<String> parts = cut(text);
        int positionals = 0;
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            if (part.isEmpty()) {
                throw new CommandException(
                        ErrorCode.EMPTY_FIELD_NAME,
                        "The update path '" + text + "' contains an empty field name, which is not allowed.");
            }
            if (part.equals(POSITIONAL)) {
                positionals++;
            }
            if (i == 0 && (part.equals(POSITIONAL) || isArrayPart(part))) {
                throw new CommandException(ErrorCode.BAD_VALUE, firstPositionText(text, part));
            }
            if (part.charAt(0) == '$' && !part.equals(POSITIONAL) && !isArrayPart(part)) {
                checkDollar(text, part, i);
            }
        }
        if (positionals > 1) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE, "Too many positional (i.e. '$') elements found in path '" + text + "'");
        }
        return new UpdatePath(text, parts);
    }

    /** Whether {@code $}, {@code $[]} or {@code $[id]} occurs. */
    public boolean isDynamic() {
        return parts.stream().anyMatch(part -> part.equals(POSITIONAL) || isArrayPart(part));
    }

    /** Whether this path and another are equal or one lies below the other. */
    public boolean overlaps(UpdatePath other) {
        int shared = Math.min(parts.size(), other.parts.size());
        return parts.subList(0, shared).equals(other.parts.subList(0, shared));
    }

    /** The first {@code count} parts, dotted. */
    String prefix(int count) {
        return String.join(".", parts.subList(0, count));
    }

    /** Whether a part has the form {@code $[]} or {@code $[id]}. */
    static boolean isArrayPart(String part) {
        return part.startsWith("$[") && part.endsWith("]");
    }

    /** The identifier in {@code $[id]}; empty for {@code $[]}. */
    static String identifier(String arrayPart) {
        return arrayPart.substring(2, arrayPart.length() - 1);
    }

    private static List<String> cut(String text) {
        List<String> parts = new ArrayList<>(4);
        int start = 0;
        for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', start)) {
            parts.add(text.substring(start, dot));
            start = dot + 1;
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static String firstPositionText(String text, String part) {
        return part.equals(POSITIONAL)
                ? "Cannot have positional (i.e. '$') element in the first position in path '" + text + "'"
                : "Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '" + text
                        + "'";
    }

    private static void checkDollar(String text, String part, int index) {
        if (index == 0 || !REFERENCE_FIELDS.contains(part)) {
            throw new CommandException(
                    ErrorCode.DOLLAR_PREFIXED_FIELD_NAME,
                    "The dollar ($) prefixed field '" + part + "' in '" + text
                            + "' is not allowed in the context of an update's replacement document. Consider using an"
                            + " aggregation pipeline with $replaceWith.");
        }
    }
}
