package io.counterpoint.query.projection;

import io.counterpoint.bson.raw.BsonOutput;
import io.counterpoint.bson.raw.RawDocument;
import io.counterpoint.bson.raw.RawElements;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.filter.Filter;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A parsed projection. Immutable; any thread. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/method/db.collection.find/#projection">projection</a>, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/aggregation/project/">$project</a>.
 */
public final class Projection {
    private final @Nullable ProjectionNode tree;
    private final List<ArrayCut> cuts;
    private final Variables variables;
    private final String @Nullable [] topLevelNames;

    /**
     * @param tree null shows everything
     * @param cuts applied to arrays afterwards
     */
    Projection(@Nullable ProjectionNode tree, List<ArrayCut> cuts, Variables variables) {
        this.tree = tree;
        this.cuts = List.copyOf(cuts);
        this.variables = variables;
        this.topLevelNames = tree != null && cuts.isEmpty() ? tree.plainNames() : null;
    }

    /**
     * Parses the projection of {@code find} or {@code findAndModify}.
     *
     * @param filter the query's filter, which says which element the positional {@code $} shows
     * @throws io.counterpoint.base.error.CommandException 31253 and 31254 for a mixture of inclusion and exclusion,
     *     31249 and 31250 for paths that collide, others as MongoDB has them
     */
    public static Projection parse(BsonDocument projection, Filter filter, QueryContext context) {
        return new ProjectionParser(context, filter).parse(projection);
    }

    /**
     * Parses the specification of a {@code $project} stage: as {@code find}, without {@code $elemMatch}, positional
     * {@code $} and {@code $slice} of find.
     */
    public static Projection parseProject(BsonDocument specification, QueryContext context) {
        return new ProjectionParser(context, null).parseProject(specification);
    }

    /**
     * Parses the specification of {@code $addFields} or {@code $set}: every value is an expression, everything else
     * stays.
     */
    public static Projection parseAddFields(BsonDocument specification, QueryContext context) {
        return new ProjectionParser(context, null).parseAddFields(specification);
    }

    /** Whether documents come out as they go in. */
    public boolean isIdentity() {
        return tree == null && cuts.isEmpty();
    }

    /**
     * The projected document. It may share parts with the given one.
     *
     * @throws io.counterpoint.base.error.CommandException what expressions throw; 51246 when the positional {@code $}
     *     finds no element
     */
    public BsonDocument apply(BsonDocument document) {
        if (tree == null && cuts.isEmpty()) {
            return document;
        }
        if (topLevelNames != null && document instanceof RawDocument raw) {
            return copyElements(raw, topLevelNames, tree != null && tree.keepsOthers());
        }
        BsonDocument result = tree == null ? document : tree.apply(document, document, variables);
        for (ArrayCut cut : cuts) {
            result = cut.apply(document, result);
        }
        return result;
    }

    /** Whole top-level fields are copied as bytes. */
    private static RawDocument copyElements(RawDocument document, String[] names, boolean keepsOthers) {
        byte[] bytes = document.array();
        BsonOutput out = new BsonOutput(document.byteLength());
        int element = document.firstElement();
        while (!RawElements.isEnd(bytes, element)) {
            int next = RawElements.next(bytes, element);
            if (isNamed(bytes, element, names) != keepsOthers) {
                out.appendRawElement(bytes, element, next - element);
            }
            element = next;
        }
        return out.finish();
    }

    private static boolean isNamed(byte[] bytes, int element, String[] names) {
        for (String name : names) {
            if (RawElements.nameEquals(bytes, element, name)) {
                return true;
            }
        }
        return false;
    }
}
