package io.counterpoint.query.filter.operator;

import io.counterpoint.bson.order.ValueOrder;
import io.counterpoint.query.filter.FilterNode;
import io.counterpoint.query.filter.FilterParser;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@link FilterOperators}. Immutable, any thread.
 *
 * @param name MongoDB's name, with its {@code $}
 * @param help one line for lists of operators
 * @param place where a filter may have it
 * @param parser reads the operand
 */
public record FilterOperator(String name, String help, Place place, Parser parser) {
    /** Where an operator stands. */
    public enum Place {
        /** Under a field's name: {@code {a: {$gt: 1}}}. */
        FIELD,
        /** Beside field names: {@code {$or: […]}}. */
        DOCUMENT
    }

    /** Reads an operand. Pure. */
    @FunctionalInterface
    public interface Parser {
        /**
         * Reads one use of the operator.
         *
         * @return the node, null when this use adds nothing to the filter ({@code $options}, {@code $comment})
         * @throws io.counterpoint.base.error.CommandException with MongoDB's code and text when the operand is wrong
         */
        @Nullable
        FilterNode parse(Use use);
    }

    /**
     * One use of an operator in a filter.
     *
     * @param name the operator's name
     * @param path the dotted path it speaks about; empty for operators about the document and inside {@code $elemMatch}
     * @param operand its operand
     * @param siblings the document the operator stands in
     * @param parser for the filters inside of the operand
     */
    public record Use(String name, String path, BsonValue operand, BsonDocument siblings, FilterParser parser) {
        /** The order in which the filter compares values. */
        ValueOrder order() {
            return parser.context().order();
        }
    }

    static FilterOperator ofField(String name, String help, Parser parser) {
        return new FilterOperator(name, help, Place.FIELD, parser);
    }

    static FilterOperator ofDocument(String name, String help, Parser parser) {
        return new FilterOperator(name, help, Place.DOCUMENT, parser);
    }
}
