package io.counterpoint.query.projection;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Variables;
import java.util.Collection;
import org.bson.BsonDocument;

/**
 * Puts values at paths of documents in the way of {@code $addFields}: documents are made on the way where there are
 * none, and arrays are gone through. For stages that compute values otherwise than by expressions. Immutable; any
 * thread.
 */
public final class FieldAssignment {
    private static final Variables NO_VARIABLES = Variables.of(QueryContext.plain());

    private final ProjectionNode tree = new ProjectionNode(ProjectionNode.Rest.KEPT_ALL);

    /**
     * An assignment to some paths.
     *
     * @param paths dotted; none is a prefix of another
     */
    public FieldAssignment(Collection<String> paths) {
        for (String path : paths) {
            String[] names = path.split("\\.", -1);
            ProjectionNode node = tree;
            for (int i = 0; i < names.length - 1; i++) {
                node = node.child(names[i]);
            }
            node.compute(names[names.length - 1], (values, variables) -> values.get(path));
        }
    }

    /**
     * The document with the values.
     *
     * @param values by path; the field of a path that has none is removed
     */
    public BsonDocument apply(BsonDocument document, BsonDocument values) {
        return tree.apply(values, document, NO_VARIABLES);
    }
}
