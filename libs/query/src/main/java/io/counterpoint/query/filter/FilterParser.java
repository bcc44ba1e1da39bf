package io.counterpoint.query.filter;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.operator.FilterOperator;
import io.counterpoint.query.filter.operator.FilterOperator.Use;
import io.counterpoint.query.filter.operator.FilterOperators;
import io.counterpoint.query.filter.operator.RegexOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Turns filter documents into {@link FilterNode}s. Operators call it back for the filters inside of theirs. Immutable,
 * any thread.
 */
public final class FilterParser {
    private final QueryContext context;

    FilterParser(QueryContext context) {
        this.context = context;
    }

    /** What the filter may read besides documents. */
    public QueryContext context() {
        return context;
    }

    /** Parses a whole filter: fields, and operators about the document. */
    public FilterNode parseDocument(BsonDocument filter) {
        List<FilterNode> nodes = new ArrayList<>(filter.size());
        for (Map.Entry<String, BsonValue> entry : filter.entrySet()) {
            String name = entry.getKey();
            if (name.startsWith("$") && !isReferenceField(name)) {
                FilterNode node = parseDocumentOperator(name, entry.getValue(), filter);
                if (node != null) {
                    nodes.add(node);
                }
            } else {
                parseField(name, entry.getValue(), nodes);
            }
        }
        return nodes.size() == 1 ? nodes.get(0) : new FilterNode.And(nodes);
    }

    /**
     * Parses operators that speak about one path: {@code {$gt: 1, $lt: 5}}.
     *
     * @param path the path they speak about, empty inside of {@code $elemMatch}
     * @throws CommandException BadValue for an unknown one
     */
    public List<FilterNode> parseOperators(String path, BsonDocument operators) {
        List<FilterNode> nodes = new ArrayList<>(operators.size());
        for (Map.Entry<String, BsonValue> entry : operators.entrySet()) {
            FilterOperator operator = FilterOperators.ofField(entry.getKey());
            if (operator == null) {
                throw new CommandException(ErrorCode.BAD_VALUE, "unknown operator: " + entry.getKey());
            }
            FilterNode node = operator.parser().parse(new Use(entry.getKey(), path, entry.getValue(), operators, this));
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /**
     * Whether a document is made of operators rather than being a value to compare with; database references are
     * values.
     */
    public static boolean isOperatorDocument(BsonValue value) {
        if (!(value instanceof BsonDocument document) || document.isEmpty()) {
            return false;
        }
        String first = document.getFirstKey();
        return first.startsWith("$") && !isReferenceField(first);
    }

    private void parseField(String path, BsonValue value, List<FilterNode> nodes) {
        if (isOperatorDocument(value)) {
            nodes.addAll(parseOperators(path, value.asDocument()));
        } else if (value.isRegularExpression()) {
            nodes.add(RegexOperator.node(path, value.asRegularExpression()));
        } else {
            nodes.add(FilterOperators.equality(path, value, context.order()));
        }
    }

    private @Nullable FilterNode parseDocumentOperator(String name, BsonValue operand, BsonDocument filter) {
        FilterOperator operator = FilterOperators.ofDocument(name);
        if (operator == null) {
            throw new CommandException(
                    ErrorCode.BAD_VALUE,
                    "unknown top level operator: " + name + ". If you have a field name that starts with a '$' symbol, "
                            + "consider using $getField or $setField.");
        }
        return operator.parser().parse(new Use(name, "", operand, filter, this));
    }

    private static boolean isReferenceField(String name) {
        return name.equals("$ref") || name.equals("$id") || name.equals("$db");
    }
}
