package io.counterpoint.query.window;

import io.counterpoint.query.expression.Expression;
import io.counterpoint.query.expression.Variables;
import io.counterpoint.query.memory.Detached;
import io.counterpoint.query.memory.MemoryBudget;
import io.counterpoint.query.sort.SortPattern;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The documents that a window function looks at, in the order of the stage's {@code sortBy}. One thread.
 *
 * @param documents read once for each call, from the first to the last
 * @param size how many there are, 1 or more
 * @param sort the stage's order; null for none
 * @param variables of the command
 * @param budget what is computed from the documents counts against it
 */
public record Partition(
        Iterable<? extends BsonDocument> documents,
        int size,
        @Nullable SortPattern sort,
        Variables variables,
        MemoryBudget budget) {
    /** The value of an expression for each document; null for a missing one. */
    @Nullable
    BsonValue[] values(Expression expression) {
        @Nullable BsonValue[] values = new BsonValue[size];
        @Nullable BsonValue last = null;
        int next = 0;
        for (BsonDocument document : documents) {
            @Nullable BsonValue value = expression.evaluate(document, variables);
            // A constant is one object for all documents.
            values[next] = value == null || value == last ? value : held(value);
            last = value;
            next++;
        }
        return values;
    }

    /** What each document is sorted by. Only where there is an order. */
    BsonValue[][] sortKeys() {
        SortPattern order = requireSort();
        BsonValue[][] keys = new BsonValue[size][];
        int next = 0;
        for (BsonDocument document : documents) {
            BsonValue[] key = order.key(document);
            for (int i = 0; i < key.length; i++) {
                key[i] = held(key[i]);
            }
            keys[next++] = key;
        }
        return keys;
    }

    private BsonValue held(BsonValue value) {
        BsonValue detached = Detached.copyOf(value);
        budget.hold(detached);
        return detached;
    }

    /** The order. Only where there is one. */
    SortPattern requireSort() {
        SortPattern order = sort;
        if (order == null) {
            throw new IllegalStateException("a function that needs an order was parsed without one");
        }
        return order;
    }
}
