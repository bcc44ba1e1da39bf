package io.counterpoint.shard.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterpoint.base.check.CorruptionException;
import io.counterpoint.base.error.CommandException;
import io.counterpoint.query.QueryContext;
import io.counterpoint.query.filter.Filter;
import io.counterpoint.shard.index.Records;
import io.counterpoint.shard.storage.ColumnFamily;
import io.counterpoint.shard.storage.StoreCursor;
import io.counterpoint.shard.storage.StoreView;
import io.counterpoint.testkit.fake.FakeClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanRunnerTest {
    private final PlanFixture fixture = new PlanFixture();

    @Test
    void countsWhatItLookedAt() {
        fixture.index("{key: {a: 1}, name: 'a_1'}");
        for (int i = 0; i < 10; i++) {
            fixture.insert("{_id: " + i + ", a: " + i % 5 + ", b: " + i + "}");
        }
        try (PlanRunner runner = runner(request("{a: 3, b: {$gt: 5}}"), ExecutionGuard.NONE)) {
            assertThat(ids(runner)).containsExactly(8);
            assertThat(runner.keysExamined()).isEqualTo(2);
            assertThat(runner.docsExamined()).isEqualTo(2);
            assertThat(runner.returned()).isEqualTo(1);
            BsonDocument stages = runner.explainExecution();
            assertThat(stages.getInt64("docsExamined").getValue()).isEqualTo(2);
            assertThat(stages.getInt64("nReturned").getValue()).isEqualTo(1);
            assertThat(stages.getDocument("inputStage").getInt64("keysExamined").getValue())
                    .isEqualTo(2);
        }
    }

    @Test
    void pointLooksAtOneKeyAndOneDocument() {
        for (int i = 0; i < 10; i++) {
            fixture.insert("{_id: " + i + "}");
        }
        try (PlanRunner runner = runner(request("{_id: 7}"), ExecutionGuard.NONE)) {
            assertThat(ids(runner)).containsExactly(7);
            assertThat(runner.keysExamined()).isEqualTo(1);
            assertThat(runner.docsExamined()).isEqualTo(1);
        }
    }

    @Test
    void inListSkipsWhatLiesBetween() {
        fixture.index("{key: {a: 1}, name: 'a_1'}");
        for (int i = 0; i < 1000; i++) {
            fixture.insert("{_id: " + i + ", a: " + i + "}");
        }
        for (String sort : List.of("{a: 1}", "{a: -1}")) {
            PlanRequest request = request("{a: {$in: [3, 500, 501, 997]}}").withSort(BsonDocument.parse(sort));
            try (PlanRunner runner = runner(request, ExecutionGuard.NONE)) {
                assertThat(ids(runner)).containsExactlyInAnyOrder(3, 500, 501, 997);
                assertThat(runner.keysExamined())
                        .as("one key too many per range")
                        .isLessThanOrEqualTo(8);
            }
        }
    }

    @Test
    void limitStopsTheScan() {
        for (int i = 0; i < 100; i++) {
            fixture.insert("{_id: " + i + "}");
        }
        try (PlanRunner runner = runner(request("{}").withSkip(2).withLimit(3), ExecutionGuard.NONE)) {
            assertThat(ids(runner)).containsExactly(2, 3, 4);
            assertThat(runner.docsExamined()).isEqualTo(5);
        }
    }

    @Test
    void sortIsStableAndKeepsOnlyTheFirst() {
        for (int i = 0; i < 100; i++) {
            fixture.insert("{_id: " + i + ", a: " + (99 - i) / 10 + "}");
        }
        PlanRequest request = request("{}").withSort(BsonDocument.parse("{a: 1}"));
        try (PlanRunner runner = runner(request.withSkip(8).withLimit(4), ExecutionGuard.NONE)) {
            assertThat(ids(runner)).containsExactly(98, 99, 80, 81);
        }
        try (PlanRunner runner = runner(request, ExecutionGuard.NONE)) {
            assertThat(ids(runner)).startsWith(90, 91).endsWith(8, 9).hasSize(100);
        }
    }

    @Test
    void sortOfTooMuchIsRefused() {
        String text = "x".repeat(15 << 20);
        for (int i = 0; i < 7; i++) {
            fixture.insert("{_id: " + i + ", a: " + i + ", text: '" + text + "'}");
        }
        PlanRequest request = request("{}").withSort(BsonDocument.parse("{a: -1}"));
        try (PlanRunner runner = runner(request, ExecutionGuard.NONE)) {
            CommandException refusal = catchThrowableOfType(CommandException.class, runner::next);
            assertThat(refusal.code().number()).isEqualTo(292);
            assertThat(refusal.text()).contains("Sort exceeded memory limit of 104857600 bytes");
        }
        try (PlanRunner runner = runner(request.withLimit(2), ExecutionGuard.NONE)) {
            assertThat(ids(runner)).containsExactly(6, 5);
        }
    }

    @Test
    void guardIsAskedBeforeTheFirstAndEveryHundredDocuments() {
        for (int i = 0; i < 250; i++) {
            fixture.insert("{_id: " + i + "}");
        }
        AtomicInteger asked = new AtomicInteger();
        try (PlanRunner runner = runner(request("{x: 1}"), asked::incrementAndGet)) {
            assertThat(runner.next()).isFalse();
        }
        assertThat(asked).hasValue(3);
    }

    @Test
    void deadlineAndSwitchEndIt() {
        FakeClock clock = new FakeClock();
        long deadline = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(10);
        ExecutionGuard guard = ExecutionGuard.of(clock, deadline, () -> false);
        clock.advance(10);
        guard.check();
        clock.advance(1);
        CommandException late = catchThrowableOfType(CommandException.class, guard::check);
        assertThat(late.code().number()).isEqualTo(50);
        assertThat(late.text()).isEqualTo("operation exceeded time limit");

        ExecutionGuard killed = ExecutionGuard.of(clock, Long.MAX_VALUE, () -> true);
        assertThat(catchThrowableOfType(CommandException.class, killed::check)
                        .code()
                        .number())
                .isEqualTo(11601);
        ExecutionGuard.of(clock, Long.MAX_VALUE, () -> false).check();
    }

    @Test
    void cursorsAreClosedAtTheEndAndByClose() {
        fixture.index("{key: {a: 1}, name: 'a_1'}");
        for (int i = 0; i < 5; i++) {
            fixture.insert("{_id: " + i + ", a: " + i + "}");
        }
        CountingView view = new CountingView(fixture.view());
        for (String filter : List.of("{}", "{a: {$gt: 1}}")) {
            PlanRunner ended = new PlanRunner(Planner.plan(request(filter)), view, ExecutionGuard.NONE);
            ids(ended);
            assertThat(view.open).isZero();
            PlanRunner left = new PlanRunner(Planner.plan(request(filter)), view, ExecutionGuard.NONE);
            assertThat(left.next()).isTrue();
            assertThat(view.open).isEqualTo(1);
            left.close();
            left.close();
            assertThat(view.open).isZero();
            assertThat(left.next()).isFalse();
        }
        PlanRunner sorted = new PlanRunner(
                Planner.plan(request("{}").withSort(BsonDocument.parse("{b: 1}"))), view, ExecutionGuard.NONE);
        assertThat(sorted.next()).isTrue();
        assertThat(view.open).as("a sort needs no cursor once it has read all").isZero();
    }

    @Test
    void writesDuringAScanAreNotSeenByIt() {
        fixture.index("{key: {a: 1}, name: 'a_1'}");
        for (int i = 0; i < 5; i++) {
            fixture.insert("{_id: " + i + ", a: " + i + "}");
        }
        try (PlanRunner runner = runner(request("{a: {$gte: 0}}"), ExecutionGuard.NONE)) {
            List<Integer> seen = new ArrayList<>();
            while (runner.next()) {
                seen.add(runner.document().getInt32("_id").getValue());
                fixture.insert("{_id: " + (100 + seen.size()) + ", a: " + (100 + seen.size()) + "}");
            }
            assertThat(seen).containsExactly(0, 1, 2, 3, 4);
        }
    }

    @Test
    void pointReadOfTheNewestStateMeetsADelete() {
        fixture.insert("{_id: 1, a: 1}");
        try (PlanRunner runner = pointRunner(() -> fixture.delete(1))) {
            assertThat(ids(runner)).isEmpty();
        }
    }

    @Test
    void pointReadOfTheNewestStateMeetsAReplacement() {
        fixture.insert("{_id: 1, a: 1}");
        try (PlanRunner runner = pointRunner(() -> {
            fixture.delete(1);
            fixture.insert("{_id: 1, a: 2}");
        })) {
            assertThat(runner.next()).isTrue();
            assertThat(runner.document().getInt32("a").getValue()).isEqualTo(2);
            assertThat(runner.next()).isFalse();
        }
    }

    /** Reads {@code {_id: 1}}; something happens between its look at the index and that at the document. */
    private PlanRunner pointRunner(Runnable between) {
        Runnable[] next = {between};
        StoreView newest = new StoreView() {
            @Override
            public byte @Nullable [] get(ColumnFamily family, byte[] key) {
                if (family == ColumnFamily.DOCUMENTS) {
                    next[0].run();
                    next[0] = () -> {};
                }
                return fixture.view().get(family, key);
            }

            @Override
            public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
                throw new AssertionError("a point needs no cursor");
            }
        };
        return new PlanRunner(Planner.plan(request("{_id: 1}")), newest, ExecutionGuard.NONE);
    }

    @Test
    void entryWithoutADocumentIsCorruption() {
        fixture.index("{key: {a: 1}, name: 'a_1'}");
        fixture.insert("{_id: 1, a: 1}");
        fixture.view().delete(ColumnFamily.DOCUMENTS, Records.key(1, 1));
        try (PlanRunner runner = runner(request("{a: 1}"), ExecutionGuard.NONE)) {
            assertThatThrownBy(runner::next)
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("index a_1")
                    .hasMessageContaining("record 1");
        }
    }

    @Test
    void sparseHintMayLeaveDocumentsOut() {
        fixture.index("{key: {a: 1}, name: 'a_1', sparse: true}");
        fixture.insert("{_id: 1, a: 1}");
        fixture.insert("{_id: 2}");
        try (PlanRunner runner = runner(request("{}").withHint(new BsonString("a_1")), ExecutionGuard.NONE)) {
            assertThat(ids(runner)).containsExactly(1);
        }
    }

    private static List<Integer> ids(PlanRunner runner) {
        List<Integer> ids = new ArrayList<>();
        while (runner.next()) {
            ids.add(runner.document().getInt32("_id").getValue());
        }
        return ids;
    }

    private PlanRunner runner(PlanRequest request, ExecutionGuard guard) {
        return new PlanRunner(Planner.plan(request), fixture.view(), guard);
    }

    private PlanRequest request(String filter) {
        return PlanRequest.of(fixture.collection(), Filter.parse(BsonDocument.parse(filter), QueryContext.plain()));
    }

    /** Counts the cursors that are open. */
    private static final class CountingView implements StoreView {
        private final StoreView view;
        private int open;

        CountingView(StoreView view) {
            this.view = view;
        }

        @Override
        public byte @Nullable [] get(ColumnFamily family, byte[] key) {
            return view.get(family, key);
        }

        @Override
        public StoreCursor cursor(ColumnFamily family, byte[] lower, byte[] upper, boolean reverse) {
            StoreCursor cursor = view.cursor(family, lower, upper, reverse);
            open++;
            return new StoreCursor() {
                @Override
                public boolean next() {
                    return cursor.next();
                }

                @Override
                public byte[] key() {
                    return cursor.key();
                }

                @Override
                public byte[] value() {
                    return cursor.value();
                }

                @Override
                public void seek(byte[] key) {
                    cursor.seek(key);
                }

                @Override
                public void close() {
                    open--;
                    cursor.close();
                }
            };
        }
    }
}
