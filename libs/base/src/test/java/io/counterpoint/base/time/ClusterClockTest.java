package io.counterpoint.base.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterClockTest {
    private static final long SECOND = 1L << 32;

    private long millis = 5_000;
    private final ClusterClock clock = new ClusterClock(new Clock() {
        @Override
        public long millis() {
            return millis;
        }

        @Override
        public long nanos() {
            return millis * 1_000_000;
        }
    });

    @Test
    void countsWithinASecondAndFollowsTheWallClock() {
        assertThat(clock.latest()).isEqualTo(5 * SECOND + 1);
        assertThat(clock.tick()).isEqualTo(5 * SECOND + 2);
        assertThat(clock.tick()).isEqualTo(5 * SECOND + 3);
        millis = 7_999;
        assertThat(clock.tick()).isEqualTo(7 * SECOND + 1);
    }

    @Test
    void neverGoesBack() {
        long before = clock.tick();
        millis = 1_000;
        assertThat(clock.tick()).isEqualTo(before + 1);
        clock.witness(before - 1);
        assertThat(clock.latest()).isEqualTo(before + 1);
    }

    @Test
    void isLaterThanAllItHasHeardOf() {
        clock.witness(9 * SECOND + 4);
        assertThat(clock.latest()).isEqualTo(9 * SECOND + 4);
        assertThat(clock.leap(10)).isEqualTo(9 * SECOND + 14);
    }

    @Test
    void comparesTimesBeyondTheYear2038() {
        long late = 0xF000_0000L << 32;
        assertThat(ClusterClock.isAfter(late, 5 * SECOND)).isTrue();
        clock.witness(late);
        assertThat(clock.tick()).isEqualTo(late + 1);
        assertThat(ClusterClock.seconds(late)).isEqualTo(0xF000_0000L);
    }

    @Test
    void doesNotBelieveMoreThanAYear() {
        long year = ClusterClock.plusSeconds(5 * SECOND, ClusterClock.DRIFT_SECONDS_MAX);
        assertThat(clock.isTooFarAhead(year)).isFalse();
        assertThat(clock.isTooFarAhead(year + SECOND)).isTrue();
    }
}
