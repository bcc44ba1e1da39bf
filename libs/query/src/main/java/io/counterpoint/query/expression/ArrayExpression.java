package io.counterpoint.query.expression;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code [a, b]}: an array of what its elements compute, null in the place of missing ones. */
record ArrayExpression(List<Expression> elements) implements Expression {
    @Override
    public BsonValue evaluate(BsonDocument root, Variables variables) {
        List<BsonValue> values = new ArrayList<>(elements.size());
        for (Expression element : elements) {
            @Nullable BsonValue value = element.evaluate(root, variables);
            values.add(value == null ? BsonNull.VALUE : value);
        }
        return new BsonArray(values);
    }

    @Override
    public boolean isConstant() {
        return elements.stream().allMatch(Expression::isConstant);
    }
}
