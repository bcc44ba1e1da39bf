package io.counterpoint.query.expression;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code {a: x, b: y}}: a document of what its fields compute, without those that are missing. */
record ObjectExpression(List<String> names, List<Expression> values) implements Expression {
    @Override
    public BsonValue evaluate(BsonDocument root, Variables variables) {
        BsonDocument document = new BsonDocument(names.size());
        for (int i = 0; i < names.size(); i++) {
            @Nullable BsonValue value = values.get(i).evaluate(root, variables);
            if (value != null) {
                document.put(names.get(i), value);
            }
        }
        return document;
    }

    @Override
    public boolean isConstant() {
        return values.stream().allMatch(Expression::isConstant);
    }
}
