package io.counterpoint.query.expression;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Always the same value; null for a missing one. */
record ConstantExpression(@Nullable BsonValue value) implements Expression {
    @Override
    public @Nullable BsonValue evaluate(BsonDocument root, Variables variables) {
        return value;
    }

    @Override
    public boolean isConstant() {
        return true;
    }
}
