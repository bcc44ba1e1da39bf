package io.counterpoint.query.update.operator;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.update.path.FieldUpdate;
import io.counterpoint.query.update.path.PathUpdate;
import io.counterpoint.query.update.path.Spot;
import io.counterpoint.query.update.path.UpdateContext;
import io.counterpoint.query.update.path.UpdatePath;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$pull: {path: condition}}}: removes the elements that satisfy a condition. A document of operators and a
 * regular expression are conditions on the element itself, any other document is a filter on the fields of elements
 * that are documents, any other value is compared with the element.
 *
 * <p>Source: MongoDB manual, "$pull".
 */
record PullOperator(Predicate<BsonValue> condition) implements FieldUpdate {
    /** A name for the element while a filter looks at it; any will do. */
    private static final String ELEMENT = "element";

    /** Operators that speak about a whole document, not about the value of a field. */
    private static final Set<String> DOCUMENT_OPERATORS = Set.of("$and", "$or", "$nor", "$expr", "$comment");

    static List<PathUpdate> parse(UpdatePath path, BsonValue argument, QueryContext context) {
        return List.of(new PathUpdate(path, new PullOperator(condition(argument, context))));
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Spot spot, UpdateContext context) {
        return ArrayCulling.without(current, condition);
    }

    @Override
    public MissingPath missingPath() {
        return MissingPath.SKIP_VIABLE;
    }

    private static Predicate<BsonValue> condition(BsonValue argument, QueryContext context) {
        if (argument.isRegularExpression() || isOperators(argument)) {
            Filter filter = Filter.parse(new BsonDocument(ELEMENT, argument), context);
            return element -> filter.matches(new BsonDocument(ELEMENT, element));
        }
        if (argument.isDocument()) {
            Filter filter = Filter.parse(argument.asDocument(), context);
            return element -> element.isDocument() && filter.matches(element.asDocument());
        }
        ValueOrder order = context.order();
        return element -> order.equal(argument, element);
    }

    private static boolean isOperators(BsonValue argument) {
        if (!argument.isDocument() || argument.asDocument().isEmpty()) {
            return false;
        }
        String first = argument.asDocument().getFirstKey();
        return first.startsWith("$") && !DOCUMENT_OPERATORS.contains(first);
    }
}
