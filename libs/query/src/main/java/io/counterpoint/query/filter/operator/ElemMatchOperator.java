package io.counterpoint.query.filter.operator;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.path.FieldPath;
import io.counterpoint.bson.path.LeafArray;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.FilterParser;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code {a: {$elemMatch: {x: 1, y: 2}}}} and {@code {a: {$elemMatch: {$gt: 1, $lt: 5}}}}: one and the same element of
 * an array satisfies all of it. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/reference/operator/query/elemMatch/">$elemMatch</a>.
 */
final class ElemMatchOperator {
    static final FilterOperator ENTRY =
            FilterOperator.ofField("$elemMatch", "one array element satisfies a filter", ElemMatchOperator::parse);

    /** Operators that stand beside field names: with one of them first, the operand is a filter for documents. */
    private static final Set<String> DOCUMENT_OPERATORS =
            Set.of("$and", "$or", "$nor", "$expr", "$where", "$jsonSchema");

    private ElemMatchOperator() {}

    private static FilterNode parse(FilterOperator.Use use) {
        if (!(use.operand() instanceof BsonDocument operand)) {
            throw new CommandException(ErrorCode.BAD_VALUE, "$elemMatch needs an Object");
        }
        FilterNode.ElementPredicate predicate;
        if (FilterParser.isOperatorDocument(operand) && !DOCUMENT_OPERATORS.contains(operand.getFirstKey())) {
            List<FilterNode> nodes = use.parser().parseOperators("", operand);
            predicate = new ValueElements(nodes.size() == 1 ? nodes.get(0) : new FilterNode.And(nodes));
        } else {
            predicate = new DocumentElements(use.parser().parseDocument(operand));
        }
        return new FilterNode.Path(FieldPath.parse(use.path()), "$elemMatch", operand, predicate, LeafArray.WHOLE);
    }

    private record ValueElements(FilterNode elementFilter) implements FilterNode.ElementPredicate {
        @Override
        public boolean testElement(BsonValue element) {
            return elementFilter.matchesElement(element);
        }

        @Override
        public boolean aboutValue() {
            return true;
        }
    }

    private record DocumentElements(FilterNode elementFilter) implements FilterNode.ElementPredicate {
        @Override
        public boolean testElement(BsonValue element) {
            if (element instanceof BsonDocument document) {
                return elementFilter.matches(document);
            }
            return element instanceof BsonArray array && elementFilter.matches(asDocument(array));
        }

        @Override
        public boolean aboutValue() {
            return false;
        }

        /** An array inside of the array is a document whose fields are its positions. */
        private static BsonDocument asDocument(BsonArray array) {
            BsonDocument document = new BsonDocument();
            int position = 0;
            for (BsonValue element : array) {
                document.put(Integer.toString(position++), element);
            }
            return document;
        }
    }
}
