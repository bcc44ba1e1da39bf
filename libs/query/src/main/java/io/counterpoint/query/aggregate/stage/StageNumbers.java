package io.counterpoint.query.aggregate.stage;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.bson.number.Numbers;
import io.counterpoint.query.ValueText;
import org.bson.BsonValue;

/** The whole numbers that stages take. */
final class StageNumbers {
    private StageNumbers() {}

    /**
     * A count for {@code $limit} or {@code $skip}.
     *
     * @param stage its name
     * @param code of the refusal
     */
    static long nonNegative(String stage, BsonValue value, int code) {
        String element = ValueText.element(stage, value);
        if (!Numbers.isNumber(value)) {
            throw invalid(stage, code, "Expected a number in: " + element);
        }
        long count =
                Numbers.asExactLong(value).orElseThrow(() -> invalid(stage, code, "Expected an integer: " + element));
        if (count < 0) {
            throw invalid(stage, code, "Expected a non-negative number in: " + element);
        }
        return count;
    }

    private static CommandException invalid(String stage, int code, String reason) {
        return StageErrors.location(code, "invalid argument to " + stage + " stage: " + reason);
    }
}
