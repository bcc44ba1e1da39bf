package io.counterpoint.query.filter.mismatch;

import io.counterpoint.bson.type.BsonTypes;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.query.filter.FilterParser;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Describes the parts of a filter that a document does not satisfy. Source: MongoDB manual, <a
 * href="https://www.mongodb.com/docs/manual/core/schema-validation/">Schema Validation</a>.
 */
public final class FilterMismatch {
    private static final String OPERATOR_NAME = "operatorName";
    private static final String DETAILS = "details";
    private static final String REASON = "reason";

    private final QueryContext context;

    private FilterMismatch(QueryContext context) {
        this.context = context;
    }

    /**
     * What a document violates: {@code {operatorName, …}}.
     *
     * @param filter the validator
     * @param document not selected by the filter
     */
    public static BsonDocument describe(Filter filter, BsonDocument document) {
        return new FilterMismatch(QueryContext.plain().withCollation(filter.collation()))
                .describe(filter.source(), document);
    }

    private BsonDocument describe(BsonDocument filter, BsonDocument document) {
        List<BsonDocument> clauses = clauses(filter);
        return clauses.size() == 1 ? clause(clauses.get(0), document) : unsatisfied("$and", clauses, document);
    }

    /** A filter's conditions, each as a filter of its own. */
    private static List<BsonDocument> clauses(BsonDocument filter) {
        List<BsonDocument> clauses = new ArrayList<>();
        filter.forEach((name, value) -> {
            // $options is a part of $regex and nothing by itself.
            if (!name.startsWith("$")
                    && FilterParser.isOperatorDocument(value)
                    && !value.asDocument().containsKey("$options")) {
                value.asDocument()
                        .forEach((operator, operand) ->
                                clauses.add(new BsonDocument(name, new BsonDocument(operator, operand))));
            } else {
                clauses.add(new BsonDocument(name, value));
            }
        });
        return clauses;
    }

    private boolean selects(BsonDocument filter, BsonDocument document) {
        return Filter.parse(filter, context).matches(document);
    }

    private BsonDocument clause(BsonDocument clause, BsonDocument document) {
        String name = clause.getFirstKey();
        BsonValue operand = clause.values().iterator().next();
        return switch (name) {
            case "$and", "$or" -> unsatisfied(name, filters(operand), document);
            case "$nor" -> satisfied(filters(operand), document);
            case "$jsonSchema" -> SchemaMismatch.describe(operand.asDocument(), document);
            case "$expr" ->
                specified(name, clause, "expression did not match").append("expressionResult", BsonBoolean.FALSE);
            default -> name.startsWith("$") ? specified(name, clause, "comparison failed") : field(clause, document);
        };
    }

    private static List<BsonDocument> filters(BsonValue operands) {
        return operands.asArray().stream().map(BsonValue::asDocument).toList();
    }

    private BsonDocument unsatisfied(String operator, List<BsonDocument> filters, BsonDocument document) {
        BsonArray unsatisfied = new BsonArray();
        for (int i = 0; i < filters.size(); i++) {
            if (!selects(filters.get(i), document)) {
                unsatisfied.add(new BsonDocument("index", new BsonInt32(i))
                        .append(DETAILS, describe(filters.get(i), document)));
            }
        }
        return new BsonDocument(OPERATOR_NAME, new BsonString(operator)).append("clausesNotSatisfied", unsatisfied);
    }

    private BsonDocument satisfied(List<BsonDocument> filters, BsonDocument document) {
        BsonArray satisfied = new BsonArray();
        for (int i = 0; i < filters.size(); i++) {
            if (selects(filters.get(i), document)) {
                satisfied.add(
                        new BsonDocument("index", new BsonInt32(i)).append(DETAILS, matched(filters.get(i), document)));
            }
        }
        return new BsonDocument(OPERATOR_NAME, new BsonString("$nor")).append("clausesSatisfied", satisfied);
    }

