package io.counterpoint.lab.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.lab.history.Attempt;
import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.HistoryBuilder;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.mode.Numbering;
import io.counterpoint.lab.mode.NumberingMode;
import io.counterpoint.lab.mode.Property;
import io.counterpoint.lab.verdict.Verdict.State;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each property with a planted defect that it has to find, and with a history in which it has nothing to find. */
final class JudgeTest {
    private static final HistoryBuilder GOOD = new HistoryBuilder();

    private final History good = new HistoryBuilder()
            .ok(0, "a", 1, 0, 1)
            .ok(0, "b", 1, 2, 3)
            .ok(0, "a", 2, 4, 5)
            .build();

    @Test
    void aCollisionOfShardsIsNoBreachOfPerShard() {
        List<Verdict> verdicts = judge(good, NumberingMode.PER_SHARD);

        Verdict global = of(verdicts, Property.GLOBALLY_UNIQUE);
        assertThat(global.state()).isEqualTo(State.VIOLATED);
        assertThat(global.promised()).isFalse();
        assertThat(global.witnesses()).extracting(Attempt::shard).containsExactly("a", "b");
        assertThat(Judge.exitStatus(verdicts)).isZero();
    }

    @Test
    void whatIsAskedForCountsEvenIfNobodyPromisesIt() {
        List<Verdict> verdicts =
                new Judge(good, Numbering.of(NumberingMode.PER_SHARD), true, Set.of(Property.GLOBALLY_UNIQUE)).judge();

        assertThat(Judge.exitStatus(verdicts)).isEqualTo(1);
    }

    @Test
    void aNumberTwiceOnOneShardIsFound() {
        History history =
                new HistoryBuilder().ok(0, "a", 1, 0, 1).ok(1, "a", 1, 0, 1).build();

        Verdict verdict = of(judge(history, NumberingMode.PER_SHARD), Property.UNIQUE_PER_SHARD);
        assertThat(verdict.state()).isEqualTo(State.VIOLATED);
        assertThat(verdict.explanation()).contains("Number 1 is stored twice");
    }

    @Test
    void aFallingNumberOnAShardIsFound() {
        History history =
                new HistoryBuilder().ok(0, "a", 2, 0, 1).ok(0, "a", 1, 2, 3).build();

        assertThat(of(judge(history, NumberingMode.STRIDED), Property.MONOTONIC_PER_SHARD)
                        .state())
                .isEqualTo(State.VIOLATED);
    }

    @Test
    void aNumberBelowAnEarlierAnswerIsFoundUnlessConcurrent() {
        History concurrent =
                new HistoryBuilder().ok(0, "a", 2, 0, 10).ok(1, "b", 1, 5, 6).build();
        History later =
                new HistoryBuilder().ok(0, "a", 2, 0, 4).ok(1, "b", 1, 5, 6).build();

        assertThat(of(judge(concurrent, NumberingMode.CENTRAL), Property.MONOTONIC)
                        .state())
                .isEqualTo(State.VALID);
        Verdict verdict = of(judge(later, NumberingMode.CENTRAL), Property.MONOTONIC);
        assertThat(verdict.state()).isEqualTo(State.VIOLATED);
        assertThat(verdict.witnesses()).extracting(Attempt::number).containsExactly(2L, 1L);
    }

    @Test
    void aGapIsFoundUnlessTheClientMadeIt() {
        History jump =
                new HistoryBuilder().ok(0, "a", 1, 0, 1).sent(0, "a", 9, 2, 3).build();
        History hole =
                new HistoryBuilder().ok(0, "a", 1, 0, 1).ok(0, "a", 9, 2, 3).build();

        assertThat(of(judge(jump, NumberingMode.PER_SHARD), Property.GAPLESS).state())
                .isEqualTo(State.VALID);
        assertThat(of(judge(hole, NumberingMode.PER_SHARD), Property.GAPLESS).explanation())
                .contains("between 1 and 9");
    }

    @Test
    void aRollbackMayLeaveAHoleOnAShardAndACrashMayNot() {
        HistoryBuilder rolledBack = new HistoryBuilder()
                .ok(0, "a", 1, 0, 1)
                .add(0, null, 2L, null, Outcome.FAIL, false, 2, 3, "aborted: the client gave the transaction back")
                .ok(0, "a", 3, 4, 5);
        assertThat(of(judge(rolledBack.build(), NumberingMode.PER_SHARD), Property.GAPLESS))
                .satisfies(verdict -> assertThat(verdict.state()).isEqualTo(State.VIOLATED))
                .satisfies(verdict -> assertThat(verdict.promised()).isFalse());

        History crashed =
                rolledBack.fault("kill", "a", 6, 7).ok(0, "a", 9, 8, 9).build();
        assertThat(of(judge(crashed, NumberingMode.PER_SHARD), Property.GAPLESS).promised())
                .isTrue();
    }

    @Test
    void lostRevivedAndMisreportedWritesAreFound() {
        History history = new HistoryBuilder()
                .add(0, null, 1L, null, Outcome.OK, false, 0, 1, null)
                .add(0, "a", null, 2L, Outcome.FAIL, false, 2, 3, "code 11000")
                .add(0, "a", 7L, 3L, Outcome.OK, false, 4, 5, null)
                .build();
        List<Verdict> verdicts = judge(history, NumberingMode.PER_SHARD);

        assertThat(verdicts.stream()
                        .filter(verdict -> verdict.state() == State.VIOLATED)
                        .map(Verdict::property))
                .containsExactly(Property.NOTHING_LOST, Property.NOTHING_REVIVED, Property.REPORTED_AS_STORED);
        assertThat(Judge.exitStatus(verdicts)).isEqualTo(1);
    }

    @Test
    void nothingIsProvenByNothing() {
        assertThat(Judge.exitStatus(judge(GOOD.build(), NumberingMode.PER_SHARD)))
                .isEqualTo(2);
        assertThat(Judge.exitStatus(new Judge(good, Numbering.of(NumberingMode.PER_SHARD), false, Set.of()).judge()))
                .isEqualTo(2);
    }

    private static List<Verdict> judge(History history, NumberingMode mode) {
        return new Judge(history, Numbering.of(mode), true, Set.of()).judge();
    }

    private static Verdict of(List<Verdict> verdicts, Property property) {
        return verdicts.stream()
                .filter(verdict -> verdict.property() == property)
                .findFirst()
                .orElseThrow();
    }
}
