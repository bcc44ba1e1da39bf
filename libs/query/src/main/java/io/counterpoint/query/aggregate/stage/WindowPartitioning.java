package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.query.aggregate.flow.StageParsing;
import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * How {@code $setWindowFields} deals documents out to partitions.
 *
 * @param source the {@code partitionBy}
 * @param path the field whose values make the partitions; null when all documents are one
 * @param computedField the same, when it is there for the stage's time only
 * @param key reads that field
 */
record WindowPartitioning(
        BsonValue source, @Nullable String path, @Nullable String computedField, Expression key) {
    /** MongoDB's name for it, which no document of an application has. */
    private static final String COMPUTED_FIELD = "__internal_setWindowFields_partition_key";

    /**
     * Parses a {@code partitionBy}.
     *
     * @param partitionBy null for none
     */
    static WindowPartitioning parse(@Nullable BsonValue partitionBy, StageParsing parsing) {
        if (partitionBy == null) {
            return new WindowPartitioning(BsonNull.VALUE, null, null, Expression.constant(BsonNull.VALUE));
        }
        Expression expression = Expression.parse(partitionBy, parsing.query());
        if (expression.isConstant()) {
            check(expression.evaluate(new BsonDocument(), Variables.of(parsing.query())));
            return new WindowPartitioning(partitionBy, null, null, Expression.constant(BsonNull.VALUE));
        }
        if (partitionBy instanceof BsonString text && !text.getValue().startsWith("$$")) {
            return new WindowPartitioning(partitionBy, text.getValue().substring(1), null, expression);
        }
        Expression key = Expression.parse(new BsonString("$" + COMPUTED_FIELD), parsing.query());
        return new WindowPartitioning(partitionBy, COMPUTED_FIELD, COMPUTED_FIELD, key);
    }

    /** The partition of a document; null value for a missing one. */
    BsonValue keyOf(BsonDocument document, Variables variables) {
        BsonValue value = key.evaluate(document, variables);
        check(value);
        return value == null ? BsonNull.VALUE : value;
    }

    private static void check(@Nullable BsonValue value) {
        if (value instanceof BsonArray) {
            throw new CommandException(
                    ErrorCode.TYPE_MISMATCH, "An expression used to partition cannot evaluate to value of type array");
        }
    }
}
