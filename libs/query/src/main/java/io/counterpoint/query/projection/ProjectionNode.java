package io.counterpoint.query.projection;

import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One level of a projection: what happens to the fields of a document, and by child nodes to the fields of the
 * documents in them. Built by the parser, immutable from then on.
 *
 * <p>A document goes through in two passes. The first keeps or drops fields; kept ones stay in the document's order.
 * The second computes fields, in the order of the projection, each from the whole original document; new ones come
 * last. Arrays are gone through element by element. A computed field below something that is no document replaces it by
 * a document.
 */
final class ProjectionNode {
    /** What happens to fields that are not mentioned. */
    enum Rest {
        /** They are dropped; mentioned ones are kept. */
        DROPPED,
        /** They are kept; mentioned ones are dropped. */
        KEPT,
        /** They are kept; mentioned ones are computed. */
        KEPT_ALL
    }

    private final Rest rest;
    private final Set<String> names = new HashSet<>();
    private final Map<String, ProjectionNode> children = new HashMap<>();
    private final Map<String, Expression> computed = new HashMap<>();

    /** Names of {@link #children} and {@link #computed} as the projection has them. */
    private final Set<String> order = new LinkedHashSet<>();

    ProjectionNode(Rest rest) {
        this.rest = rest;
    }

    /** Mentions a field. */
    void mention(String name) {
        names.add(name);
    }

    void compute(String name, Expression expression) {
        computed.put(name, expression);
        order.add(name);
    }

    ProjectionNode child(String name) {
        order.add(name);
        return children.computeIfAbsent(name, ignored -> new ProjectionNode(rest));
    }

    boolean hasLeaf(String name) {
        return names.contains(name) || computed.containsKey(name);
    }

    boolean hasChild(String name) {
        return children.containsKey(name);
    }

    boolean keepsOthers() {
        return rest != Rest.DROPPED;
    }

    /** The names mentioned, when nothing else has to be done; else null. */
    String @Nullable [] plainNames() {
        return children.isEmpty() && computed.isEmpty() ? names.toArray(new String[0]) : null;
    }

    BsonDocument apply(BsonDocument root, BsonDocument document, Variables variables) {
        BsonDocument result = keep(document);
        if (computes()) {
            addComputed(root, result, variables);
        }
        return result;
    }

    private boolean computes() {
        return !computed.isEmpty() || children.values().stream().anyMatch(ProjectionNode::computes);
    }

    private BsonDocument keep(BsonDocument document) {
        BsonDocument result = new BsonDocument(document.size());
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            String name = field.getKey();
            @Nullable ProjectionNode child = children.get(name);
            if (child != null) {
                @Nullable BsonValue kept = child.keepIn(field.getValue());
                if (kept != null) {
                    result.put(name, kept);
                }
            } else if (names.contains(name) != keepsOthers()) {
                result.put(name, field.getValue());
            }
        }
        return result;
    }

    /** What remains of the value this node is about; null for nothing. */
    private @Nullable BsonValue keepIn(BsonValue value) {
        if (value instanceof BsonDocument document) {
            return keep(document);
        }
        if (!(value instanceof BsonArray array)) {
            return keepsOthers() ? value : null;
        }
        boolean computes = computes();
        List<BsonValue> elements = new ArrayList<>(array.size());
        for (BsonValue element : array) {
            @Nullable BsonValue kept = keepIn(element);
            if (kept != null) {
                elements.add(kept);
            } else if (computes) {
                // The second pass puts a document in its place.
                elements.add(BsonNull.VALUE);
            }
        }
        return new BsonArray(elements);
    }

    private void addComputed(BsonDocument root, BsonDocument result, Variables variables) {
        for (String name : order) {
            @Nullable ProjectionNode child = children.get(name);
            if (child != null) {
                if (child.computes()) {
                    result.put(name, child.addComputedIn(root, result.get(name), variables));
                }
                continue;
            }
            @Nullable Expression expression = computed.get(name);
            @Nullable BsonValue value = expression == null ? null : expression.evaluate(root, variables);
            if (value == null) {
                result.remove(name);
            } else {
                result.put(name, value);
            }
        }
    }

    private BsonValue addComputedIn(BsonDocument root, @Nullable BsonValue value, Variables variables) {
        if (value instanceof BsonArray array) {
            List<BsonValue> elements = new ArrayList<>(array.size());
            for (BsonValue element : array) {
                elements.add(addComputedIn(root, element, variables));
            }
            return new BsonArray(elements);
        }
        BsonDocument result = new BsonDocument();
        if (value instanceof BsonDocument document) {
            result.putAll(document);
        }
        addComputed(root, result, variables);
        return result;
    }
}