    /** How a filter is satisfied that must not be. */
    private static BsonDocument matched(BsonDocument filter, BsonDocument document) {
        List<BsonDocument> clauses = clauses(filter);
        String operator = clauses.size() == 1 ? operatorOf(clauses.get(0)) : "$and";
        if (operator.equals("$jsonSchema")) {
            return new BsonDocument(OPERATOR_NAME, new BsonString(operator))
                    .append(REASON, new BsonString("schema matched"));
        }
        BsonDocument details = specified(operator, filter, reasonOfMatch(operator));
        boolean field = clauses.size() == 1 && !filter.getFirstKey().startsWith("$") && !operator.equals("$exists");
        @Nullable BsonValue considered = field ? valueAt(document, filter.getFirstKey()) : null;
        return considered == null ? details : details.append("consideredValue", considered);
    }

    private static BsonDocument field(BsonDocument clause, BsonDocument document) {
        String operator = operatorOf(clause);
        @Nullable BsonValue considered = valueAt(document, clause.getFirstKey());
        if (operator.equals("$not")) {
            BsonValue operand =
                    clause.getDocument(clause.getFirstKey()).values().iterator().next();
            return new BsonDocument(OPERATOR_NAME, new BsonString(operator))
                    .append(DETAILS, matched(new BsonDocument(clause.getFirstKey(), operand), document));
        }
        if (operator.equals("$exists")) {
            return specified(operator, clause, considered == null ? "path does not exist" : "path does exist");
        }
        if (considered == null) {
            return specified(operator, clause, "field was missing");
        }
        BsonDocument details = specified(operator, clause, reason(operator)).append("consideredValue", considered);
        return operator.equals("$type")
                ? details.append("consideredType", new BsonString(BsonTypes.alias(considered.getBsonType())))
                : details;
    }

    private static String operatorOf(BsonDocument clause) {
        String name = clause.getFirstKey();
        BsonValue operand = clause.values().iterator().next();
        if (name.startsWith("$")) {
            return name;
        }
        if (operand.isRegularExpression()) {
            return "$regex";
        }
        return FilterParser.isOperatorDocument(operand) ? operand.asDocument().getFirstKey() : "$eq";
    }

    private static String reason(String operator) {
        return switch (operator) {
            case "$type" -> "type did not match";
            case "$in" -> "no matching value found in array";
            case "$nin" -> "matching value found in array";
            case "$regex", "$options" -> "regular expression did not match";
            case "$size" -> "array length was not equal to given size";
            case "$mod" -> "$mod did not evaluate to expected remainder";
            case "$all" -> "array did not contain all specified values";
            case "$elemMatch" -> "array did not satisfy the child predicate";
            default -> "comparison failed";
        };
    }

    private static String reasonOfMatch(String operator) {
        return switch (operator) {
            case "$exists" -> "path does exist";
            case "$type" -> "type did match";
            case "$in" -> "matching value found in array";
            case "$nin" -> "no matching value found in array";
            case "$regex", "$options" -> "regular expression did match";
            case "$size" -> "array length was equal to given size";
            case "$mod" -> "$mod did evaluate to expected remainder";
            case "$all" -> "array did contain all specified values";
            case "$elemMatch" -> "array did satisfy the child predicate";
            case "$expr" -> "expression did match";
            default -> "comparison succeeded";
        };
    }

    private static BsonDocument specified(String operator, BsonDocument clause, String reason) {
        return new BsonDocument(OPERATOR_NAME, new BsonString(operator))
                .append("specifiedAs", clause)
                .append(REASON, new BsonString(reason));
    }

    /** The value at a path through documents; null when there is none, or several because of an array. */
    private static @Nullable BsonValue valueAt(BsonDocument document, String path) {
        BsonValue value = document;
        for (String name : path.split("\\.", -1)) {
            if (!(value instanceof BsonDocument parent)) {
                return null;
            }
            @Nullable BsonValue child = parent.get(name);
            if (child == null) {
                return null;
            }
            value = child;
        }
        return value;
    }
}
