package io.counterpoint.query.window;

import static io.counterpoint.query.window.WindowArguments.failedToParse;
import static io.counterpoint.query.window.WindowArguments.refusal;

import io.counterpoint.bson.order.BsonOrder;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.ValueText;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One end of a window.
 *
 * @param kind what it is relative to
 * @param amount how far it is from the current document; 0 for that itself
 */
record Bound(Kind kind, BsonValue amount) {
    /** What ends there are. */
    enum Kind {
        /** The end of the partition. */
        UNBOUNDED,
        /** The document itself. */
        CURRENT,
        /** So far from the document. */
        OFFSET
    }

    static Bound parse(BsonValue value, QueryContext context) {
        if (value instanceof BsonString word) {
            return switch (word.getValue()) {
                case "unbounded" -> new Bound(Kind.UNBOUNDED, new BsonInt32(0));
                case "current" -> new Bound(Kind.CURRENT, new BsonInt32(0));
                default -> throw failedToParse("Window bounds must be 'unbounded', 'current', or a number.");
            };
        }
        @Nullable BsonValue amount = WindowArguments.constant(value, context);
        if (amount == null) {
            throw failedToParse("Window bounds expression must be a constant.");
        }
        return new Bound(Kind.OFFSET, amount);
    }

    boolean isUnbounded() {
        return kind == Kind.UNBOUNDED;
    }

    boolean isCurrent() {
        return kind == Kind.CURRENT;
    }

    /** Refuses a lower end above the upper one. */
    static void checkOrder(Bound lower, Bound upper) {
        if (!lower.isUnbounded() && !upper.isUnbounded() && BsonOrder.compare(lower.amount, upper.amount) > 0) {
            throw refusal(
                    5339900,
                    "Lower bound must not exceed upper bound: [" + ValueText.of(lower.amount) + ", "
                            + ValueText.of(upper.amount) + "]");
        }
    }
}
