package io.counterpoint.query.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.bson.raw.BsonBytes;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

final class MemoryBudgetTest {
    @Test
    void refusesWhatIsOverTheLimit() {
        MemoryBudget budget = new MemoryBudget("$sort", 100);
        budget.hold(100);
        assertThatThrownBy(() -> budget.hold(1))
                .isInstanceOfSatisfying(
                        CommandException.class,
                        refusal -> assertThat(refusal.code())
                                .isEqualTo(ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED))
                .hasMessageContaining("$sort");
    }

    @Test
    void whatIsReleasedCanBeHeldAgain() {
        BsonString value = new BsonString("x".repeat(50));
        MemoryBudget budget = new MemoryBudget("$sort", MemoryBudget.estimate(value));
        budget.hold(value);
        budget.release(value);
        assertThatCode(() -> budget.hold(value)).doesNotThrowAnyException();
    }

    @Test
    void pessimismIsForgivenByACount() {
        MemoryBudget budget = new MemoryBudget("$group", 100);
        assertThat(budget.takeAtMost(100, () -> 10)).isTrue();
        assertThat(budget.takeAtMost(1, () -> 10)).isTrue();
        assertThat(budget.takeAtMost(100, () -> 91)).isFalse();
    }

    @Test
    void estimatesGrowWithTheValue() {
        BsonDocument small = new BsonDocument("a", new BsonInt32(1));
        BsonDocument large = new BsonDocument("a", new BsonString("x".repeat(1_000)));
        assertThat(MemoryBudget.estimate(small)).isPositive();
        assertThat(MemoryBudget.estimate(large)).isGreaterThan(1_000);
        assertThat(MemoryBudget.estimate(BsonBytes.raw(large))).isGreaterThanOrEqualTo(BsonBytes.encode(large).length);
    }
}
