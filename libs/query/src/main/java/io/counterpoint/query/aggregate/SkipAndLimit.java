package io.counterpoint.query.aggregate;

import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.stage.LimitStage;
import io.counterpoint.query.aggregate.stage.SkipStage;
import java.util.List;
import java.util.OptionalLong;

/** What a run of {@code $skip} and {@code $limit} stages lets through. */
final class SkipAndLimit {
    private SkipAndLimit() {}

    /** How many documents the stages at the head of a list can use; empty for any number. */
    static OptionalLong bound(List<Stage> stages) {
        long skipped = 0;
        for (Stage stage : stages) {
            if (stage instanceof SkipStage skip) {
                skipped = saturatedSum(skipped, skip.count());
            } else if (stage instanceof LimitStage limit) {
                return OptionalLong.of(saturatedSum(skipped, limit.count()));
            } else {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.empty();
    }

    private static long saturatedSum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
