package io.counterpoint.query.expression;

import static io.counterpoint.query.expression.Arguments.isNullish;
import static io.counterpoint.query.expression.Arguments.refusal;
import static io.counterpoint.query.expression.Arguments.typeName;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.sort.SortPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code {$sortArray: {input, sortBy}}}: the elements in an order, by whole values or by their fields. Equal ones keep
 * theirs.
 */
record SortArrayExpression(Expression input, Comparator<BsonValue> order) implements Expression {
    static final ExpressionOperator ENTRY =
            new ExpressionOperator("$sortArray", "the elements in an order", SortArrayExpression::parse);

    private static final BsonDocument NO_FIELDS = new BsonDocument();

    private static Expression parse(BsonValue argument, ExpressionParser parser) {
        Arguments.Named named = new Arguments.Named(
                argument,
                Set.of("input", "sortBy"),
                () -> refusal(2942500, "$sortArray requires an object as an argument, found: " + typeName(argument)),
                name -> refusal(2942501, "$sortArray found an unknown argument: " + name));
        Expression input = parser.parse(named.require("input", 2942502, "$sortArray requires 'input' to be specified"));
        BsonValue sortBy = named.require("sortBy", 2942503, "$sortArray requires 'sortBy' to be specified");
        return new SortArrayExpression(input, order(sortBy, parser.order()));
    }

    private static Comparator<BsonValue> order(BsonValue sortBy, ValueOrder values) {
        if (sortBy instanceof BsonDocument document) {
            // Elements that are no documents have none of the fields.
            Comparator<BsonDocument> byFields =
                    SortPattern.parse(document, values).comparator();
            return Comparator.comparing(
                    element -> element instanceof BsonDocument fields ? fields : NO_FIELDS, byFields);
        }
        OptionalInt direction = sortBy instanceof BsonNumber ? Arguments.asInt(sortBy) : OptionalInt.empty();
        if (direction.isEmpty() || Math.abs(direction.getAsInt()) != 1) {
            throw refusal(2942507, "The sortBy argument to $sortArray must be 1, -1 or an object");
        }
        return direction.getAsInt() == 1 ? values : values.reversed();
    }

    @Override
    public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
        @Nullable BsonValue value = input.evaluate(root, variables);
        if (isNullish(value)) {
            return BsonNull.VALUE;
        }
        if (!(value instanceof BsonArray array)) {
            throw refusal(
                    2942504, "The input argument to $sortArray must be an array, but was of type: " + typeName(value));
        }
        List<BsonValue> sorted = new ArrayList<>(array);
        sorted.sort(order);
        return new BsonArray(sorted);
    }
}
