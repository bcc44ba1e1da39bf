package io.counterpoint.query.update.path;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.ValueText;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * All operators of one update, merged by path. Immutable once built; any thread.
 *
 * <pre>
 * {$set: {"a.b": 1, c: 2}, $inc: {"a.d": 1}}     a ─┬─ b  $set 1
 *                                                   └─ d  $inc 1
 *                                                c ──── $set 2
 * </pre>
 *
 * <p>Fields are visited in the order of their names, numbers by value, whatever the order of the operators: new fields
 * appear in a document in that order, as in MongoDB since 5.0. No place is visited twice, since two operators on one
 * path, or on a path and one below it, are a conflict; so operators see the values as they were before the update.
 */
public final class UpdateTree {
    private final ObjectNode root;
    private final List<PathUpdate> updates;

    private UpdateTree(ObjectNode root, List<PathUpdate> updates) {
        this.root = root;
        this.updates = updates;
    }

    /**
     * Merges the paths.
     *
     * @param whole the update, for error texts
     * @throws CommandException ConflictingUpdateOperators when two paths meet; BadValue for an identifier without
     *     filter; FailedToParse for a filter that no path uses
     */
    public static UpdateTree of(List<PathUpdate> updates, ArrayFilters filters, BsonDocument whole) {
        ObjectNode root = new ObjectNode();
        Set<String> used = new HashSet<>();
        for (PathUpdate update : updates) {
            add(root, update, filters, used);
        }
        for (String identifier : filters.identifiers()) {
            if (!used.contains(identifier)) {
                throw new CommandException(
                        ErrorCode.FAILED_TO_PARSE,
                        "The array filter for identifier '" + identifier + "' was not used in the update "
                                + ValueText.of(whole));
            }
        }
        return new UpdateTree(root, List.copyOf(updates));
    }

    /** Every operator with its path, in the order of the update. */
    public List<PathUpdate> updates() {
        return updates;
    }

    /**
     * The document after all operators.
     *
     * @return null when nothing changed; otherwise a new document that shares untouched values with the old one
     */
    public @Nullable BsonDocument apply(BsonDocument document, UpdateContext context) {
        return root.applyToRoot(document, context);
    }

    /** The path of the first operator that concerns a top-level field or something below it. */
    public Optional<String> firstPathWithin(String field) {
        return updates.stream()
                .map(PathUpdate::path)
                .filter(path -> path.parts().get(0).equals(field))
                .map(UpdatePath::text)
                .findFirst();
    }

    private static void add(ObjectNode root, PathUpdate update, ArrayFilters filters, Set<String> used) {
        UpdatePath path = update.path();
        UpdateNode node = root;
        for (int i = 0; i < path.parts().size(); i++) {
            boolean last = i == path.parts().size() - 1;
            String part = path.parts().get(i);
            boolean nextIsArrayPart =
                    !last && UpdatePath.isArrayPart(path.parts().get(i + 1));
            UpdateNode child = childOf(node, part, path, filters, used);
            if (last) {
                if (child != null) {
                    throw conflict(path, path.parts().size());
                }
                setChild(node, part, new LeafNode(update.update()));
                return;
            }
            if (child == null) {
                child = nextIsArrayPart ? new ArrayNode(filters) : new ObjectNode();
                setChild(node, part, child);
            } else if (nextIsArrayPart ? !(child instanceof ArrayNode) : !(child instanceof ObjectNode)) {
                throw conflict(path, i + 1);
            }
            node = child;
        }
    }

    private static @Nullable UpdateNode childOf(
            UpdateNode node, String part, UpdatePath path, ArrayFilters filters, Set<String> used) {
        if (node instanceof ObjectNode object) {
            return object.child(part);
        }
        String identifier = UpdatePath.identifier(part);
        if (!identifier.isEmpty() && !filters.identifiers().contains(identifier)) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "No array filter found for identifier '" + identifier + "' in path '" + path.text() + "'");
        }
        used.add(identifier);
        return ((ArrayNode) node).children().get(identifier);
    }

    private static void setChild(UpdateNode node, String part, UpdateNode child) {
        if (node instanceof ObjectNode object) {
            object.setChild(part, child);
        } else if (node instanceof ArrayNode array) {
            array.children().put(UpdatePath.identifier(part), child);
        }
    }

    private static CommandException conflict(UpdatePath path, int partCount) {
        return new CommandException(
                ErrorCode.CONFLICTING_UPDATE_OPERATORS,
                "Updating the path '" + path.text() + "' would create a conflict at '" + path.prefix(partCount) + "'");
    }
}
