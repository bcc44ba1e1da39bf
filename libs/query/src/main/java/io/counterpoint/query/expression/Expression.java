package io.counterpoint.query.expression;

import io.counterpoint.query.QueryContext;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A parsed aggregation expression. Immutable; any thread. */
@FunctionalInterface
public interface Expression {
    /**
     * Computes the value for one document.
     *
     * @param root what {@code $$ROOT} stands for
     * @param variables of the command, with those that enclosing expressions have bound
     * @return null when the result is missing, as a field that is not there; may share parts with the document
     * @throws io.counterpoint.base.error.CommandException with the operator's code when a value has a type it cannot
     *     work on
     */
    @Nullable
    BsonValue evaluate(BsonDocument root, Variables variables);

    /** Whether the value is the same for all documents. */
    default boolean isConstant() {
        return false;
    }

    /**
     * Parses an expression.
     *
     * @param value kept, not copied: the caller must not change it afterwards
     * @param context its {@code let} variables may be used
     * @throws io.counterpoint.base.error.CommandException InvalidPipelineOperator (168) for an unknown operator, others
     *     for wrong arguments
     */
    static Expression parse(BsonValue value, QueryContext context) {
        return new ExpressionParser(context).parse(value);
    }

    /**
     * Parses an expression that may use more variables, which the caller binds with {@link Variables#with} before each
     * evaluation.
     *
     * @param names of the variables, without {@code $$}
     */
    static Expression parse(BsonValue value, QueryContext context, Iterable<String> names) {
        ExpressionParser parser = new ExpressionParser(context);
        for (String name : names) {
            parser = parser.withVariable(name);
        }
        return parser.parse(value);
    }

    /** An expression that is one value, whatever it looks like. */
    static Expression constant(@Nullable BsonValue value) {
        return new ConstantExpression(value);
    }
}
