package io.counterpoint.wire.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.testkit.fake.FakeClock;
import io.counterpoint.testkit.fake.FakeTimers;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SessionTableTest {
    private static final long MINUTE = 60_000;
    private static final SessionId A = new SessionId(new UUID(0, 1));
    private static final SessionId B = new SessionId(new UUID(0, 2));

    private final FakeClock clock = new FakeClock();
    private final FakeTimers timers = new FakeTimers(clock);
    private final List<SessionId> ended = new ArrayList<>();
    private final SessionTable table = new SessionTable(clock, timers);

    SessionTableTest() {
        table.onEnd(ended::add);
    }

    @Test
    void endsSessionsThatAreIdleForHalfAnHour() {
        table.touch(A);
        table.touch(B);
        timers.advance(20 * MINUTE);
        table.touch(B);
        timers.advance(11 * MINUTE);

        assertThat(ended).containsExactly(A);
        assertThat(table.contains(A)).isFalse();
        assertThat(table.contains(B)).isTrue();
        timers.advance(20 * MINUTE);
        assertThat(ended).containsExactly(A, B);
        assertThat(timers.pendingCount()).as("no sweep of an empty table").isZero();
    }

    @Test
    void sweepsAgainAfterItWasEmpty() {
        table.touch(A);
        timers.advance(40 * MINUTE);
        table.touch(B);
        timers.advance(40 * MINUTE);
        assertThat(ended).containsExactly(A, B);
    }

    @Test
    void tellsOfTheEndOnce() {
        table.touch(A);
        table.end(A);
        table.end(A);
        table.end(B);
        assertThat(ended).containsExactly(A);
    }

    @Test
    void endsAll() {
        table.touch(A);
        table.touch(B);
        table.endAll();
        assertThat(ended).containsExactlyInAnyOrder(A, B);
        assertThat(table.count()).isZero();
    }

    @Test
    void closesWithoutTelling() {
        table.touch(A);
        table.close();
        assertThat(ended).isEmpty();
        assertThat(timers.pendingCount()).isZero();
    }
}
