package io.counterpoint.lab.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.counterpoint.lab.history.History;
import io.counterpoint.lab.history.HistoryBuilder;
import io.counterpoint.lab.history.Outcome;
import io.counterpoint.lab.mode.Numbering;
import io.counterpoint.lab.mode.NumberingMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every metric against a history written by hand, with the answer worked out beside it. */
final class MetricsTest {
    private static final Numbering PER_SHARD = Numbering.of(NumberingMode.PER_SHARD);
    private static final Numbering CENTRAL = Numbering.of(NumberingMode.CENTRAL);

    @Test
    void duplicatesAreCountedOnOneShardAndOnTwo() {
        // 1: a, b -> one cross pair. 2: a, a, b -> one same pair, two cross pairs. 3: a alone.
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 1)
                .ok(0, "b", 1, 2, 3)
                .ok(0, "a", 2, 4, 5)
                .ok(0, "a", 2, 6, 7)
                .ok(0, "b", 2, 8, 9)
                .ok(0, "a", 3, 10, 11)
                .build();

        assertThat(value(new Duplicates(), history, PER_SHARD, "same-shard pairs"))
                .isEqualTo(1);
        assertThat(value(new Duplicates(), history, PER_SHARD, "cross-shard pairs"))
                .isEqualTo(3);
        assertThat(value(new Duplicates(), history, PER_SHARD, "collided values"))
                .isEqualTo(2);
        assertThat(value(new Duplicates(), history, PER_SHARD, "ratio")).isEqualTo(5.0 / 6);
        assertThat(Duplicates.matrix(history)).isDeepEqualTo(new long[][] {{1, 2}, {2, 0}});
    }

    @Test
    void coverageLooksAtEachShardWhereEachCountsForItself() {
        // a: 1, 2, 5 of 5 points; b: 1, 2 of 2 points: 5 of 7 stored.
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 1)
                .ok(0, "a", 2, 2, 3)
                .ok(0, "a", 5, 10, 11)
                .ok(0, "b", 1, 4, 5)
                .ok(0, "b", 2, 6, 7)
                .fault("kill", "a", 5, 8)
                .build();

        assertThat(value(new Coverage(), history, PER_SHARD, "gap ratio")).isCloseTo(2.0 / 7, within(1e-12));
        assertThat(value(new Coverage(), history, PER_SHARD, "largest gap")).isEqualTo(2);
        assertThat(Coverage.gaps(history, PER_SHARD)).containsExactly(new Gap("a", 2, 5, 2, Gap.Cause.CRASH));
        // Seen as one sequence: 1, 2, 5 of 5 points.
        assertThat(value(new Coverage(), history, CENTRAL, "gap ratio")).isCloseTo(2.0 / 5, within(1e-12));
    }

    @Test
    void coverageKnowsTheStep() {
        // a: 1, 9, 25 on a lattice of 8: 17 is missing.
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 1)
                .ok(0, "a", 9, 2, 3)
                .ok(0, "a", 25, 4, 5)
                .build();

        assertThat(Coverage.gaps(history, new Numbering(NumberingMode.STRIDED, 8)))
                .containsExactly(new Gap("a", 9, 25, 1, Gap.Cause.UNEXPLAINED));
    }

    @Test
    void gapsHaveCauses() {
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 1)
                .sent(0, "a", 10, 2, 3)
                .add(1, null, null, null, Outcome.FAIL, false, 4, 5, "aborted: the client gave it back")
                .ok(0, "a", 12, 6, 7)
                .add(1, null, null, null, Outcome.FAIL, false, 8, 9, "code 11000")
                .ok(0, "a", 14, 10, 11)
                .build();

        assertThat(Coverage.gaps(history, PER_SHARD))
                .extracting(Gap::cause)
                .containsExactly(Gap.Cause.EXPLICIT_JUMP, Gap.Cause.ROLLBACK, Gap.Cause.REJECTED);
    }

    @Test
    void wasteIsIssuedLessStored() {
        // a went from 0 to 20: 1, 2, jump to 10, 11, 20. Issued 20 - 7 (3..9) - 1 (10 was sent) = 12; stored 1, 2, 11,
        // 20.
        History history = new HistoryBuilder()
                .sample(0, 0, 0, 0)
                .ok(0, "a", 1, 0, 1)
                .ok(0, "a", 2, 2, 3)
                .sent(0, "a", 10, 4, 5)
                .ok(0, "a", 11, 6, 7)
                .fault("kill", "a", 8, 9)
                .ok(0, "a", 20, 10, 11)
                .sample(20, 20, 20, 0)
                .build();

        assertThat(value(new Waste(), history, PER_SHARD, "wasted")).isEqualTo(8);
        assertThat(value(new Waste(), history, PER_SHARD, "per kill")).isEqualTo(8);
        assertThat(value(new Waste(), history, PER_SHARD, "per 1000 inserts")).isEqualTo(1600);
    }

    @Test
    void aBlockLostAtARestartShowsAsAJump() {
        // Block of 30,000: 1, 2, then a restart, then 30,001.
        History history = new HistoryBuilder()
                .sample(0, 0, 0, 0)
                .ok(0, "a", 1, 0, 1)
                .ok(0, "a", 2, 2, 3)
                .fault("kill", "a", 4, 5)
                .ok(0, "a", 30_001, 6, 7)
                .sample(9, 30_001, 30_001, 0)
                .build();

        assertThat(value(new Coverage(), history, Numbering.of(NumberingMode.BLOCK), "largest gap"))
                .isEqualTo(29_998);
        assertThat(value(new Waste(), history, Numbering.of(NumberingMode.BLOCK), "per kill"))
                .isEqualTo(29_998);
    }

    @Test
    void orderIsLookedAtFromFourSides() {
        // Acknowledged: 3 (client 0, a), 1 (client 1, b), 2 (client 0, b). Inverted pairs: (3,1), (3,2) of 3.
        History history = new HistoryBuilder()
                .ok(0, "a", 3, 0, 1)
                .ok(1, "b", 1, 0, 2)
                .ok(0, "b", 2, 3, 4)
                .build();

        assertThat(value(new OrderInversions(), history, CENTRAL, "global distance"))
                .isEqualTo(2.0 / 3);
        assertThat(value(new OrderInversions(), history, CENTRAL, "global reorders"))
                .isEqualTo(1);
        assertThat(value(new OrderInversions(), history, CENTRAL, "global k")).isEqualTo(2);
        assertThat(value(new OrderInversions(), history, CENTRAL, "session distance"))
                .isEqualTo(1);
        assertThat(value(new OrderInversions(), history, CENTRAL, "shard distance"))
                .isEqualTo(0);
    }

    @Test
    void concurrentInsertsAreNoRealTimeInversion() {
        // 5 returned at 2; 4 was invoked at 1 (concurrent), 3 at 2 (not after), 1 at 3 (after), 9 at 3 (after, rising).
        History history = new HistoryBuilder()
                .ok(0, "a", 5, 0, 2)
                .ok(1, "a", 4, 1, 10)
                .ok(2, "a", 3, 2, 10)
                .ok(3, "a", 1, 3, 10)
                .ok(4, "a", 9, 3, 10)
                .build();

        assertThat(value(new RealTimeInversions(), history, CENTRAL, "inversions"))
                .isEqualTo(1);
        assertThat(value(new RealTimeInversions(), history, CENTRAL, "pairs")).isEqualTo(2);
    }

    @Test
    void durabilityComparesAnswersWithWhatIsStored() {
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 1)
                .add(0, null, 2L, null, Outcome.OK, false, 2, 3, null)
                .add(0, "a", null, 3L, Outcome.FAIL, false, 4, 5, "code 11000")
                .add(0, "a", null, 4L, Outcome.INFO, false, 6, 7, "no answer")
                .add(0, null, null, null, Outcome.INFO, false, 8, 9, "no answer")
                .build();

        assertThat(new Durability().read(history, PER_SHARD).stream().map(Reading::value))
                .containsExactly(2.0, 1.0, 2.0, 1.0, 1.0, 1.0);
    }

    @Test
    void coordinationIsPerAcknowledgedInsert() {
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 1)
                .ok(0, "a", 2, 2, 3)
                .traffic(5, 3)
                .build();

        assertThat(value(new Coordination(), history, PER_SHARD, "commands per insert"))
                .isEqualTo(2.5);
        assertThat(value(new Coordination(), history, PER_SHARD, "number commands per insert"))
                .isEqualTo(1.5);
        assertThat(value(new Coordination(), history, PER_SHARD, "allocator calls per insert"))
                .isNaN();
    }

    @Test
    void latencyIsThatOfAcknowledgedInserts() {
        HistoryBuilder builder = new HistoryBuilder();
        for (int i = 1; i <= 100; i++) {
            builder.ok(0, "a", i, 0, i);
        }
        History history = builder.add(0, null, null, null, Outcome.INFO, false, 0, 10_000, "no answer")
                .build();

        // Three digits of precision, rounded up.
        assertThat(value(new Latency(), history, PER_SHARD, "p50")).isCloseTo(50, within(0.05));
        assertThat(value(new Latency(), history, PER_SHARD, "p99")).isCloseTo(99, within(0.1));
        assertThat(value(new Latency(), history, PER_SHARD, "max")).isCloseTo(100, within(0.1));
    }

    @Test
    void availabilityIsWhatWorkedUnderFault() {
        // Of three attempts in the fault one succeeded, on b; a answers again at 40, 30 after the kill.
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 5)
                .fault("kill", "a", 10, 30)
                .add(0, null, null, null, Outcome.INFO, false, 11, 12, "no answer")
                .add(0, null, null, null, Outcome.FAIL, false, 13, 14, "code 6")
                .ok(1, "b", 1, 15, 16)
                .ok(0, "a", 2, 35, 40)
                .build();

        assertThat(value(new Availability(), history, PER_SHARD, "ok fraction")).isEqualTo(3.0 / 5);
        assertThat(value(new Availability(), history, PER_SHARD, "ok fraction under fault"))
                .isEqualTo(1.0 / 3);
        assertThat(value(new Availability(), history, PER_SHARD, "longest to success"))
                .isEqualTo(30);
    }

    @Test
    void lowRateSnowflakeNumbersSkewModuloFour() {
        // One number a millisecond: the low twelve bits are 0 each time.
        HistoryBuilder snowflakes = new HistoryBuilder();
        for (int i = 0; i < 40; i++) {
            snowflakes.ok(0, "a", ((long) i) << 22, i, i + 1);
        }
        // All 40 in one of four classes: (40-10)²/10 + 3·10²/10 = 120.
        assertThat(value(new Spread(), snowflakes.build(), PER_SHARD, "chi² mod 4"))
                .isEqualTo(120);

        HistoryBuilder counted = new HistoryBuilder();
        for (int i = 0; i < 40; i++) {
            counted.ok(0, i < 30 ? "a" : "b", i, i, i + 1);
        }
        assertThat(value(new Spread(), counted.build(), PER_SHARD, "chi² mod 4"))
                .isEqualTo(0);
        assertThat(value(new Spread(), counted.build(), PER_SHARD, "share of the fullest shard"))
                .isEqualTo(0.75);
    }

    @Test
    void headroomCountsBits() {
        // From 1 to 2^53 in one second of 365.25 · 86,400 in a year.
        History history = new HistoryBuilder()
                .ok(0, "a", 1, 0, 1)
                .ok(0, "a", 1L << 53, 2, 1_000)
                .build();

        assertThat(value(new Headroom(), history, CENTRAL, "bits used")).isEqualTo(54);
        assertThat(value(new Headroom(), history, CENTRAL, "share above 2^31-1"))
                .isEqualTo(0.5);
        assertThat(value(new Headroom(), history, CENTRAL, "share above 2^53-1"))
                .isEqualTo(0.5);
        assertThat(value(new Headroom(), history, CENTRAL, "exhausted after"))
                .isCloseTo(1023 / (365.25 * 86_400), within(1e-9));
    }

    @Test
    void routerBlindnessIsWhatTheSingleRowHides() {
        History history = new HistoryBuilder()
                .sample(0, 0, 0, 0)
                .sample(1, 7, 7, 3)
                .sample(2, 8, 9, 9)
                .build();

        assertThat(value(new RouterBlindness(), history, PER_SHARD, "off the maximum"))
                .isEqualTo(1);
        assertThat(value(new RouterBlindness(), history, PER_SHARD, "hidden spread"))
                .isEqualTo(4);
    }

    @Test
    void anEmptyHistoryHasReadingsAndNoNumbers() {
        History nothing = new HistoryBuilder().build();

        for (Metric metric : Metrics.all()) {
            for (NumberingMode mode : NumberingMode.values()) {
                assertThat(metric.read(nothing, Numbering.of(mode)))
                        .as(metric.name())
                        .isNotEmpty()
                        .allSatisfy(reading -> assertThat(reading.known() ? reading.value() : 0)
                                .as(reading.name())
                                .isZero());
            }
        }
    }

    private static double value(Metric metric, History history, Numbering numbering, String name) {
        List<Reading> readings = metric.read(history, numbering);
        return readings.stream()
                .filter(reading -> reading.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value();
    }
}
